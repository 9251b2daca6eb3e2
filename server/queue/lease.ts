import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../db/tables.ts';

/**
 * Tables whose rows are tasks for any process. A row may be claimed from `due` on; `tries` counts the claims. A claim
 * moves `due` to the end of a lease, so that tasks of a crashed process become due again.
 */
type LeasedTable = 'mail_outbox' | 'push_messages' | 'security_forwarding' | 'tasks' | 'webhook_deliveries';

/** The retry policy, in milliseconds. */
export type Retries = {
  /** The pause after the first failure; it doubles with each failure, up to `longest`. */
  first: number;
  longest: number;
  /** Maximum number of attempts; omitted: limited by time only. */
  maxAttempts?: number;
  /** The part of a pause that is random, so that tasks that failed together are not retried together; none by default. */
  jitter?: number;
};

/** The time of the next attempt after a failure, or null: too many attempts, or too late. */
export function nextAttempt(
  { first, longest, maxAttempts = Infinity, jitter = 0 }: Retries,
  { tries, now, until }: { tries: number; now: Date; until?: Date },
): Date | null {
  if (tries >= maxAttempts) return null;
  const pause = Math.min(longest, first * 2 ** (tries - 1));
  const due = new Date(now.getTime() + pause * (1 - jitter * Math.random()));
  return until && due >= until ? null : due;
}

/**
 * Claims the rows that have been due longest, until the lease ends; rows that other processes are claiming are skipped.
 * @param options.until when the lease ends
 * @param options.only a condition on the rows
 * @param options.set other columns to write
 */
export async function claimDue<Table extends LeasedTable, Column extends keyof Selectable<Tables[Table]> & string>(
  handle: Db,
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
  // An array is selected once. A plan may select `in (…)` again for each row, and each time skips what it has claimed before.
  const { rows } = await sql<Pick<Selectable<Tables[Table]>, Column>>`
    update ${sql.table(table)} set ${changes}
    where id = any(array(
      select id from ${sql.table(table)} where due <= ${now}::timestamptz and ${only}
      order by due, id limit ${most} for update skip locked
    ))
    returning ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(handle);
  return rows;
}

/**
 * Renews a lease at intervals while a task runs. `lost` is aborted once another process has claimed it.
 * @param renew returns whether the lease is still held
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
