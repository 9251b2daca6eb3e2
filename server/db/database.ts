import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, type LogEvent, PGliteDialect, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { CommandError } from '../CommandError.ts';
import { currentCall } from '../callContext.ts';
import { Connection } from './connection.ts';
import { lockFolder } from './folderLock.ts';
import { type AppliedMigration, pendingMigrations } from './migrations.ts';
import { followReplica, type Replica } from './replica.ts';
import { preparingPool } from './statements.ts';
import type { Tables } from './tables.ts';
import { storeTemplate, readTemplate } from './template.ts';

/**
 * Where the data is: a PostgreSQL server, a folder for the embedded database, or memory. `migrateUrl` is the same
 * database as the owner of its schema; without it, `url` is the owner. `direct` is the same database without the pooler that
 * `url` leads to, which gives each transaction another connection. `replicaUrl` is a copy to read from. `templates` is a folder with a cached cluster
 * that new embedded databases start from.
 */
export type DatabasePlace =
  | { url: string; migrateUrl?: string | null; direct?: string | null; replicaUrl?: string | null }
  | (({ folder: string } | { memory: true }) & { templates?: string });

/** One deployment's database. Both kinds run the same SQL and migrations. */
export type Database = {
  kind: 'postgres' | 'embedded';
  db: Kysely<Tables>;
  /**
   * Applies pending migrations as the owner of the schema and returns their names; several processes may call it at
   * once. Then allows the role of `db` only to add to the logs, if it is another one.
   */
  migrate: () => Promise<string[]>;
  /** Whether the role of `db` cannot change or delete entries of the audit log. */
  isAppendOnly: () => Promise<boolean>;
  /**
   * Asks whether the database can be written. @throws if it is read-only, or does not answer within two and a half
   * seconds, also because calls use all connections.
   */
  ping: () => Promise<void>;
  /** The connections of this process; null for the embedded database, which has only one. */
  connections: () => Connections | null;
  /**
   * Listens to the notifications of a channel, on a connection of its own. Returns how to stop. `lost` is called once if the
   * connection is closed: notifications are missed from then on. A connection that fell silent is not noticed.
   */
  listen: (channel: string, heard: (payload: string) => void, lost: () => void) => Promise<() => Promise<void>>;
  /** The copy to read from; null: there is none. */
  replica: Pick<Replica, 'has' | 'caughtUp'> | null;
  /** What the role of `db` lacks that the backend cannot set for its session through a pooler, as SQL. */
  missingSettings: () => Promise<string[]>;
  close: () => Promise<void>;
};

/** The connections of a process to PostgreSQL: open ones, idle ones among them, and calls that wait for one. */
export type Connections = { open: number; idle: number; waiting: number; most: number };

/** Options of the connection. */
export type DatabaseOptions = {
  /**
   * Timeout of one PostgreSQL statement, in milliseconds. A connection that is silent for another five seconds is
   * closed, together with the idle ones. Omitted: 30 seconds, and no connection is closed.
   */
  queryTimeout?: number;
  /** For the embedded database: after the migration, use a role that cannot change the logs. Commands leave it out. */
  isRestricted?: boolean;
};

/** The role of the backend in the embedded database. */
const embeddedRole = 'signboard_runtime';

async function isAppendOnly(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege('audit_entries', 'update, delete, truncate') as may`.execute(db);
  return !rows[0]?.may;
}

/** Default timeout of one PostgreSQL statement, in milliseconds. */
const defaultQueryTimeout = 30_000;

/**
 * How long after the timeout a silent connection counts as dead: by then PostgreSQL has cancelled a slow statement
 * itself.
 */
const silenceGrace = 5_000;

/** Maximum length of a statement in a trace, in characters. */
const longestText = 2_000;

/** Adds a statement to the trace of the call that runs it: with placeholders, so without its values. */
function traceStatement(event: LogEvent): void {
  const span = currentCall()?.span;
  if (!span) return;
  const { query, queryDurationMillis } = event;
  const name = /\w+/.exec(query.sql)?.[0].toLowerCase() ?? 'statement';
  const facts = { 'db.system.name': 'postgresql', 'db.query.text': query.sql.slice(0, longestText) };
  span.addPart(name, queryDurationMillis, facts, event.level === 'error' ? event.error : undefined);
}

/** Timeout of a ping, in milliseconds: less than that of a readiness probe. */
const pingTimeout = 2_000;

/** A standby, and a database with `default_transaction_read_only`, answer yes. */
const isReadOnly = `select current_setting('transaction_read_only')::bool as "isReadOnly"`;

function requireWritable([row]: unknown[]): void {
  if ((row as { isReadOnly: boolean } | undefined)?.isReadOnly !== false) throw new Error('The database is read-only.');
}

/** Maximum number of connections of a process. */
const mostConnections = 10;

/** The key of the advisory lock for migrations. */
const migrationLock = 7_305_201;

const bigintType = 20;
const dateType = 1082;
const instantType = 1184;

/** A day is `YYYY-MM-DD` without a time zone; as a Date it would be off by one in half of the world. */
const asText = (value: string) => value;

const byDriver = pg.types.getTypeParser(instantType, 'text');

/** In UTC PostgreSQL writes an instant nearly as ISO 8601; the driver parses others, such as `infinity`. */
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
    'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied timestamptz not null default now(), runs_previous boolean not null)',
  );
  const { rows } = await query('select name, sha256, runs_previous from schema_migrations order by name');
  const pending = pendingMigrations(rows as AppliedMigration[]);
  for (const migration of pending) {
    await script(migration.sql);
    const { name, sha256, runsPrevious } = migration;
    await query('insert into schema_migrations (name, sha256, runs_previous) values ($1, $2, $3)', [
      name,
      sha256,
      runsPrevious,
    ]);
  }
  return pending.map(({ name }) => name);
}

/** ISO 8601 signs years of more than four digits, PostgreSQL does not, and it writes years before 1 as BC. */
function asTimestamp(value: unknown): string {
  if (!(value instanceof Date)) return String(value);
  const [iso, year] = [value.toISOString(), value.getUTCFullYear()];
  if (year > 0) return iso.replace(/^\+0*/, '');
  return `${String(1 - year).padStart(4, '0')}${iso.slice(iso.indexOf('-', 1))} BC`;
}

/** PGlite's own conversion goes byte by byte: storing a file of 5 MB took six times as long, and nobody else had a turn. */
function asHex(value: unknown): string {
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  throw new TypeError('A value of type bytea must be a Uint8Array.');
}

const fromHex = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

/**
 * Loads PGlite, only if no server is configured.
 * @throws CommandError in an image, which does not have it
 */
const loadPglite = () =>
  Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/btree_gist'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
  ]).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandError(
      'DATABASE_URL: is missing, and there is no embedded database here. Give postgresql://user:password@host:5432/database.',
    );
  });

async function createPglite(dataDir: string | null, loadDataDir: Blob | null): Promise<PGlite> {
  const [{ PGlite, types }, { btree_gist }, { pg_trgm }, { unaccent }] = await loadPglite();
  return PGlite.create({
    dataDir: dataDir ?? undefined,
    loadDataDir: loadDataDir ?? undefined,
    extensions: { btree_gist, pg_trgm, unaccent },
    parsers: { [bigintType]: Number, [types.DATE]: asText, [types.BYTEA]: fromHex },
    serializers: { [types.TIMESTAMPTZ]: asTimestamp, [types.BYTEA]: asHex },
  });
}

const migrateEmbedded = (pglite: PGlite): Promise<string[]> =>
  pglite.transaction((tx) =>
    migrateWithin({ query: (text, values) => tx.query(text, values), script: (text) => tx.exec(text) }),
  );

/** Gives up the rights of the owner for this session. */
async function restrictEmbedded(pglite: PGlite): Promise<void> {
  await pglite.exec(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${embeddedRole}') then create role ${embeddedRole}; end if;
    end $$;
    call grant_runtime('${embeddedRole}');
    set role ${embeddedRole};`);
}

async function openPglite(dataDir: string | null, templates: string | undefined): Promise<PGlite> {
  if (!templates || (dataDir && existsSync(dataDir))) return createPglite(dataDir, null);
  const template = await readTemplate(templates);
  if (template) return createPglite(dataDir, template);
  const pglite = await createPglite(dataDir, null);
  await migrateEmbedded(pglite);
  await storeTemplate(templates, await pglite.dumpDataDir('none'));
  return pglite;
}

/** `folder` also contains the lock file. If undefined, the database is in memory. */
async function openEmbedded(
  folder: string | undefined,
  templates: string | undefined,
  isRestricted: boolean,
): Promise<Database> {
  await loadPglite();
  const unlock = folder ? lockFolder(folder) : () => undefined;
  const pglite = await openPglite(folder ? join(folder, 'database') : null, templates).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), log: traceStatement });
  return {
    kind: 'embedded',
    db,
    migrate: async () => {
      await pglite.exec('reset role');
      const applied = await migrateEmbedded(pglite);
      if (isRestricted) await restrictEmbedded(pglite);
      return applied;
    },
    isAppendOnly: () => isAppendOnly(db),
    ping: () => withinPing(pglite.query(isReadOnly).then(({ rows }) => requireWritable(rows))),
    connections: () => null,
    replica: null,
    missingSettings: async () => [],
    listen: async (channel, heard) => {
      // Through Kysely, so that it never becomes part of an open transaction.
      await sql`listen ${sql.id(channel)}`.execute(db);
      const stop = pglite.onNotification((name, payload) => {
        if (name === channel) heard(payload);
      });
      return async () => stop();
    },
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}

/** @throws if a ping times out. */
async function withinPing(answer: Promise<void>): Promise<void> {
  const late = new AbortController();
  // A silent connection is closed before that.
  const timer = sleep(pingTimeout + 500, undefined, { ref: false, signal: late.signal }).then(() => {
    throw new Error('The database does not answer.');
  });
  try {
    await Promise.race([answer, timer]);
  } finally {
    late.abort();
    // The loser of the race may still reject.
    for (const unheard of [answer, timer]) unheard.catch(() => undefined);
  }
}

type Listener = { channel: string; heard: (payload: string) => void; lost: () => void };

async function listenWith(client: Connection, { channel, heard, lost }: Listener): Promise<() => Promise<void>> {
  let isOpen = false;
  const over = () => {
    if (isOpen) lost();
    isOpen = false;
  };
  client.on('notification', ({ payload = '' }) => heard(payload));
  client.on('error', over);
  client.on('end', over);
  await client.connect();
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
  isOpen = true;
  return async () => {
    isOpen = false;
    // A server that does not answer would not let the connection end.
    client.closeNow();
  };
}

/** JIT and memoize cost more time than they save for reports and for pages of ten rows. */
const sessionSettings = { jit: 'off', enable_memoize: 'off', timezone: 'UTC' } as const;

const idleInTransaction = 30_000;

type PostgresPlace = Extract<DatabasePlace, { url: string }>;

function openPostgres(
  { url, migrateUrl = null, direct = null, replicaUrl = null }: PostgresPlace,
  { queryTimeout }: DatabaseOptions,
): Database {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'signboard',
  };
  const statementTimeout = queryTimeout ?? defaultQueryTimeout;
  const ofSession = {
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: idleInTransaction,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
  const poolSettings = {
    ...settings,
    Client: Connection,
    max: mostConnections,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') => {
        if (type === bigintType) return Number;
        if (type === dateType) return asText;
        if (type === instantType) return asInstant;
        return pg.types.getTypeParser(type, format);
      },
    },
  };
  // A pooler refuses settings of sessions; the role has them.
  const pool = new pg.Pool({ ...poolSettings, ...(direct === null ? ofSession : {}) });
  const replica: Replica | null =
    replicaUrl === null
      ? null
      : followReplica(pool, new pg.Pool({ ...poolSettings, ...ofSession, connectionString: replicaUrl }));
  const idle = new Set<pg.PoolClient>();
  const cut = (client: pg.PoolClient) => {
    if (client instanceof Connection) client.closeNow();
  };
  // A failover silences all connections at once; each idle one would cost a caller the whole timeout.
  const closeSilent = (client: pg.PoolClient) => {
    cut(client);
    for (const other of idle) cut(other);
  };
  const limit = queryTimeout === undefined ? null : queryTimeout + silenceGrace;
  for (const each of replica ? [pool, replica.pool] : [pool])
    each.on('connect', (client) => {
      // The pending statement fails by itself; without a listener the error event would end the process.
      client.on('error', () => undefined);
    });
  replica?.pool.on('error', () => replica.noteFailure());
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => idle.delete(client));
  // Without a listener, an idle connection closed by the server would end the process; the next query opens another.
  pool.on('error', (_error, client) => idle.delete(client));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: preparingPool(pool, replica, { limit, cut: closeSilent, namesStatements: direct === null }),
    }),
    log: traceStatement,
  });
  return {
    kind: 'postgres',
    db,
    migrate: async () => {
      // A separate connection without a timeout, as a migration may take long.
      const client = new pg.Client({
        ...settings,
        connectionString: migrateUrl ?? direct ?? url,
        statement_timeout: 0,
        options: '-c timezone=UTC',
      });
      await client.connect();
      try {
        await client.query('begin');
        const applied = await migrateWithin({
          query: (text, values) => client.query(text, values),
          script: (text) => client.query(text),
        });
        if (migrateUrl !== null) {
          const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
          const [{ role }] = rows as [{ role: string }];
          const { rows: owners } = await client.query('select current_user as role');
          if (owners[0].role !== role) await client.query('call grant_runtime($1)', [role]);
        }
        await client.query('commit');
        return applied;
      } finally {
        // Closing rolls back what was not committed.
        await client.end();
      }
    },
    isAppendOnly: () => isAppendOnly(db),
    ping: () => {
      const ask = async () => {
        const client = await pool.connect();
        const late = setTimeout(() => closeSilent(client), pingTimeout);
        try {
          const { rows } = await client.query(isReadOnly);
          requireWritable(rows);
        } finally {
          clearTimeout(late);
          client.release();
        }
      };
      return withinPing(ask());
    },
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: mostConnections,
    }),
    listen: (channel, heard, lost) =>
      listenWith(new Connection({ ...settings, connectionString: direct ?? url }), { channel, heard, lost }),
    replica,
    missingSettings: async () => {
      const wanted = {
        ...sessionSettings,
        statement_timeout: `${statementTimeout / 1000}s`,
        idle_in_transaction_session_timeout: `${idleInTransaction / 1000}s`,
      };
      const { rows } = await sql<{ role: string; name: string; value: string }>`
        select quote_ident(current_user) as role, name, value
        from jsonb_each_text(${JSON.stringify(wanted)}::jsonb) as given (name, value)
        where current_setting(name) <> value and current_setting(name) <> 'Etc/' || value`.execute(db);
      return rows.map(({ role, name, value }) => `alter role ${role} set ${name} to '${value}'`);
    },
    close: async () => {
      await replica?.close();
      await db.destroy();
      // Kysely does not close a pool that it never used, but a ping uses the pool directly.
      if (!pool.ended) await pool.end();
    },
  };
}

/** Opens a database without changing its schema. Connection problems show with the first query. */
export async function openDatabase(place: DatabasePlace, options: DatabaseOptions = {}): Promise<Database> {
  if ('url' in place) return openPostgres(place, options);
  return openEmbedded('folder' in place ? place.folder : undefined, place.templates, options.isRestricted ?? false);
}
