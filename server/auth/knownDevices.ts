import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../db/tables.ts';
import { limits } from './limits.ts';
import { deviceTokenOf, randomToken, tokenHash } from './secrets.ts';

/**
 * Whether a browser has completed a sign-in to the account with this e-mail (in lower case), or its person has opened a mailed link there. The query is the same for
 * addresses without an account, so that response times do not reveal accounts.
 */
export async function isKnownDevice(db: Db, token: string | undefined, email: string, now: Date): Promise<boolean> {
  if (token === undefined) return false;
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.user_id')
    .where('known_devices.token_hash', '=', tokenHash(token))
    .where('known_devices.expires', '>', now)
    .where('users.email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this server has issued the token, for any account. */
async function isIssued(db: Db, token: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('token_hash', '=', tokenHash(token))
    .where('expires', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Remembers the browser after a completed sign-in. A valid token is reused, so that a browser shared by several people
 * has one token; any other is replaced. Returns the token for the browser to store, and whether the account knew only
 * other devices so far.
 */
export async function rememberDevice(
  db: Db,
  token: string | undefined,
  userId: string,
  now: Date,
): Promise<{ token: string; isNew: boolean }> {
  const known = await db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('expires', '>', now)
    .where('has_signed_in', '=', true)
    .execute();
  const kept = token !== undefined && (await isIssued(db, token, now)) ? token : randomToken();
  const expires = new Date(now.getTime() + limits.knownDevice);
  await db
    .insertInto('known_devices')
    .values({ token_hash: tokenHash(kept), user_id: userId, created: now, expires })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ expires, has_signed_in: true }))
    .execute();
  const isKnown = known.some(({ token_hash }) => tokenHash(kept).equals(token_hash));
  return { token: kept, isNew: known.length > 0 && !isKnown };
}

/**
 * Makes the browser known for an hour in which the person has opened a mailed link, so that no stranger keeps them out of it. A valid token
 * is reused. Returns the token for the browser to store.
 */
export async function admitDevice(
  db: Db,
  { token, link, userId }: { token: string | undefined; link: string; userId: string },
  now: Date,
): Promise<string> {
  const kept = token !== undefined && (await isIssued(db, token, now)) ? token : deviceTokenOf(link);
  const expires = new Date(now.getTime() + limits.linkedDevice);
  await db
    .insertInto('known_devices')
    .values({ token_hash: tokenHash(kept), user_id: userId, created: now, expires, has_signed_in: false })
    .onConflict((conflict) =>
      conflict
        .columns(['token_hash', 'user_id'])
        .doUpdateSet({ expires: sql`greatest(known_devices.expires, excluded.expires)` }),
    )
    .execute();
  return kept;
}

type KnownDevice = Selectable<Tables['known_devices']>;

/** A known device, to be restored after a change that makes the database delete all devices of its user. */
export async function findDevice(db: Db, token: string | undefined, userId: string): Promise<KnownDevice | undefined> {
  if (token === undefined) return undefined;
  return db
    .selectFrom('known_devices')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Restores a known device that the database may have deleted. */
export async function restoreDevice(db: Db, device: KnownDevice): Promise<void> {
  await db
    .insertInto('known_devices')
    .values(device)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes expired known devices. */
export async function deleteExpiredDevices(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('expires', '<=', now).execute();
}
