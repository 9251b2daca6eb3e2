import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { answers, comesUp, hasEnded } from './comesUp.ts';

const docker = resolve(import.meta.dirname, '../../docker');

export type ServedTenant = {
  url: string;
  /** The output of nginx and of the entry point so far. */
  log: () => string;
  stop: () => Promise<void>;
};

/**
 * Creates the files of the image (`/usr/share/signboard`) around a built bundle, to run the image's entry point and
 * configuration with the local nginx. Returns the folder and the settings of the entry point.
 */
export function layOut(bundle: string, port: number): { folder: string; environment: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-nginx-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  symlinkSync(resolve(bundle), join(home, 'www'));
  copyFileSync(join(docker, 'nginx/nginx.conf'), join(home, 'nginx.conf'));
  for (const name of ['headers.conf', 'cache.conf']) copyFileSync(join(bundle, '.meta', name), join(home, name));
  return {
    folder,
    environment: { SIGNBOARD_HOME: home, SIGNBOARD_RUN: join(folder, 'run'), SIGNBOARD_PORT: String(port) },
  };
}

/**
 * Serves `dist/<id>/` on `port` as the image does. `host` is the name in the returned URL (default `<id>.localhost`).
 * Rejects with the log if nginx does not start.
 */
export async function serveTenant({
  dist,
  id,
  port,
  backendUrl,
  host = `${id}.localhost`,
}: {
  dist: string;
  id: string;
  port: number;
  backendUrl: string;
  host?: string;
}): Promise<ServedTenant> {
  const { folder, environment } = layOut(join(dist, id), port);
  const logFile = join(folder, 'log');
  // A file instead of a pipe: nginx opens /dev/stdout, and Node's pipes are sockets, which cannot be opened.
  const output = openSync(logFile, 'a');
  // Started by root, nginx's workers run as nobody, who cannot read temporary and home folders.
  const options = process.getuid?.() === 0 ? ['-g', 'user root;'] : [];
  const child = spawn(join(docker, 'entrypoint.sh'), ['serve', ...options], {
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/bin:/bin`, BACKEND_URL: backendUrl, ...environment },
    stdio: ['ignore', output, output],
  });
  const log = (): string => readFileSync(logFile, 'utf8');
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  const isUp = () => answers(`http://127.0.0.1:${port}/healthz`);
  if (!(await comesUp(isUp, () => hasEnded(child))))
    throw new Error(`nginx did not start for ${id} on port ${port}:\n${log()}`);
  return {
    url: `http://${host}:${port}`,
    log,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
