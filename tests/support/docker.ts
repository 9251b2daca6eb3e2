import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { comesUp, hasEnded } from './comesUp.ts';

const run = promisify(execFile);

/** A container run as documented: read-only, without root and capabilities. */
export type RunningImage = {
  url: string;
  container: string;
  /** Its output so far. */
  log: () => Promise<string>;
  /** Restarts it, and waits until it responds. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The exit of a container that was expected to fail. */
export type EndedImage = { code: number; said: string };

/** A separate Docker engine: its images, containers and socket are in a temporary folder, which is deleted with it. */
export type DockerEngine = {
  /** For programs that connect to the engine. */
  environment: { DOCKER_HOST: string };
  /** `docker <args>`; resolves to its output, rejects with its errors. */
  docker: (...args: string[]) => Promise<string>;
  /** Runs an image on a local port, and waits until it responds. Rejects with its log otherwise. */
  runImage: (options: { image: string; port: number; backendUrl: string; host?: string }) => Promise<RunningImage>;
  /** Runs the API's image on a local port, and waits until it is ready. Rejects with its log otherwise. */
  runApi: (options: {
    image: string;
    port: number;
    environment: Record<string, string>;
    /** A folder that the container shares with this machine, under the same path. */
    folder?: string | undefined;
  }) => Promise<RunningImage>;
  /** Runs an image that is expected to fail. */
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
      '--iptables=false',
      '--bridge=none',
      `--storage-driver=${storage}`,
      '--data-root',
      join(folder, 'data'),
      '--exec-root',
      join(folder, 'exec'),
      '--pidfile',
      join(folder, 'pid'),
      '--host',
      `unix://${folder}/socket`,
    ],
    { stdio: ['ignore', log, log] },
  );
  closeSync(log);
  return daemon;
}

async function ends(process: ChildProcess): Promise<void> {
  if (hasEnded(process)) return;
  await new Promise((done) => process.once('exit', done));
}

/** The daemon leaves the mount of its network namespace behind. */
async function unmountAll(folder: string): Promise<void> {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ').slice(4, 5))
    .filter((path) => path.startsWith(`${folder}/`));
  for (const mount of mounts.toReversed()) await run('umount', ['--lazy', mount]);
}

/** Starts the daemon with overlay layers, or with plain copies if those are not supported. */
async function startAny(folder: string, docker: DockerEngine['docker']): Promise<ChildProcess> {
  for (const storage of ['overlay2', 'vfs']) {
    const daemon = startDaemon(folder, storage);
    const failed = new Promise<boolean>((done) => daemon.once('error', () => done(true)));
    const isUp = async (): Promise<boolean> => (await docker('info').catch(() => null)) !== null;
    if (await Promise.race([comesUp(isUp, () => hasEnded(daemon)), failed.then(() => false)])) return daemon;
    daemon.kill('SIGTERM');
    if (daemon.pid !== undefined) await ends(daemon);
  }
  throw new Error(
    `No Docker engine starts here. It needs dockerd (node scripts/setup.mjs --tests installs it) and root.\n${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`,
  );
}

/**
 * Starts an engine without side effects on this machine: no bridge, no firewall rules, no system socket.
 * @throws if dockerd is missing or not permitted.
 */
export async function startDocker(): Promise<DockerEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-docker-'));
  const environment = { DOCKER_HOST: `unix://${folder}/socket` };
  // The client of the same package; another one on the PATH may be too new for the daemon.
  const client = existsSync('/usr/bin/docker') ? '/usr/bin/docker' : 'docker';
  // The legacy builder, which every engine has.
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
  const start = (image: string, environmentOf: Record<string, string>, shared?: string): Promise<string> =>
    docker(
      'run',
      '--detach',
      ...hardening,
      ...(shared === undefined ? [] : [`--volume=${shared}:${shared}`]),
      ...Object.entries(environmentOf).map(([name, value]) => `--env=${name}=${value}`),
      image,
    );
  /** A started container that answers at `health`, a path of its port. Rejects with its log when it does not. */
  const running = async (
    container: string,
    { image, port, host = 'localhost' }: { image: string; port: number; host?: string },
    health: string,
  ): Promise<RunningImage> => {
    const stop = async (): Promise<void> => {
      await docker('stop', container);
      await docker('rm', '--force', container);
    };
    const isUp = async (): Promise<boolean> =>
      (await fetch(`http://127.0.0.1:${port}${health}`).catch(() => null))?.ok ?? false;
    let isOver = false;
    void docker('wait', container).then(
      () => (isOver = true),
      () => (isOver = true),
    );
    if (!(await comesUp(isUp, () => isOver))) {
      const output = await log(container);
      await stop();
      throw new Error(`${image} does not respond on port ${port}:\n${output}`);
    }
    const restart = async (): Promise<void> => {
      await docker('restart', container);
      await comesUp(isUp, () => false);
    };
    return { url: `http://${host}:${port}`, container, log: () => log(container), restart, stop };
  };

  return {
    environment,
    docker,
    runImage: async ({ backendUrl, ...options }) => {
      const settings = { BACKEND_URL: backendUrl, SIGNBOARD_PORT: String(options.port) };
      return running(await start(options.image, settings), options, '/healthz');
    },
    runApi: async ({ environment: given, folder: shared, ...options }) => {
      const settings = {
        SMTP_URL: 'smtp://127.0.0.1:2525',
        PORT: String(options.port),
        STOP_DELAY_SECONDS: '0',
        ...given,
      };
      return running(await start(options.image, settings, shared), options, '/readyz/');
    },
    runToEnd: async (image, environmentOf) => {
      const container = await start(image, environmentOf);
      const code = Number(await docker('wait', container));
      const output = await log(container);
      await docker('rm', '--force', container);
      return { code, said: output };
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
