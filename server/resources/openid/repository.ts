import type { Insertable } from 'kysely';
import type { IdentityKind, IdentityName } from '../../auth/mailedLinks.ts';
import type { Db, Tables } from '../../db/tables.ts';

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
