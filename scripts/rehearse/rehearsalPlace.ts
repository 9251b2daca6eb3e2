import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { isPostgresUrl } from '../../server/config.ts';
import type { DatabasePlace } from '../../server/db/database.ts';
import { lockFolder } from '../../server/db/folderLock.ts';
import { CommandError } from '../../server/CommandError.ts';
import { tryInShell } from './documentedCommands.ts';

/** The database that is backed up, the one that is restored from the backup, and how commands reach them. */
export type RehearsalPlace = {
  kind: 'postgresql' | 'embedded';
  source: DatabasePlace;
  restored: DatabasePlace;
  /** Both in words, without passwords. */
  sourceName: string;
  restoredName: string;
  /** The variables of the documented commands, except BACKUP. */
  backupVariables: Record<string, string>;
  /** The same for restoring; the programs of the backend find the restored database with them, too. */
  restoreVariables: Record<string, string>;
  /** Keeps a running backend away from the source during the backup, where that is necessary. Returns the way to end it. */
  block: () => () => void;
  /** @throws CommandError if the programs of the documented commands do not fit. */
  check: () => Promise<void>;
  /** Deletes the restored database. It does nothing if there is none. */
  destroy: () => Promise<void>;
};

const urlParts = /^([^?]*\/)([^/?]+)(\?.*)?$/;

const databaseOf = (url: string): string => decodeURIComponent(urlParts.exec(url)?.[2] ?? '');

const withDatabase = (url: string, name: string): string =>
  url.replace(
    urlParts,
    (_, before: string, _name: string, after = '') => `${before}${encodeURIComponent(name)}${after}`,
  );

const withoutPassword = (url: string): string => url.replace(/(\/\/[^:/@]*):[^@/]*@/, '$1@');

async function ask<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query(text);
    return rows as Row[];
  } catch (error) {
    throw new CommandError(`${withoutPassword(url)} cannot be used: ${(error as Error).message}`);
  } finally {
    await client.end();
  }
}

/** Custom dumps of a newer `pg_dump` cannot always be restored into an older server. */
async function checkVersions(urls: string[]): Promise<void> {
  const { passed, output } = await tryInShell('pg_dump --version && pg_restore --version && createdb --version', {});
  const programs = [...output.matchAll(/\(PostgreSQL\) (\d+)/g)].map(([, major]) => Number(major));
  if (!passed || programs.length !== 3)
    throw new CommandError('pg_dump, pg_restore and createdb are needed. Install the PostgreSQL client programs.');
  for (const url of urls) {
    const [row] = await ask<{ version: string }>(url, `select current_setting('server_version_num') as version`);
    const server = Math.floor(Number(row?.version) / 10_000);
    if (programs.some((major) => major !== server))
      throw new CommandError(
        `The server of ${withoutPassword(url)} is PostgreSQL ${server}, the client programs are ${[...new Set(programs)].join(' and ')}. Put those of version ${server} first in PATH.`,
      );
  }
}

/**
 * A PostgreSQL database, restored as `<name>_rehearsal`.
 * @param url the source, as the owner of its schema
 * @param scratchServer a database of another server on which to restore; null: beside the source
 */
function postgresPlace(url: string, scratchServer: string | null): RehearsalPlace {
  const serverUrl = scratchServer ?? withDatabase(url, 'postgres');
  // Names in PostgreSQL have at most 63 bytes; a longer one would be cut to that of the source.
  const name = `${databaseOf(url).slice(0, 40)}_rehearsal`;
  const restoredUrl = withDatabase(serverUrl, name);
  return {
    kind: 'postgresql',
    source: { url },
    restored: { url: restoredUrl },
    sourceName: withoutPassword(url),
    restoredName: withoutPassword(restoredUrl),
    backupVariables: { DATABASE_URL: url },
    restoreVariables: {
      DATABASE_URL: restoredUrl,
      MIGRATE_DATABASE_URL: '',
      DATABASE_NAME: name,
      SERVER_URL: serverUrl,
    },
    block: () => () => undefined,
    check: () => checkVersions([url, serverUrl]),
    destroy: async () => {
      await ask(serverUrl, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    },
  };
}

/** The key of the files of an embedded database: FILES_KEY, or else that in its folder. Empty: there is none yet. */
function filesKeyOf(folder: string): string {
  const file = join(folder, 'files.key');
  return process.env['FILES_KEY'] || (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
}

/** The folder of an embedded database, restored as `<folder>.rehearsal`. */
function embeddedPlace(folder: string): RehearsalPlace {
  const restored = `${folder}.rehearsal`;
  return {
    kind: 'embedded',
    source: { folder },
    restored: { folder: restored },
    sourceName: folder,
    restoredName: restored,
    backupVariables: { DATA_DIR: folder },
    restoreVariables: {
      DATA_DIR: restored,
      DATABASE_URL: '',
      MIGRATE_DATABASE_URL: '',
      // A backup does not have it.
      FILES_KEY: filesKeyOf(folder),
    },
    block: () => {
      try {
        return lockFolder(folder);
      } catch (error) {
        throw new CommandError(`The embedded database cannot be backed up: ${(error as Error).message}`);
      }
    },
    check: async () => {
      if (!existsSync(join(folder, 'database')))
        throw new CommandError(`${folder} has no embedded database. Give DATABASE_URL or DATA_DIR.`);
    },
    destroy: async () => {
      rmSync(restored, { recursive: true, force: true });
    },
  };
}

/**
 * Where a rehearsal takes place, by the settings of the backend.
 * @throws CommandError for a scratch server that cannot be used.
 */
export function rehearsalPlace(
  settings: { databaseUrl: string | null; migrateUrl: string | null; dataFolder: string },
  scratchServer: string | null,
): RehearsalPlace {
  const url = settings.migrateUrl ?? settings.databaseUrl;
  if (scratchServer !== null && url === null)
    throw new CommandError('--scratch-server needs DATABASE_URL: an embedded database is restored in a folder.');
  if (scratchServer !== null && !isPostgresUrl(scratchServer))
    throw new CommandError('--scratch-server: give postgresql://user:password@host:5432/postgres.');
  return url === null ? embeddedPlace(resolve(settings.dataFolder)) : postgresPlace(url, scratchServer);
}
