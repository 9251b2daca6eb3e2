import type { Selectable, Updateable } from 'kysely';
import type { Db, Tables } from '../../db/tables.ts';

/** The authenticator app of a user, confirmed or not. */
export function findTotp(db: Db, userId: string): Promise<Selectable<Tables['totp_secrets']> | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** The same, locked until the transaction ends: of concurrent calls with one code only one is accepted. */
export function lockTotp(trx: Db, userId: string): Promise<Selectable<Tables['totp_secrets']> | undefined> {
  return trx.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

/** Stores a secret that is not confirmed yet, instead of an earlier one; false if the user has a confirmed one. */
export async function replaceTotp(trx: Db, totp: { user_id: string; secret: string; created: Date }): Promise<boolean> {
  const { secret, created } = totp;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('totp_secrets')
    .values(totp)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, created }).where('totp_secrets.confirmed', 'is', null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stores the use of an authenticator app, and which recovery codes are left. */
export async function updateTotp(trx: Db, userId: string, changes: Updateable<Tables['totp_secrets']>): Promise<void> {
  await trx.updateTable('totp_secrets').set(changes).where('user_id', '=', userId).execute();
}

/** Removes the authenticator app and the recovery codes of a user; false if there is no app. */
export async function deleteTotp(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows === 1n;
}
