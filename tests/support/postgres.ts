import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openDatabase } from '../../server/db/database.ts';

const run = promisify(execFile);
const programs = '/usr/lib/postgresql/15/bin';

/** A throwaway PostgreSQL server with its databases. */
export type PostgresServer = {
  createDatabase: () => Promise<string>;
  /** The path of its log. */
  log: string;
  folder: string;
  urlOf: (database: string) => string;
  stop: () => Promise<void>;
};

/** Whether PostgreSQL is installed on this machine. */
export const hasPostgres = existsSync(join(programs, 'initdb'));

/** PostgreSQL refuses to run as root, so its programs run as the user of Debian's package. */
export async function runAsOwner(program: string, args: string[]): Promise<void> {
  const path = join(programs, program);
  if (process.getuid?.() === 0) await run('runuser', ['-u', 'postgres', '--', path, ...args]);
  else await run(path, args);
}

/** A new temporary folder that belongs to the user of PostgreSQL. */
export async function ownersFolder(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `signboard-${name}-`));
  if (process.getuid?.() === 0) {
    const { uid, gid } = await ownerIds();
    chownSync(folder, uid, gid);
  }
  return folder;
}

async function ownerIds(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => (await run('id', [flag, 'postgres'])).stdout));
  return { uid: Number(uid), gid: Number(gid) };
}

/** The database that test files copy. */
const template = 'migrated';

const urlIn = (folder: string, database: string) =>
  `postgresql://signboard@/${database}?host=${encodeURIComponent(folder)}`;

async function runIn(folder: string, sql: string): Promise<void> {
  const client = new pg.Client(urlIn(folder, 'postgres'));
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function createIn(folder: string, name: string, how = ''): Promise<string> {
  await runIn(folder, `create database ${name} ${how}`);
  return urlIn(folder, name);
}

const newName = () => `test_${randomBytes(8).toString('hex')}`;

async function stopIn(folder: string): Promise<void> {
  await runAsOwner('pg_ctl', ['-D', join(folder, 'data'), '-w', '-m', 'immediate', 'stop']);
  rmSync(folder, { recursive: true, force: true });
}

/** Starts a throwaway server: its data and its socket are in a temporary folder, and no port is opened. `settings` are options of `postgres`. */
export async function startPostgres(settings = ''): Promise<PostgresServer> {
  const folder = await ownersFolder('postgres');
  const data = join(folder, 'data');
  await runAsOwner('initdb', ['-D', data, '-A', 'trust', '-U', 'signboard', '-E', 'UTF8', '--locale=C.UTF-8', '-N']);
  const options = `-k ${folder} -c listen_addresses='' -c fsync=off -c full_page_writes=off -c max_connections=300 ${settings}`;
  await runAsOwner('pg_ctl', ['-D', data, '-w', '-o', options, '-l', join(folder, 'log'), 'start']);
  return {
    log: join(folder, 'log'),
    folder,
    createDatabase: () => createIn(folder, newName()),
    urlOf: (database) => urlIn(folder, database),
    stop: () => stopIn(folder),
  };
}

/** Starts the server that all test files of a run share, with a migrated database to copy. */
export async function shareServer(): Promise<void> {
  // Vacuuming would let rows lie in another order than they were written in.
  const { folder } = await startPostgres('-c autovacuum=off');
  process.env['TEST_POSTGRES'] = folder;
  const database = await openDatabase({ url: await createIn(folder, template) });
  await database.migrate();
  await database.close();
}

/** The folder of the shared server. */
function sharedFolder(): string {
  const folder = process.env['TEST_POSTGRES'];
  if (!folder) throw new Error('There is no shared PostgreSQL: run these tests with Jest.');
  return folder;
}

/** Starts a standby of a throwaway server, which replays what the server writes. */
export async function startStandby(primary: string): Promise<{ folder: string; stop: () => Promise<void> }> {
  const folder = await ownersFolder('standby');
  const data = join(folder, 'data');
  await runAsOwner('pg_basebackup', ['-h', primary, '-U', 'signboard', '-D', data, '-R', '-X', 'stream', '-c', 'fast']);
  await runAsOwner('pg_ctl', [
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-k ${folder} -c listen_addresses='' -c max_connections=300`,
    'start',
  ]);
  return { folder, stop: () => stopIn(folder) };
}

/** Stops the shared server. */
export async function endSharedServer(): Promise<void> {
  await stopIn(sharedFolder());
}

/** A new database on the shared server, empty or migrated; `drop` deletes it. */
export async function createShared({
  migrated,
}: {
  migrated: boolean;
}): Promise<{ url: string; drop: () => Promise<void> }> {
  const folder = sharedFolder();
  const name = newName();
  return {
    url: await createIn(folder, name, migrated ? `template ${template}` : ''),
    drop: () => runIn(folder, `drop database ${name} with (force)`),
  };
}
