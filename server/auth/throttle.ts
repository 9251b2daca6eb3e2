import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { currentCall } from '../callContext.ts';
import type { Db } from '../db/tables.ts';
import { ApiProblem } from '../problem.ts';
import type { Slowdown, Throttle } from './limits.ts';

/**
 * The key under which a network address is counted. An IPv6 address counts as its /64 network, as its owner has the
 * whole network; an IPv4-mapped address counts as IPv4.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** A limit and the key that an act is counted under. */
export type Count = { under: Throttle | Slowdown; key: string };

function tooMany(milliseconds: number): ApiProblem {
  return new ApiProblem('too_many_requests', { retry_after: Math.max(1, Math.ceil(milliseconds / 1000)) });
}

/** Notes for the headers of the answer what is left of a limit. */
function noteLeft({ shownAs: name, max, window }: Throttle, { hits, ends }: { hits: number; ends: Date }, now: Date) {
  if (name === undefined) return;
  const reset = Math.max(0, Math.ceil((ends.getTime() - now.getTime()) / 1000));
  const remaining = Math.max(0, max - hits);
  currentCall()?.limits.set(name, { name, max, window: window / 1000, remaining, reset });
}

/** Notes that an act was not counted after all. */
function noteRefund(under: Throttle | Slowdown): void {
  const name = 'max' in under ? under.shownAs : undefined;
  const left = name === undefined ? undefined : currentCall()?.limits.get(name);
  if (left) left.remaining = Math.min(left.max, left.remaining + 1);
}

/**
 * Counts an act before it is done, in the database: all server processes share the count, and parallel calls cannot
 * bypass it. Acts over the limit are refused and not counted.
 * @throws ApiProblem too_many_requests with the seconds until the window ends.
 */
export async function charge(db: Db, throttle: Throttle, key: string, now: Date): Promise<void> {
  const { scope, max, window } = throttle;
  const ends = new Date(now.getTime() + window);
  const row = await db
    .insertInto('throttles')
    .values({ scope, key_hash: keyHash(key), hits: 1, ends })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key_hash']).doUpdateSet({
        hits: sql`case when throttles.ends <= ${now}::timestamptz then 1 else least(throttles.hits + 1, ${max + 1}::int) end`,
        ends: sql`case when throttles.ends <= ${now}::timestamptz then excluded.ends else throttles.ends end`,
      }),
    )
    .returning(['hits', 'ends'])
    .executeTakeFirstOrThrow();
  noteLeft(throttle, row, now);
  if (row.hits > max) throw tooMany(row.ends.getTime() - now.getTime());
}

/**
 * Admits and counts an act if the pause after the previous one is over. Acts that come too early are not counted.
 * @throws ApiProblem too_many_requests with the seconds until the pause is over.
 */
async function slowDown(db: Db, { scope, free, longest, window }: Slowdown, key: string, now: Date): Promise<void> {
  const key_hash = keyHash(key);
  const ends = new Date(now.getTime() + window);
  // `ends` is the time of the last admitted act plus the window.
  const over = sql<Date>`throttles.ends
    + least(${longest}::int, 1000 * power(2, least(throttles.hits - ${free}::int, 20))) * interval '1 millisecond'`;
  const passed = await db
    .insertInto('throttles')
    .values({ scope, key_hash, hits: 1, ends })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key_hash']).doUpdateSet({
        hits: sql`case when throttles.ends <= ${now}::timestamptz then 1 else throttles.hits + 1 end`,
        // Concurrent calls may arrive out of order.
        ends: sql`greatest(throttles.ends, ${ends}::timestamptz)`,
      }).where(sql<boolean>`throttles.ends <= ${now}::timestamptz or throttles.hits < ${free}::int
          or ${over} <= ${ends}::timestamptz`),
    )
    .returning('hits')
    .executeTakeFirst();
  if (passed) return;
  const row = await db
    .selectFrom('throttles')
    .select(over.as('over'))
    .where('scope', '=', scope)
    .where('key_hash', '=', key_hash)
    .executeTakeFirst();
  throw tooMany(row ? row.over.getTime() - ends.getTime() : 0);
}

/**
 * Counts one act under each limit, or under none if one of them refuses.
 * @throws ApiProblem too_many_requests
 */
export async function chargeAll(db: Db, counts: readonly Count[], now: Date): Promise<void> {
  const all = async (trx: Db) => {
    const counted: Count['under'][] = [];
    try {
      for (const { under, key } of counts) {
        if ('max' in under) await charge(trx, under, key, now);
        else await slowDown(trx, under, key, now);
        counted.push(under);
      }
    } catch (error) {
      counted.forEach(noteRefund);
      throw error;
    }
  };
  // Locks are taken in the order of the list, which prevents deadlocks.
  if (db.isTransaction) await all(db);
  else await db.transaction().execute(all);
}

/**
 * Counts one act of a sign-in: under the known device until its count is used up, then under the limits for unknown
 * devices. Returns the counts that were charged.
 * @throws ApiProblem too_many_requests
 */
export async function chargeSignIn(
  db: Db,
  { device, strangers }: { device: Count | null; strangers: readonly Count[] },
  now: Date,
): Promise<readonly Count[]> {
  if (device && (await tryCharge(db, device, now))) return [device];
  await chargeAll(db, strangers, now);
  return strangers;
}

/** Counts one act and returns whether it is allowed. */
export async function tryCharge(db: Db, count: Count, now: Date): Promise<boolean> {
  try {
    await chargeAll(db, [count], now);
    return true;
  } catch (error) {
    if (error instanceof ApiProblem) return false;
    throw error;
  }
}

/** The current count under a key. */
export async function hitsOf(db: Db, { scope }: Throttle, key: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('throttles')
    .select('hits')
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash(key))
    .where('ends', '>', now)
    .executeTakeFirst();
  return row?.hits ?? 0;
}

/** Reverts one counted act that succeeded, or failed for a reason that is not the caller's. */
export async function refund(db: Db, counts: readonly Count[]): Promise<void> {
  for (const { under, key } of counts) {
    await db
      .updateTable('throttles')
      .set({ hits: sql`greatest(hits - 1, 0)` })
      .where('scope', '=', under.scope)
      .where('key_hash', '=', keyHash(key))
      .execute();
    noteRefund(under);
  }
}

/** Deletes counts. */
export async function deleteCounts(db: Db, counts: readonly Count[]): Promise<void> {
  for (const { under, key } of counts) {
    await db.deleteFrom('throttles').where('scope', '=', under.scope).where('key_hash', '=', keyHash(key)).execute();
    if ('max' in under && under.shownAs) currentCall()?.limits.delete(under.shownAs);
  }
}
