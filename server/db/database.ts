import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Connection } from './connection.ts';
import { lockFolder } from './folderLock.ts';
import { pendingMigrations, type Migration } from './migrations.ts';
import { preparingPool } from './statements.ts';
import type { Tables } from './tables.ts';
import { keepTemplate, readTemplate } from './template.ts';

/**
 * Where the data is: a PostgreSQL server, a folder for the embedded database, or nowhere but in memory. `templates` is a folder
 * that keeps a cluster which new embedded ones start from.
 */
export type DatabasePlace = { url: string } | (({ folder: string } | { memory: true }) & { templates?: string });

/** One deployment's database. The same SQL and migrations run on both kinds. */
export type Database = {
  kind: 'postgres' | 'embedded';
  db: Kysely<Tables>;
  /** Brings the schema up to date; any number of processes may ask at once. Answers the names of what it applied. */
  migrate: () => Promise<string[]>;
  /** Asks the database for one value. @throws where it does not answer within two and a half seconds, or answers a failure. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
};

/** How the database is asked. */
export type DatabaseOptions = {
  /**
   * How long PostgreSQL may take for one statement, in milliseconds. A connection that is still silent five seconds later is
   * closed, and with it the idle ones. Left out: PostgreSQL may take 30 seconds, and no connection is closed.
   */
  queryTimeout?: number;
};

/** How long PostgreSQL may take for one statement where nothing else is said, in milliseconds. */
const usualQueryTimeout = 30_000;

/** How much longer a connection may be silent before it counts as dead: PostgreSQL ends a slow statement itself by then. */
const answerGrace = 5_000;

/** How long a connection may take to answer a ping, in milliseconds: less than a readiness probe waits. */
const pingTimeout = 2_000;

/** A number that only ever means "the schema of this product is being changed". */
const migrationLock = 7_305_201;

const bigintType = 20;
const dateType = 1082;
const instantType = 1184;

/** A day is `YYYY-MM-DD` and belongs to no time zone; as a Date it would be a day off in half of the world. */
const asText = (value: string) => value;

const byDriver = pg.types.getTypeParser(instantType, 'text');

/** In UTC PostgreSQL writes an instant nearly as ISO 8601; what does not look like it, like `infinity`, is left to the driver. */
function asInstant(value: string): unknown {
  const isPlain = value.endsWith('+00') && value[10] === ' ';
  return isPlain ? new Date(`${value.slice(0, 10)}T${value.slice(11, -3)}Z`) : byDriver(value);
}

type Run = {
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  script: (text: string) => Promise<unknown>;
};

async function migrateWithin({ query, script }: Run): Promise<string[]> {
  await query('select pg_advisory_xact_lock($1)', [migrationLock]);
  await script(
    'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied timestamptz not null default now())',
  );
  const { rows } = await query('select name, sha256 from schema_migrations order by name');
  const pending = pendingMigrations(rows as Pick<Migration, 'name' | 'sha256'>[]);
  for (const migration of pending) {
    await script(migration.sql);
    await query('insert into schema_migrations (name, sha256) values ($1, $2)', [migration.name, migration.sha256]);
  }
  return pending.map(({ name }) => name);
}

/** Years of more than four digits have a sign in ISO 8601 and none in PostgreSQL, which counts those before the year 1 from 1 BC. */
function asTimestamp(value: unknown): string {
  if (!(value instanceof Date)) return String(value);
  const [iso, year] = [value.toISOString(), value.getUTCFullYear()];
  if (year > 0) return iso.replace(/^\+0*/, '');
  return `${String(1 - year).padStart(4, '0')}${iso.slice(iso.indexOf('-', 1))} BC`;
}

async function createPglite(dataDir: string | null, loadDataDir: Blob | null): Promise<PGlite> {
  // Only loaded where there is no server.
  const [{ PGlite, types }, { btree_gist }, { pg_trgm }, { unaccent }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/btree_gist'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
  ]);
  return PGlite.create({
    ...(dataDir ? { dataDir } : {}),
    ...(loadDataDir ? { loadDataDir } : {}),
    extensions: { btree_gist, pg_trgm, unaccent },
    parsers: { [bigintType]: Number, [types.DATE]: asText },
    serializers: { [types.TIMESTAMPTZ]: asTimestamp },
  });
}

const migrateEmbedded = (pglite: PGlite): Promise<string[]> =>
  pglite.transaction((tx) =>
    migrateWithin({ query: (text, values) => tx.query(text, values), script: (text) => tx.exec(text) }),
  );

async function openPglite(dataDir: string | null, templates: string | undefined): Promise<PGlite> {
  if (!templates || (dataDir && existsSync(dataDir))) return createPglite(dataDir, null);
  const template = await readTemplate(templates);
  if (template) return createPglite(dataDir, template);
  const pglite = await createPglite(dataDir, null);
  await migrateEmbedded(pglite);
  await keepTemplate(templates, await pglite.dumpDataDir('none'));
  return pglite;
}

/** `folder` also holds the lock that keeps other processes out; undefined is memory. */
async function openEmbedded(folder: string | undefined, templates: string | undefined): Promise<Database> {
  const unlock = folder ? lockFolder(folder) : () => undefined;
  const pglite = await openPglite(folder ? join(folder, 'database') : null, templates).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  return {
    kind: 'embedded',
    db,
    migrate: () => migrateEmbedded(pglite),
    ping: () => withinPing(pglite.query('select 1')),
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}

/** @throws where a ping is not answered in time. */
async function withinPing(answer: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  // A silent connection is cut before that.
  const timer = sleep(pingTimeout + 500, undefined, { ref: false, signal: late.signal }).then(() => {
    throw new Error('The database does not answer.');
  });
  try {
    await Promise.race([answer, timer]);
  } finally {
    late.abort();
    // The one that lost the race may still fail.
    for (const unheard of [answer, timer]) unheard.catch(() => undefined);
  }
}

function openPostgres(url: string, { queryTimeout }: DatabaseOptions): Database {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'signboard',
  };
  const pool = new pg.Pool({
    ...settings,
    Client: Connection,
    max: 10,
    statement_timeout: queryTimeout ?? usualQueryTimeout,
    idle_in_transaction_session_timeout: 30_000,
    // To compile a query of figures, or to set up caches for the ten rows of a page, takes longer than it spares.
    options: '-c jit=off -c enable_memoize=off -c timezone=UTC',
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') => {
        if (type === bigintType) return Number;
        if (type === dateType) return asText;
        if (type === instantType) return asInstant;
        return pg.types.getTypeParser(type, format);
      },
    },
  });
  const idle = new Set<pg.PoolClient>();
  const cut = (client: pg.PoolClient) => {
    if (client instanceof Connection) client.cut();
  };
  // A failover leaves all connections silent at once: idle ones would each cost somebody the whole wait.
  const cutSilent = (client: pg.PoolClient) => {
    cut(client);
    for (const other of idle) cut(other);
  };
  const limit = queryTimeout === undefined ? null : queryTimeout + answerGrace;
  pool.on('connect', (client) => {
    // The statement under way fails by itself; an event that nobody hears would end the process.
    client.on('error', () => undefined);
  });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => idle.delete(client));
  // An idle connection that the server ends would otherwise end the process; the next query opens another.
  pool.on('error', (_error, client) => idle.delete(client));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, { limit, cut: cutSilent }) }),
  });
  return {
    kind: 'postgres',
    db,
    migrate: async () => {
      // A connection of its own: a migration may take as long as it needs.
      const client = new pg.Client({ ...settings, statement_timeout: 0, options: '-c timezone=UTC' });
      await client.connect();
      try {
        await client.query('begin');
        const applied = await migrateWithin({
          query: (text, values) => client.query(text, values),
          script: (text) => client.query(text),
        });
        await client.query('commit');
        return applied;
      } finally {
        // What was not committed is rolled back.
        await client.end();
      }
    },
    ping: () => {
      const ask = async () => {
        const client = await pool.connect();
        const late = setTimeout(() => cutSilent(client), pingTimeout);
        try {
          await client.query('select 1');
        } finally {
          clearTimeout(late);
          client.release();
        }
      };
      return withinPing(ask());
    },
    close: async () => {
      await db.destroy();
      // Kysely leaves alone what it has never used; a ping asks the pool itself.
      if (!pool.ended) await pool.end();
    },
  };
}

/** Opens a database without touching its schema. A server that cannot be reached is found by the first query. */
export async function openDatabase(place: DatabasePlace, options: DatabaseOptions = {}): Promise<Database> {
  if ('url' in place) return openPostgres(place.url, options);
  return openEmbedded('folder' in place ? place.folder : undefined, place.templates);
}
