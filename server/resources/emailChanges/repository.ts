import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { Recipient } from '../../notifications/events.ts';

type Db = Kysely<Tables>;

/** Stores an unconfirmed change, replacing an earlier one. */
export async function replaceChange(trx: Db, change: Insertable<Tables['email_changes']>): Promise<void> {
  await deleteChange(trx, change.user_id);
  await trx.insertInto('email_changes').values(change).execute();
}

/** The unconfirmed change of a user. */
export function findChange(
  db: Db,
  userId: string,
  now: Date,
): Promise<Pick<Selectable<Tables['email_changes']>, 'email' | 'expires'> | undefined> {
  return db
    .selectFrom('email_changes')
    .select(['email', 'expires'])
    .where('user_id', '=', userId)
    .where('expires', '>', now)
    .executeTakeFirst();
}

/** Deletes the unconfirmed change of a user. */
export async function deleteChange(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute();
}

/** Consumes the link of a change if it is valid; of concurrent calls only one gets the change. */
export function takeChange(
  trx: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Selectable<Tables['email_changes']> | undefined> {
  return trx
    .deleteFrom('email_changes')
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Stores an undo link for a former address. */
export async function insertUndo(trx: Db, undo: Insertable<Tables['email_undos']>): Promise<void> {
  await trx.insertInto('email_undos').values(undo).execute();
}

/** Consumes an undo link if it is valid; of concurrent calls only one gets it. */
export function takeUndo(
  trx: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Selectable<Tables['email_undos']> | undefined> {
  return trx
    .deleteFrom('email_undos')
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** The oldest valid undo link that leads back from an address of a user. */
export function findUndoTo(
  trx: Db,
  { user_id, email, now }: { user_id: string; email: string; now: Date },
): Promise<Pick<Selectable<Tables['email_undos']>, 'number'> | undefined> {
  return trx
    .selectFrom('email_undos')
    .select('number')
    .where('user_id', '=', user_id)
    .where('email', '=', email)
    .where('expires', '>', now)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes the undo links of a user, or those of a change and later ones. */
export async function deleteUndos(trx: Db, userId: string, since?: number): Promise<void> {
  let undos = trx.deleteFrom('email_undos').where('user_id', '=', userId);
  if (since !== undefined) undos = undos.where('number', '>=', since);
  await undos.execute();
}

/** The recipient of mails about a change, with the stored password, locked until the transaction ends. */
export function lockPerson(trx: Db, id: string): Promise<(Recipient & { id: string }) | undefined> {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'language', 'role'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes expired links. */
export async function deleteExpiredEmailChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires', '<=', now).execute();
  await db.deleteFrom('email_undos').where('expires', '<=', now).execute();
}
