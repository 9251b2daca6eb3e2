import { createHash } from 'node:crypto';
import { type CompiledQuery, type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** Up to so many records a count is exact; the count of more may be `fresh` old. */
export const exactUpTo = 10_000;

/** How old a count may be before a call counts again, in seconds. Meanwhile the others are told the old one. */
const fresh = 5;

/** What moments in a query are rounded to for its name, in milliseconds: "not over yet" means another moment in each call. */
const grain = 10_000;

/**
 * What stands in the column beside each row: the count, and where it is from (`1200 0`). It is text, as only the first row's
 * is read.
 */
export type Beside = string;
const states = { known: 0, old: 1, counted: 2 };

/** Where the name of a count stands in a statement that is put together for many calls. */
export const countName = Buffer.alloc(0);

/** The name of a count: that of two counts is the same only where they ask for the same. */
export function nameOfCount({ sql: text, parameters }: { sql: string; parameters: readonly unknown[] }): Buffer {
  const values = parameters.map((value) => (value instanceof Date ? Math.floor(value.getTime() / grain) : value));
  return createHash('sha256')
    .update(JSON.stringify([text, values]))
    .digest();
}

/** Keeps the count of a long list for all processes. */
async function keep(db: Kysely<Tables>, name: Buffer, count: number): Promise<void> {
  if (count <= exactUpTo) await sql`delete from list_counts where name = ${name}`.execute(db);
  else
    await sql`insert into list_counts (name, count, counted, claimed)
      values (${name}, ${count}, clock_timestamp(), clock_timestamp())
      on conflict (name) do update set count = excluded.count, counted = excluded.counted`.execute(db);
}

/** Whether it is this call that counts again. */
async function claims(db: Kysely<Tables>, name: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`update list_counts set claimed = clock_timestamp()
    where name = ${name} and claimed <= clock_timestamp() - ${fresh} * interval '1 second'`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * How many records a list has, to be selected beside each row of a page of it. Long lists are not counted each time: the count
 * is kept in the database under `countName`, and one call at a time counts again (docs/decisions/147).
 */
export function countBeside(count: Expression<unknown>): RawBuilder<Beside> {
  // Asked only where the one before knows nothing.
  return sql<Beside>`coalesce(
    (select concat(count, ' ', (counted <= statement_timestamp() - ${sql.lit(fresh)} * interval '1 second')::int)
      from list_counts where name = ${countName}),
    (select concat(count, ' ', ${sql.lit(states.counted)}) from (${count}) as counted))`;
}

/** A count of its own. */
export async function countAlone(db: Kysely<Tables>, statement: CompiledQuery<{ count: number }>): Promise<number> {
  const { rows } = await db.executeQuery(statement);
  return rows[0]?.count ?? 0;
}

/** The count from the column beside a row. */
export async function countOf(
  db: Kysely<Tables>,
  beside: Beside,
  { name, statement }: { name: Buffer; statement: CompiledQuery<{ count: number }> },
): Promise<number> {
  const [count = 0, state] = beside.split(' ').map(Number);
  if (state === states.known || count <= exactUpTo) return count;
  if (state === states.old && !(await claims(db, name))) return count;
  const counted = state === states.old ? await countAlone(db, statement) : count;
  await keep(db, name, counted);
  return counted;
}

/** Forgets counts that nobody has asked for in a while. */
export async function sweepCounts(db: Kysely<Tables>): Promise<void> {
  await sql`delete from list_counts where counted < clock_timestamp() - interval '1 hour'`.execute(db);
}
