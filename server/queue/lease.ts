import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';

/**
 * Tables whose rows are work for any process. `due` says from when on a row may be claimed, `tries` how often it was. A claim
 * moves `due` to the end of a lease, so the work of a process that dies comes up again.
 */
type LeasedTable = 'mail_outbox' | 'tasks';

/** How work that has failed is tried again, in milliseconds. */
export type Retries = {
  /** The pause after the first failure; it doubles with each, up to `longest`. */
  first: number;
  longest: number;
  /** How often work is tried before it is given up; left out: as often as its time allows. */
  most?: number;
};

/** When work that has failed is tried again, or null where it is given up: too many tries, or the next one comes too late. */
export function nextTry(
  { first, longest, most = Infinity }: Retries,
  { tries, now, until }: { tries: number; now: Date; until?: Date },
): Date | null {
  if (tries >= most) return null;
  const due = new Date(now.getTime() + Math.min(longest, first * 2 ** (tries - 1)));
  return until && due >= until ? null : due;
}

/**
 * Claims the rows that have been due longest. No other process gets them until the lease ends; rows that others are
 * claiming at the same moment are passed over.
 * @param options.until when the lease ends
 * @param options.only a condition on the rows
 * @param options.set what else is written into claimed rows
 */
export async function claimDue<Table extends LeasedTable, Column extends keyof Selectable<Tables[Table]> & string>(
  handle: Kysely<Tables>,
  table: Table,
  {
    now,
    until,
    most,
    columns,
    only = sql`true`,
    set = [],
  }: {
    now: Date;
    until: Date;
    most: number;
    columns: readonly Column[];
    only?: RawBuilder<unknown>;
    set?: readonly RawBuilder<unknown>[];
  },
): Promise<Pick<Selectable<Tables[Table]>, Column>[]> {
  const changes = sql.join([sql`due = ${until}::timestamptz`, sql`tries = tries + 1`, ...set]);
  const { rows } = await sql<Pick<Selectable<Tables[Table]>, Column>>`
    update ${sql.table(table)} set ${changes}
    where id in (
      select id from ${sql.table(table)} where due <= ${now}::timestamptz and ${only}
      order by due, id limit ${most} for update skip locked
    )
    returning ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(handle);
  return rows;
}

/**
 * Renews a lease every so often while work goes on. `lost` is aborted once somebody else has the work.
 * @param renew answers whether the lease is still one's own
 */
export function startHeartbeat(
  every: number,
  renew: () => Promise<boolean>,
  onError: (error: unknown) => void,
): { lost: AbortSignal; stop: () => void } {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew().then((isOurs) => {
      if (!isOurs) lost.abort();
    }, onError);
  }, every);
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}
