import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A container that runs as the documentation says: read-only, nobody, without capabilities. */
export type RunningImage = {
  url: string;
  container: string;
  /** What it has said so far. */
  log: () => Promise<string>;
  stop: () => Promise<void>;
};

/** How a container that should not run ended. */
export type EndedImage = { code: number; said: string };

/** A Docker engine of one's own: its images, containers and socket are in a temporary folder, and gone with it. */
export type DockerEngine = {
  /** For programs that look for an engine. */
  environment: { DOCKER_HOST: string };
  /** `docker <args>`; answers what it printed, rejects with what it complained of. */
  docker: (...args: string[]) => Promise<string>;
  /** Runs an image on a port of this machine, and waits until it answers. Rejects with its log when it does not. */
  runImage: (options: { image: string; port: number; backendUrl: string; host?: string }) => Promise<RunningImage>;
  /** Runs an image that is expected to refuse. */
  runToEnd: (image: string, environment: Record<string, string>) => Promise<EndedImage>;
  stop: () => Promise<void>;
};

const hardening = [
  '--network=host',
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
];

function startDaemon(folder: string, storage: string): ChildProcess {
  const log = openSync(join(folder, 'log'), 'a');
  const daemon = spawn(
    'dockerd',
    [
      ...['--iptables=false', '--bridge=none', `--storage-driver=${storage}`],
      ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')],
      ...['--pidfile', join(folder, 'pid'), '--host', `unix://${folder}/socket`],
    ],
    { stdio: ['ignore', log, log] },
  );
  closeSync(log);
  return daemon;
}

async function ends(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  await new Promise((done) => process.once('exit', done));
}

/** The daemon leaves the name of its network behind, which is a mount. */
async function unmountAll(folder: string): Promise<void> {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ').slice(4, 5))
    .filter((path) => path.startsWith(`${folder}/`));
  for (const mount of mounts.toReversed()) await run('umount', ['--lazy', mount]);
}

async function answers(isUp: () => Promise<boolean>, hasEnded: () => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < 300 && !hasEnded(); attempt += 1) {
    if (await isUp()) return true;
    await wait(100);
  }
  return false;
}

/** Starts the daemon on the file system's own layers, or where that does not work on plain copies. */
async function startAny(folder: string, docker: DockerEngine['docker']): Promise<ChildProcess> {
  for (const storage of ['overlay2', 'vfs']) {
    const daemon = startDaemon(folder, storage);
    const failed = new Promise<boolean>((done) => daemon.once('error', () => done(true)));
    const isUp = async (): Promise<boolean> => (await docker('info').catch(() => null)) !== null;
    if (await Promise.race([answers(isUp, () => daemon.exitCode !== null), failed.then(() => false)])) return daemon;
    daemon.kill('SIGTERM');
    if (daemon.pid !== undefined) await ends(daemon);
  }
  throw new Error(
    `No Docker engine starts here. It needs dockerd (node scripts/setup.mjs --tests installs it) and root.\n${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`,
  );
}

/**
 * Starts an engine that touches nothing of this machine: no bridge, no firewall rules, no socket of the system's.
 * @throws when dockerd is not there, or not allowed to run.
 */
export async function startDocker(): Promise<DockerEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-docker-'));
  const environment = { DOCKER_HOST: `unix://${folder}/socket` };
  // The client that came with the daemon; another one on the PATH may be too new for it.
  const client = existsSync('/usr/bin/docker') ? '/usr/bin/docker' : 'docker';
  // The builder that every engine has.
  const env = { ...process.env, ...environment, DOCKER_BUILDKIT: '0' };
  const docker = async (...args: string[]): Promise<string> =>
    (await run(client, args, { env, maxBuffer: 1 << 26 })).stdout.trim();
  const daemon = await startAny(folder, docker).catch((error: Error) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });

  const log = async (container: string): Promise<string> => {
    const { stdout, stderr } = await run(client, ['logs', container], { env });
    return `${stdout}${stderr}`;
  };
  const start = (image: string, environmentOf: Record<string, string>): Promise<string> =>
    docker(
      'run',
      '--detach',
      ...hardening,
      ...Object.entries(environmentOf).map(([name, value]) => `--env=${name}=${value}`),
      image,
    );

  return {
    environment,
    docker,
    runImage: async ({ image, port, backendUrl, host = 'localhost' }) => {
      const container = await start(image, { BACKEND_URL: backendUrl, SIGNBOARD_PORT: String(port) });
      const stop = async (): Promise<void> => {
        await docker('stop', container);
        await docker('rm', '--force', container);
      };
      const isUp = async (): Promise<boolean> =>
        (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok ?? false;
      let hasEnded = false;
      void docker('wait', container).then(
        () => (hasEnded = true),
        () => (hasEnded = true),
      );
      if (!(await answers(isUp, () => hasEnded))) {
        const said = await log(container);
        await stop();
        throw new Error(`${image} does not answer on port ${port}:\n${said}`);
      }
      return { url: `http://${host}:${port}`, container, log: () => log(container), stop };
    },
    runToEnd: async (image, environmentOf) => {
      const container = await start(image, environmentOf);
      const code = Number(await docker('wait', container));
      const said = await log(container);
      await docker('rm', '--force', container);
      return { code, said };
    },
    stop: async () => {
      const containers = await docker('ps', '--all', '--quiet');
      if (containers) await docker('rm', '--force', ...containers.split('\n'));
      daemon.kill('SIGTERM');
      await ends(daemon);
      await unmountAll(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
