import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

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

/** Stores the use of an authenticator app. */
export async function updateTotp(
  trx: Db,
  userId: string,
  changes: { confirmed?: Date; used?: Date; last_step: number },
): Promise<void> {
  await trx.updateTable('totp_secrets').set(changes).where('user_id', '=', userId).execute();
}

/** Removes the authenticator app and the recovery codes of a user; false if there is no app. */
export async function deleteTotp(trx: Db, userId: string): Promise<boolean> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await trx.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(trx: Db, userId: string, hashes: Buffer[], now: Date): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ code_hash, user_id: userId, created: now })))
    .execute();
}

/** Consumes a recovery code of a user; of concurrent calls only one gets true. */
export async function takeRecoveryCode(trx: Db, userId: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** How many recovery codes a user has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(left);
}
