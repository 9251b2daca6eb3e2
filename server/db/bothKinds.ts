import { setTimeout as sleep } from 'node:timers/promises';
import { type LogEvent, sql } from 'kysely';
import { currentCall } from '../callContext.ts';
import { type AppliedMigration, pendingMigrations } from './migrations.ts';
import type { Replica } from './replica.ts';
import type { Db } from './tables.ts';

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
  db: Db;
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

/** The type of 64-bit integers, which are read as numbers. */
export const bigintType = 20;

/** The type of days. */
export const dateType = 1082;

/** A day is `YYYY-MM-DD` without a time zone; as a Date it would be off by one in half of the world. */
export const asText = (value: string) => value;

/** Whether a role cannot change or delete entries of the audit log. */
export async function isAppendOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege('audit_entries', 'update, delete, truncate') as may`.execute(db);
  return !rows[0]?.may;
}

/** Maximum length of a statement in a trace, in characters. */
const longestText = 2_000;

/** Adds a statement to the trace of the call that runs it: with placeholders, so without its values. */
export function traceStatement(event: LogEvent): void {
  const span = currentCall()?.span;
  if (!span) return;
  const { query, queryDurationMillis } = event;
  const name = /\w+/.exec(query.sql)?.[0].toLowerCase() ?? 'statement';
  const facts = { 'db.system.name': 'postgresql', 'db.query.text': query.sql.slice(0, longestText) };
  span.addPart(name, queryDurationMillis, facts, event.level === 'error' ? event.error : undefined);
}

/** Timeout of a ping, in milliseconds: less than that of a readiness probe. */
export const pingTimeout = 2_000;

/** A standby, and a database with `default_transaction_read_only`, answer yes. */
export const isReadOnly = `select current_setting('transaction_read_only')::bool as "isReadOnly"`;

/** @throws if the row of `isReadOnly` says so */
export function requireWritable([row]: unknown[]): void {
  if ((row as { isReadOnly: boolean } | undefined)?.isReadOnly !== false) throw new Error('The database is read-only.');
}

/** @throws if a ping times out. */
export async function withinPing(answer: Promise<void>): Promise<void> {
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

/** The key of the advisory lock for migrations. */
const migrationLock = 7_305_201;

/** Runs statements in the transaction of the migration. */
type Run = {
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  script: (text: string) => Promise<unknown>;
};

/** Applies the pending migrations of a database in the transaction of `run`. Returns their names. */
export async function migrateWithin({ query, script }: Run): Promise<string[]> {
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
