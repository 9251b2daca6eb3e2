import type { Insertable, Kysely } from 'kysely';
import type { IdentityKind, IdentityName } from '../../auth/mailedLinks.ts';
import type { Tables } from '../../db/tables.ts';

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

/** The linked identity of a name, with its user. */
export function findIdentity(
  db: Db,
  kind: IdentityKind,
  { issuer, subject }: IdentityName,
): Promise<{ id: string; user_id: string } | undefined> {
  return db
    .selectFrom('identities')
    .select(['id', 'user_id'])
    .where('kind', '=', kind)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Links an identity to a user; false if either already has another one of this kind and issuer. */
export async function insertIdentity(trx: Db, identity: Insertable<Tables['identities']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The identities of a user, the oldest first. */
export function identitiesOf(db: Db, kind: IdentityKind, userId: string) {
  return db
    .selectFrom('identities')
    .select(['id', 'issuer', 'linked'])
    .where('kind', '=', kind)
    .where('user_id', '=', userId)
    .orderBy('linked')
    .orderBy('id')
    .execute();
}

/** Unlinks an identity of a user; false if they have none with this id. The database ends their sessions and links. */
export async function deleteIdentity(trx: Db, kind: IdentityKind, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('identities')
    .where('kind', '=', kind)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Unlinks every identity of a user. */
export async function unlinkAll(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('identities').where('user_id', '=', userId).execute();
}

/** Deletes sign-ins that were not finished. */
export async function deleteExpiredStates(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('openid_states').where('expires', '<=', now).execute();
}
