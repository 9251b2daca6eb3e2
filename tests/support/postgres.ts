import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const programs = '/usr/lib/postgresql/15/bin';

/** A PostgreSQL server of one's own: each database is made empty and is gone with the server. */
export type PostgresServer = {
  createDatabase: () => Promise<string>;
  /** The file that it writes its log into. */
  log: string;
  stop: () => Promise<void>;
};

/** Whether PostgreSQL is installed on this machine. */
export const hasPostgres = existsSync(join(programs, 'initdb'));

/** PostgreSQL refuses to run as root; then it runs as the user that Debian made for it. */
async function runAsOwner(program: string, args: string[]): Promise<void> {
  const path = join(programs, program);
  if (process.getuid?.() === 0) await run('runuser', ['-u', 'postgres', '--', path, ...args]);
  else await run(path, args);
}

async function ownerIds(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => (await run('id', [flag, 'postgres'])).stdout));
  return { uid: Number(uid), gid: Number(gid) };
}

/** Starts a throwaway server: its data and its socket are in a temporary folder, and no port is opened. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-postgres-'));
  if (process.getuid?.() === 0) {
    const { uid, gid } = await ownerIds();
    chownSync(folder, uid, gid);
  }
  const data = join(folder, 'data');
  await runAsOwner('initdb', ['-D', data, '-A', 'trust', '-U', 'signboard', '-E', 'UTF8', '--locale=C.UTF-8', '-N']);
  const options = `-k ${folder} -c listen_addresses='' -c fsync=off -c full_page_writes=off -c max_connections=60`;
  await runAsOwner('pg_ctl', ['-D', data, '-w', '-o', options, '-l', join(folder, 'log'), 'start']);
  const url = (database: string) => `postgresql://signboard@/${database}?host=${encodeURIComponent(folder)}`;
  let count = 0;
  return {
    log: join(folder, 'log'),
    createDatabase: async () => {
      const name = `test_${++count}`;
      const client = new pg.Client(url('postgres'));
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return url(name);
    },
    stop: async () => {
      await runAsOwner('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
