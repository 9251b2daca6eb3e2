import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type LogEvent, sql } from 'kysely';
import { currentCall } from '../callContext.ts';
import { type AppliedMigration, pendingMigrations } from './migrations.ts';
import type { Tables } from './tables.ts';

/** The type of 64-bit integers, which are read as numbers. */
export const bigintType = 20;

/** The type of days. */
export const dateType = 1082;

/** A day is `YYYY-MM-DD` without a time zone; as a Date it would be off by one in half of the world. */
export const asText = (value: string) => value;

/** Whether a role cannot change or delete entries of the audit log. */
export async function isAppendOnly(db: Kysely<Tables>): Promise<boolean> {
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
