import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { ApiProblem } from '../problem.ts';
import type { Throttle } from './limits.ts';

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
  if (row.hits > max) {
    const seconds = Math.max(1, Math.ceil((row.ends.getTime() - now.getTime()) / 1000));
    throw new ApiProblem('too_many_requests', { retry_after: seconds });
  }
}

/** Takes one counted act back: it went well, or failed for a reason that is not the caller's. */
export async function refund(db: Kysely<Tables>, { scope }: Throttle, key: string): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ hits: sql`greatest(hits - 1, 0)` })
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash(key))
    .execute();
}

/** Forgets what was counted under these scopes for a key. */
export async function forgive(db: Kysely<Tables>, throttles: Throttle[], key: string): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where(
      'scope',
      'in',
      throttles.map(({ scope }) => scope),
    )
    .where('key_hash', '=', keyHash(key))
    .execute();
}
