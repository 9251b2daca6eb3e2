import { createHash } from 'node:crypto';
import { type Compilable, type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** Up to so many records a count is exact; the count of more may be `fresh` old. */
const exactUpTo = 10_000;

/** How old a count may be before somebody counts again, in seconds, and how old it may be meanwhile. */
const [fresh, usable] = [5, 60];

/** What moments in a query are rounded to for its name, in milliseconds: "not over yet" means another moment in each call. */
const grain = 10_000;

/** What stands in the column beside each row: the count, and where it is from. */
export type Beside = [count: number, state: number];
const states = { known: 0, old: 1, counted: 2 };

/** The name of a count: that of two counts is the same only where they ask for the same. */
function nameOf({ sql: text, parameters }: { sql: string; parameters: readonly unknown[] }): Buffer {
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
 * How many records a list has, counted within the query for one page of it. Long lists are not counted each time: the count
 * is kept in the database, and one call at a time counts again (docs/decisions/147).
 */
export function countBeside(
  db: Kysely<Tables>,
  query: Compilable & Expression<unknown>,
): {
  /** To be selected with each row. */
  column: RawBuilder<Beside>;
  /** The count from that column. */
  of: (beside: Beside) => Promise<number>;
  /** The count where there is no row. */
  alone: () => Promise<number>;
} {
  const name = nameOf(query.compile());
  const alone = async () => {
    const { rows } = await sql<{ count: number }>`${query}`.execute(db);
    return rows[0]?.count ?? 0;
  };
  return {
    // Asked only where the one before knows nothing.
    column: sql<Beside>`coalesce(
      (select array[count, (counted <= statement_timestamp() - ${sql.lit(fresh)} * interval '1 second')::int]
        from list_counts where name = ${name} and counted > statement_timestamp() - ${sql.lit(usable)} * interval '1 second'),
      (select array[count, ${sql.lit(states.counted)}] from (${query}) as counted))`,
    of: async ([count, state]) => {
      if (state === states.known || count <= exactUpTo) return count;
      if (state === states.old && !(await claims(db, name))) return count;
      const counted = state === states.old ? await alone() : count;
      await keep(db, name, counted);
      return counted;
    },
    alone,
  };
}

/** Forgets counts that nobody has asked for in a while. */
export async function sweepCounts(db: Kysely<Tables>): Promise<void> {
  await sql`delete from list_counts where counted < clock_timestamp() - interval '1 hour'`.execute(db);
}
