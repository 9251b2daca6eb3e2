import { findLink, passwordLinks } from '../../auth/mailedLinks.ts';
import type { Db } from '../../db/tables.ts';
import type { Recipient } from '../../notifications/events.ts';
import { type Account, findAccountById } from '../auth/repository.ts';

/** The owner of a valid link to a new password. */
export async function ownerOf(db: Db, token: string, now: Date): Promise<Account | undefined> {
  const link = await findLink(db, passwordLinks, token, now);
  return link && findAccountById(db, link.user_id);
}

/** Whether a user still has this address, locked until the transaction ends. */
export async function hasAddress(trx: Db, userId: string, email: string): Promise<boolean> {
  const row = await trx.selectFrom('users').select('email').where('id', '=', userId).forUpdate().executeTakeFirst();
  return row?.email === email;
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
