import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, comesUp } from './comesUp.ts';
import { freePort } from './freePort.ts';

/** A separate image registry with a user name and a password. */
export type Registry = {
  /** `127.0.0.1:<port>` */
  host: string;
  /** The folder with the `config.json` of a signed-in user, for DOCKER_CONFIG. */
  signedIn: string;
  /** The calls received, one per line: method, path, status. */
  calls: () => string[];
  stop: () => Promise<void>;
};

const user = 'shipper';
const password = 'correct horse';
/** The hash of the password: the registry supports bcrypt only. */
const hash = '$2b$04$k5urVyhVGH6ZrPknK7fnAeTB2boPuFGKTx1nDEW9xnXon7gWyM4BC';

/**
 * Starts Debian's docker-registry on a free port, with its data in a temporary folder.
 * @throws if it is not installed, or does not respond.
 */
export async function startRegistry(): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-registry-'));
  const host = `127.0.0.1:${await freePort()}`;
  writeFileSync(join(folder, 'users'), `${user}:${hash}\n`);
  const configuration = {
    version: 0.1,
    storage: { filesystem: { rootdirectory: join(folder, 'data') } },
    http: { addr: host },
    auth: { htpasswd: { realm: 'registry', path: join(folder, 'users') } },
  };
  // JSON is valid YAML.
  writeFileSync(join(folder, 'registry.yml'), JSON.stringify(configuration));
  const auth = Buffer.from(`${user}:${password}`).toString('base64');
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ auths: { [host]: { auth } } }));
  let output = '';
  const server = spawn('docker-registry', ['serve', join(folder, 'registry.yml')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // It would send traces to a collector configured in the environment.
    env: { PATH: process.env['PATH'], OTEL_TRACES_EXPORTER: 'none' },
  });
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  let isOver = false;
  const ended = new Promise<void>((done) => {
    server.once('close', () => done());
    server.once('error', (error) => {
      output += error.message;
      done();
    });
  }).then(() => (isOver = true));
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const isUp = () => answers(`http://${host}/v2/`);
  if (await comesUp(isUp, () => isOver))
    return {
      host,
      stop,
      signedIn: folder,
      calls: () => [...output.matchAll(/"(\w+ \S+) HTTP\/1\.1" (\d+)/g)].map(([, call, status]) => `${call} ${status}`),
    };
  const log = readFileSync(join(folder, 'registry.yml'), 'utf8');
  await stop();
  throw new Error(
    `The registry did not start (node scripts/setup.mjs --tests installs it).\n${log}\n${output.slice(-2000)}`,
  );
}
