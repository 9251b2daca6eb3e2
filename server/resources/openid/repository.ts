import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { IdentityKind } from './linkedIdentities.ts';

type Db = Kysely<Tables>;

/** The kind of a sign-in at a provider. */
export type OpenidPurpose = 'national_id' | 'single_sign_on';

/** Stores a sign-in that is about to go to the provider. */
export async function insertState(
  db: Db,
  state: { state_hash: Buffer; token_hash: Buffer; created: Date; expires: Date; purpose: OpenidPurpose },
): Promise<void> {
  await db.insertInto('openid_states').values(state).execute();
}

/** Consumes a sign-in if it is valid and the client's own; of concurrent calls only one gets true. */
export async function takeState(
  db: Db,
  { stateHash, tokenHash, purpose }: { stateHash: Buffer; tokenHash: Buffer; purpose: OpenidPurpose },
  now: Date,
): Promise<boolean> {
  const row = await db
    .deleteFrom('openid_states')
    .where('state_hash', '=', stateHash)
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires', '>', now)
    .returning('created')
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of the user that a national ID is linked to. */
export async function findIdentity(db: Db, issuer: string, subjectKey: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('national_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject_key', '=', subjectKey)
    .executeTakeFirst();
  return row?.user_id;
}

/** Links a national ID to a user; false if either already has another one. */
export async function insertIdentity(trx: Db, identity: Insertable<Tables['national_identities']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('national_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether a user has a national ID of this provider. */
export async function hasIdentity(db: Db, issuer: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('national_identities')
    .select('id')
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The national IDs of a user, the oldest first. */
function listIdentities(db: Db, userId: string) {
  return db
    .selectFrom('national_identities')
    .select(['id', 'issuer', 'linked'])
    .where('user_id', '=', userId)
    .orderBy('linked')
    .orderBy('id')
    .execute();
}

/**
 * Unlinks a national ID of a user; false if they have none with this id. The database ends their sessions and links.
 */
async function deleteIdentity(trx: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('national_identities')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Unlinks every national ID of a user. */
export async function unlinkAll(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('national_identities').where('user_id', '=', userId).execute();
}

/** Stores a national ID until its mailed link is opened. */
export async function insertLink(trx: Db, link: Insertable<Tables['national_identity_links']>): Promise<void> {
  await trx.insertInto('national_identity_links').values(link).execute();
}

/** Consumes such a link if it is valid; of concurrent calls only one gets it. */
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

/** Deletes expired sign-ins and links. */
export async function deleteExpiredNationalIdSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('national_identity_links').where('expires', '<=', now).execute();
  await db.deleteFrom('openid_states').where('expires', '<=', now).execute();
}

/** National IDs as linked identities. */
export const nationalIds: IdentityKind = {
  list: listIdentities,
  remove: deleteIdentity,
  act: 'unlink_national_id',
  news: 'national_id_unlinked',
};
