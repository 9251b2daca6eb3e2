import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { limits } from './limits.ts';
import { randomToken, tokenHash } from './secrets.ts';

type Db = Kysely<Tables>;

/**
 * Whether a browser has completed a sign-in of the account with this e-mail (in lower case). Asked in the same way for
 * addresses without an account, so that no stopwatch tells which have one.
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

/** Whether the token was given out here, to whichever account. */
async function isOurs(db: Db, token: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('token_hash', '=', tokenHash(token))
    .where('expires', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Remembers the browser of somebody who has just signed in completely. A token of ours is kept, so that a browser that
 * several people share has one; any other is replaced. Answers the token that the browser has to keep.
 */
export async function rememberDevice(db: Db, token: string | undefined, userId: string, now: Date): Promise<string> {
  const kept = token !== undefined && (await isOurs(db, token, now)) ? token : randomToken();
  const expires = new Date(now.getTime() + limits.knownDevice);
  await db
    .insertInto('known_devices')
    .values({ token_hash: tokenHash(kept), user_id: userId, created: now, expires })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ expires }))
    .execute();
  return kept;
}

type KnownDevice = Selectable<Tables['known_devices']>;

/** A browser as it is kept, to be restored after a change that makes the database forget all of a person's. */
export async function findDevice(db: Db, token: string | undefined, userId: string): Promise<KnownDevice | undefined> {
  if (token === undefined) return undefined;
  return db
    .selectFrom('known_devices')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Keeps a browser that was forgotten with its person's others, if it was. */
export async function restoreDevice(db: Db, device: KnownDevice): Promise<void> {
  await db
    .insertInto('known_devices')
    .values(device)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forgets the browsers that have not signed in for long. */
export async function sweepDevices(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('expires', '<=', now).execute();
}
