import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

/** Remembers a sign-in that goes to the provider now. */
export async function insertState(
  db: Db,
  state: { state_hash: Buffer; token_hash: Buffer; created: Date; expires: Date },
): Promise<void> {
  await db.insertInto('openid_states').values(state).execute();
}

/** Uses a sign-in up, if it is the client's own and still good: of parallel calls one gets true. */
export async function takeState(db: Db, stateHash: Buffer, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .deleteFrom('openid_states')
    .where('state_hash', '=', stateHash)
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .returning('created')
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of the person to whom a national ID belongs. */
export async function findIdentity(db: Db, issuer: string, subjectKey: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('national_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject_key', '=', subjectKey)
    .executeTakeFirst();
  return row?.user_id;
}

/** Gives a national ID to a person; false where it, or the person, has another already. */
export async function insertIdentity(trx: Db, identity: Insertable<Tables['national_identities']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('national_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether a person has a national ID of this provider. */
export async function hasIdentity(db: Db, issuer: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('national_identities')
    .select('id')
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The national IDs of a person, the oldest first. */
export function listIdentities(db: Db, userId: string) {
  return db
    .selectFrom('national_identities')
    .select(['id', 'issuer', 'linked'])
    .where('user_id', '=', userId)
    .orderBy('linked')
    .orderBy('id')
    .execute();
}

/** Unlinks a national ID of a person; false where they have none with this id. The database ends their sessions and links. */
export async function deleteIdentity(trx: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('national_identities')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Unlinks every national ID of a person. */
export async function unlinkAll(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('national_identities').where('user_id', '=', userId).execute();
}

/** Keeps a national ID until the link that was mailed for it is opened. */
export async function insertLink(trx: Db, link: Insertable<Tables['national_identity_links']>): Promise<void> {
  await trx.insertInto('national_identity_links').values(link).execute();
}

/** Uses such a link up, if it is still good: of parallel calls one gets it. */
export function takeLink(
  trx: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Selectable<Tables['national_identity_links']> | undefined> {
  return trx
    .deleteFrom('national_identity_links')
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Forgets sign-ins that never came back, and links that nobody has opened in time. */
export async function sweepStates(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('national_identity_links').where('expires', '<=', now).execute();
  await db.deleteFrom('openid_states').where('expires', '<=', now).execute();
}
