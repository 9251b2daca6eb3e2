import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { Recipient } from '../../notifications/events.ts';

type Db = Kysely<Tables>;

/** Keeps a change until its address is confirmed, in the place of one that waits already. */
export async function replaceChange(trx: Db, change: Insertable<Tables['email_changes']>): Promise<void> {
  await deleteChange(trx, change.user_id);
  await trx.insertInto('email_changes').values(change).execute();
}

/** The change of a person that waits to be confirmed. */
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

/** Forgets the change of a person that waits to be confirmed. */
export async function deleteChange(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute();
}

/** Uses the link of a change up, if it is still good: of parallel calls one gets the change. */
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

/** Keeps the way back to a former address. */
export async function insertUndo(trx: Db, undo: Insertable<Tables['email_undos']>): Promise<void> {
  await trx.insertInto('email_undos').values(undo).execute();
}

/** Uses a way back up, if it is still good: of parallel calls one gets it. */
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

/** The oldest way back to an address that a person has, if one is still good. */
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

/** Forgets the ways back of a person, or those of a change and of all that came after it. */
export async function deleteUndos(trx: Db, userId: string, since?: number): Promise<void> {
  let undos = trx.deleteFrom('email_undos').where('user_id', '=', userId);
  if (since !== undefined) undos = undos.where('number', '>=', since);
  await undos.execute();
}

/** Whom a change is about, and what is kept of them, which nobody else changes until the transaction ends. */
export function lockPerson(trx: Db, id: string): Promise<(Recipient & { id: string }) | undefined> {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'language', 'role'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Forgets the links that have run out. */
export async function sweepEmailChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires', '<=', now).execute();
  await db.deleteFrom('email_undos').where('expires', '<=', now).execute();
}
