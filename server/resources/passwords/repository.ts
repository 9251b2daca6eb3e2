import type { Kysely } from 'kysely';
import type { PasswordOwner } from '../../auth/commonPasswords.ts';
import type { Tables } from '../../db/tables.ts';
import type { Recipient } from '../../notifications/events.ts';

type Db = Kysely<Tables>;

/** Stores a link by the hash of its token. */
export function insertReset(db: Db, reset: NewReset): Promise<void> {
  return insertResets(db, [reset]);
}

type NewReset = { token_hash: Buffer; user_id: string; created: Date; expires: Date };

/** Adds several links. */
export async function insertResets(db: Db, resets: readonly NewReset[]): Promise<void> {
  await db
    .insertInto('password_resets')
    .values([...resets])
    .execute();
}

/** The owner of a link, if it is valid. */
export function ownerOf(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<(PasswordOwner & { id: string; password_hash: string | null }) | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name', 'users.password_hash'])
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.expires', '>', now)
    .executeTakeFirst();
}

/** Consumes a link if it is valid; of concurrent calls only one gets the user's id. */
export async function takeReset(db: Db, tokenHash: Buffer, now: Date): Promise<string | null> {
  const row = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Whether a user still has this address, locked until the transaction ends. */
export async function hasAddress(trx: Db, userId: string, email: string): Promise<boolean> {
  const row = await trx.selectFrom('users').select('email').where('id', '=', userId).forUpdate().executeTakeFirst();
  return row?.email === email;
}

/** Deletes a link. */
export async function deleteReset(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('password_resets').where('token_hash', '=', tokenHash).execute();
}

/**
 * Sets a user's password; the database ends their sessions and other links. Returns the recipient of the notification.
 */
export function setPassword(db: Db, userId: string, password_hash: string): Promise<Recipient & { id: string }> {
  return db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', userId)
    .returning(['id', 'email', 'language', 'role'])
    .executeTakeFirstOrThrow();
}

/** A user's stored password, locked until the transaction ends. */
export async function lockPassword(trx: Db, userId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Deletes expired links. */
export async function deleteExpiredResets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('expires', '<=', now).execute();
}
