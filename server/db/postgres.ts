import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import {
  asText,
  bigintType,
  dateType,
  isAppendOnly,
  isReadOnly,
  migrateWithin,
  pingTimeout,
  requireWritable,
  traceStatement,
  withinPing,
  type Database,
  type DatabaseOptions,
  type DatabasePlace,
} from './bothKinds.ts';
import { Connection } from './connection.ts';
import { followReplica, type Replica } from './replica.ts';
import { preparingPool } from './statements.ts';
import type { Db, Tables } from './tables.ts';

/** Default timeout of one PostgreSQL statement, in milliseconds. */
const defaultQueryTimeout = 30_000;

/**
 * How long after the timeout a silent connection counts as dead: by then PostgreSQL has cancelled a slow statement
 * itself.
 */
const silenceGrace = 5_000;

/** Maximum number of connections of a process. */
const mostConnections = 10;

const instantType = 1184;
const byDriver = pg.types.getTypeParser(instantType, 'text');

/** In UTC PostgreSQL writes an instant nearly as ISO 8601; the driver parses others, such as `infinity`. */
function asInstant(value: string): unknown {
  const isPlain = value.endsWith('+00') && value[10] === ' ';
  return isPlain ? new Date(`${value.slice(0, 10)}T${value.slice(11, -3)}Z`) : byDriver(value);
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

/** What all connections to the server have in common. */
const connectionSettings = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  application_name: 'signboard',
};

const poolSettings = {
  ...connectionSettings,
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

/** The settings of each session, which a pooler refuses: there the role has them. */
const settingsOfSession = (statementTimeout: number) => ({
  statement_timeout: statementTimeout,
  idle_in_transaction_session_timeout: idleInTransaction,
  options: Object.entries(sessionSettings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
});

function openReplica(primary: pg.Pool, url: string, statementTimeout: number): Replica {
  const pool = new pg.Pool({ ...poolSettings, ...settingsOfSession(statementTimeout), connectionString: url });
  const replica = followReplica(primary, pool);
  pool.on('error', () => replica.noteFailure());
  return replica;
}

/** Keeps the errors of connections from ending the process. Returns what closes a silent connection and the idle ones. */
function watchConnections(pool: pg.Pool, replica: Replica | null): (client: pg.PoolClient) => void {
  const idle = new Set<pg.PoolClient>();
  for (const each of replica ? [pool, replica.pool] : [pool])
    each.on('connect', (client) => {
      // The pending statement fails by itself; without a listener the error event would end the process.
      client.on('error', () => undefined);
    });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => idle.delete(client));
  // Without a listener, an idle connection closed by the server would end the process; the next query opens another.
  pool.on('error', (_error, client) => idle.delete(client));
  // A failover silences all connections at once; each idle one would cost a caller the whole timeout.
  return (silent) => {
    for (const client of [silent, ...idle]) if (client instanceof Connection) client.closeNow();
  };
}

/** Applies pending migrations on a connection of its own, without a timeout, as one may take long. Returns their names. */
async function migrateServer({ url, migrateUrl, direct }: PostgresPlace, db: Db): Promise<string[]> {
  const client = new pg.Client({
    ...connectionSettings,
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
    if (migrateUrl) await grantRuntime(client, db);
    await client.query('commit');
    return applied;
  } finally {
    // Closing rolls back what was not committed.
    await client.end();
  }
}

/** Allows the role of `db` only to add to the logs, if it is not the owner, as whom `client` is connected. */
async function grantRuntime(client: pg.Client, db: Db): Promise<void> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  const [{ role }] = rows as [{ role: string }];
  const { rows: owners } = await client.query('select current_user as role');
  if (owners[0].role !== role) await client.query('call grant_runtime($1)', [role]);
}

async function ping(pool: pg.Pool, closeSilent: (client: pg.PoolClient) => void): Promise<void> {
  const client = await pool.connect();
  const late = setTimeout(() => closeSilent(client), pingTimeout);
  try {
    const { rows } = await client.query(isReadOnly);
    requireWritable(rows);
  } finally {
    clearTimeout(late);
    client.release();
  }
}

async function missingSettings(db: Db, statementTimeout: number): Promise<string[]> {
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
}

/** Opens a database on a PostgreSQL server. */
export function openPostgres(place: PostgresPlace, { queryTimeout }: DatabaseOptions): Database {
  const { url, direct = null, replicaUrl = null } = place;
  const statementTimeout = queryTimeout ?? defaultQueryTimeout;
  const isPooled = direct !== null;
  const pool = new pg.Pool({
    ...poolSettings,
    connectionString: url,
    ...(isPooled ? {} : settingsOfSession(statementTimeout)),
  });
  const replica = replicaUrl === null ? null : openReplica(pool, replicaUrl, statementTimeout);
  const closeSilent = watchConnections(pool, replica);
  const limit = queryTimeout === undefined ? null : queryTimeout + silenceGrace;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: preparingPool(pool, replica, { limit, cut: closeSilent, namesStatements: !isPooled }),
    }),
    log: traceStatement,
  });
  return {
    kind: 'postgres',
    db,
    migrate: () => migrateServer(place, db),
    isAppendOnly: () => isAppendOnly(db),
    ping: () => withinPing(ping(pool, closeSilent)),
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: mostConnections,
    }),
    listen: (channel, heard, lost) =>
      listenWith(new Connection({ ...connectionSettings, connectionString: direct ?? url }), { channel, heard, lost }),
    replica,
    missingSettings: () => missingSettings(db, statementTimeout),
    close: async () => {
      await replica?.close();
      await db.destroy();
      // Kysely does not close a pool that it never used, but a ping uses the pool directly.
      if (!pool.ended) await pool.end();
    },
  };
}
