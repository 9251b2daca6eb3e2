import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { comesUp, hasEnded } from './comesUp.ts';
import { freePort } from './freePort.ts';
import { ownersFolder } from './postgres.ts';

/** Starts PgBouncer in transaction mode in front of a server with its socket in a folder. */
export async function startPgbouncer(
  serverFolder: string,
  { poolSize }: { poolSize: number },
): Promise<{ urlOf: (database: string) => string; stop: () => Promise<void> }> {
  const folder = await ownersFolder('pgbouncer');
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${serverFolder} user=signboard
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`,
  );
  chmodSync(settings, 0o644);
  const asRoot = process.getuid?.() === 0;
  const args = asRoot ? ['-u', 'postgres', settings] : [settings];
  const child = spawn('/usr/sbin/pgbouncer', args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const urlOf = (database: string) => `postgresql://signboard@127.0.0.1:${port}/${database}`;
  const connects = async () => {
    const client = new pg.Client(urlOf('postgres'));
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    return isThere;
  };
  if (!(await comesUp(connects, () => hasEnded(child)))) throw new Error('PgBouncer did not start.');
  return {
    urlOf,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
