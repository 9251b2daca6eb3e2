import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { ApiProblem } from '../problem.ts';
import type { Slowdown, Throttle } from './limits.ts';

/**
 * What a network address is counted as. Whoever has one IPv6 address has the 2^64 beside it, so those count as one; an
 * IPv4 address written as IPv6 counts as itself.
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

/** What one act is counted under. */
export type Count = { under: Throttle | Slowdown; key: string };

function tooMany(milliseconds: number): ApiProblem {
  return new ApiProblem('too_many_requests', { retry_after: Math.max(1, Math.ceil(milliseconds / 1000)) });
}

/**
 * Counts one act, before it is done, in the database: all server processes count together, and parallel calls cannot
 * slip past. What is over the limit is refused and not counted further.
 * @throws ApiProblem too_many_requests with the seconds until the window ends.
 */
export async function charge(
  db: Kysely<Tables>,
  { scope, max, window }: Throttle,
  key: string,
  now: Date,
): Promise<void> {
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
  if (row.hits > max) throw tooMany(row.ends.getTime() - now.getTime());
}

/**
 * Lets one act pass if the pause since the one before it is over, and counts it. One that comes too early is not counted.
 * @throws ApiProblem too_many_requests with the seconds until the pause is over.
 */
async function slowDown(
  db: Kysely<Tables>,
  { scope, free, longest, window }: Slowdown,
  key: string,
  now: Date,
): Promise<void> {
  const key_hash = keyHash(key);
  const ends = new Date(now.getTime() + window);
  // `ends` is the last act that passed, and the window.
  const over = sql<Date>`throttles.ends
    + least(${longest}::int, 1000 * power(2, least(throttles.hits - ${free}::int, 20))) * interval '1 millisecond'`;
  const passed = await db
    .insertInto('throttles')
    .values({ scope, key_hash, hits: 1, ends })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key_hash']).doUpdateSet({
        hits: sql`case when throttles.ends <= ${now}::timestamptz then 1 else throttles.hits + 1 end`,
        // Calls of one moment do not arrive in the order of their clocks.
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
 * Counts one act under each of these, or under none where one of them refuses.
 * @throws ApiProblem too_many_requests
 */
export async function chargeAll(db: Kysely<Tables>, counts: readonly Count[], now: Date): Promise<void> {
  const all = async (trx: Kysely<Tables>) => {
    for (const { under, key } of counts) {
      if ('max' in under) await charge(trx, under, key, now);
      else await slowDown(trx, under, key, now);
    }
  };
  // Always in the order of the list, so that two calls cannot wait for each other.
  if (db.isTransaction) await all(db);
  else await db.transaction().execute(all);
}

/**
 * Counts one act of somebody who signs in: under their known device while that has not used its count up, otherwise among
 * strangers. Answers what it was counted under.
 * @throws ApiProblem too_many_requests
 */
export async function chargeAtDoor(
  db: Kysely<Tables>,
  { device, strangers }: { device: Count | null; strangers: readonly Count[] },
  now: Date,
): Promise<readonly Count[]> {
  if (device && (await mayPass(db, device, now))) return [device];
  await chargeAll(db, strangers, now);
  return strangers;
}

/** Counts one act, and answers whether it may be done. */
export async function mayPass(db: Kysely<Tables>, count: Count, now: Date): Promise<boolean> {
  try {
    await chargeAll(db, [count], now);
    return true;
  } catch (error) {
    if (error instanceof ApiProblem) return false;
    throw error;
  }
}

/** How often something has been counted under a key. */
export async function hitsOf(db: Kysely<Tables>, { scope }: Throttle, key: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('throttles')
    .select('hits')
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash(key))
    .where('ends', '>', now)
    .executeTakeFirst();
  return row?.hits ?? 0;
}

/** Takes one counted act back: it went well, or failed for a reason that is not the caller's. */
export async function refund(db: Kysely<Tables>, counts: readonly Count[]): Promise<void> {
  for (const { under, key } of counts)
    await db
      .updateTable('throttles')
      .set({ hits: sql`greatest(hits - 1, 0)` })
      .where('scope', '=', under.scope)
      .where('key_hash', '=', keyHash(key))
      .execute();
}

/** Forgets what was counted. */
export async function forgive(db: Kysely<Tables>, counts: readonly Count[]): Promise<void> {
  for (const { under, key } of counts)
    await db.deleteFrom('throttles').where('scope', '=', under.scope).where('key_hash', '=', keyHash(key)).execute();
}
