import { createHash } from 'node:crypto';
import { type CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/tables.ts';

/** Counts up to this number are exact; larger ones may be `maxAge` old. */
export const exactUpTo = 10_000;

/** The age after which a call refreshes a count, in seconds. Other calls get the old count meanwhile. */
const maxAge = 5;

/**
 * Times in a query are rounded to this for the key, in milliseconds: a condition such as "not over yet" has another
 * time in each call.
 */
const timeGranularity = 10_000;

/** The column `total` of each row: the count and its state, such as `1200 0`. Only the first row's is parsed. */
export type CountColumn = string;
const states = { cached: 0, stale: 1, counted: 2 };

/** Placeholder for the key of a count in a cached statement. */
export const countKey = Buffer.alloc(0);

/** The key of a count: two queries share a count only if text and parameters are the same. */
export function countKeyOf({ sql: text, parameters }: { sql: string; parameters: readonly unknown[] }): Buffer {
  const values = parameters.map((value) =>
    value instanceof Date ? Math.floor(value.getTime() / timeGranularity) : value,
  );
  return createHash('sha256')
    .update(JSON.stringify([text, values]))
    .digest();
}

/** Stores the count of a long list for all processes. */
async function storeCount(db: Db, name: Buffer, count: number): Promise<void> {
  if (count <= exactUpTo) await sql`delete from list_counts where name = ${name}`.execute(db);
  else
    await sql`insert into list_counts (name, count, counted, claimed)
      values (${name}, ${count}, clock_timestamp(), clock_timestamp())
      on conflict (name) do update set count = excluded.count, counted = excluded.counted`.execute(db);
}

/** Whether this call is to refresh the count. */
async function claimsRefresh(db: Db, name: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`update list_counts set claimed = clock_timestamp()
    where name = ${name} and claimed <= clock_timestamp() - ${maxAge} * interval '1 second'`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * The number of records of a list, as a column of each row of a page. Counts of long lists are cached in the database
 * under `countKey`, and one call at a time refreshes them (decision 147).
 */
export function countColumn(count: Expression<unknown>): RawBuilder<CountColumn> {
  // `coalesce` evaluates the second query only if the first returns nothing.
  return sql<CountColumn>`coalesce(
    (select concat(count, ' ', (counted <= statement_timestamp() - ${sql.lit(maxAge)} * interval '1 second')::int)
      from list_counts where name = ${countKey}),
    (select concat(count, ' ', ${sql.lit(states.counted)}) from (${count}) as counted))`;
}

/** Runs the query of a count alone. */
export async function runCount(db: Db, statement: CompiledQuery<{ count: number }>): Promise<number> {
  const { rows } = await db.executeQuery(statement);
  return rows[0]?.count ?? 0;
}

/** The count from the column of a row. */
export async function countOf(
  db: Db,
  beside: CountColumn,
  { name, statement }: { name: Buffer; statement: CompiledQuery<{ count: number }> },
): Promise<number> {
  const [count = 0, state] = beside.split(' ').map(Number);
  if (state === states.cached || count <= exactUpTo) return count;
  if (state === states.stale && !(await claimsRefresh(db, name))) return count;
  const counted = state === states.stale ? await runCount(db, statement) : count;
  await storeCount(db, name, counted);
  return counted;
}

/** Deletes counts that were not refreshed for an hour. */
export async function deleteStaleCounts(db: Db): Promise<void> {
  await sql`delete from list_counts where counted < clock_timestamp() - interval '1 hour'`.execute(db);
}
