import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testFilesKey } from '../support/fileKeys.ts';
import { serverCommand, serverSettings, writeServerFolder } from '../support/serverFolder.ts';

/** The deployment whose API is measured: it has departments, and a time zone other than UTC. */
export const tenant = 'lithuania';

/** The compiled server, in the same place relative to its packages as in the image. */
const compiled = join(resolve(import.meta.dirname, '../..'), '.cache/api');

/** Resolves once a GET of the address succeeds. */
export async function untilReady(url: string): Promise<void> {
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let turn = 0; turn < 300; turn += 1) {
    if (await isReady()) return;
    await sleep(100);
  }
  throw new Error(`${url} does not respond`);
}

/** Starts the API as in its image, on a migrated database, in a process of its own. Resolves once it is ready. */
export async function startServer(place: {
  databaseUrl: string;
  smtpUrl: string;
  port: number;
}): Promise<ChildProcess> {
  await writeServerFolder(tenant, compiled);
  const server = spawn(process.execPath, serverCommand, {
    cwd: compiled,
    env: {
      PATH: process.env['PATH'],
      ...serverSettings,
      TENANT: tenant,
      DATABASE_URL: place.databaseUrl,
      FILES_KEY: testFilesKey,
      SMTP_URL: place.smtpUrl,
      PORT: String(place.port),
      LOG_LEVEL: 'error',
      TRUSTED_HOPS: '1',
    },
    stdio: 'ignore',
  });
  try {
    await untilReady(`http://127.0.0.1:${place.port}/readyz/`);
    return server;
  } catch (error) {
    server.kill('SIGKILL');
    throw error;
  }
}
