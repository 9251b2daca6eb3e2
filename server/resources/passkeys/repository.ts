import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables } from '../../db/tables.ts';

/** The passkeys of a user, the oldest first. */
export function passkeysOf(db: Db, userId: string): Promise<Selectable<Tables['passkeys']>[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created').orderBy('id').execute();
}

/** The passkey with this credential ID, locked until the transaction ends. */
export function lockPasskey(trx: Db, credentialId: string): Promise<Selectable<Tables['passkeys']> | undefined> {
  return trx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores a passkey; false if the authenticator's key is stored already. */
export async function insertPasskey(trx: Db, passkey: Insertable<Tables['passkeys']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stores the use of a passkey. */
export async function storePasskeyUse(trx: Db, id: string, use: { used: Date; counter: number }): Promise<void> {
  await trx.updateTable('passkeys').set(use).where('id', '=', id).execute();
}

/** Removes a passkey of a user; false if they have none with this id. */
export async function deletePasskey(trx: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Removes every passkey of a user. */
export async function deletePasskeys(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}
