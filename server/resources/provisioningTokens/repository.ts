import type { Insertable, Kysely } from 'kysely';
import { personName } from '../../collection/personName.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

/** All tokens, the newest first. */
export function listTokens(db: Db) {
  return db
    .selectFrom('provisioning_tokens')
    .leftJoin('users', 'users.id', 'provisioning_tokens.created_by')
    .select([
      'provisioning_tokens.id',
      'provisioning_tokens.name',
      'provisioning_tokens.created',
      'provisioning_tokens.expires',
      'provisioning_tokens.used',
      personName<string | null>('users').as('created_by'),
    ])
    .orderBy('provisioning_tokens.created', 'desc')
    .orderBy('provisioning_tokens.id')
    .execute();
}

/** The number of valid tokens. */
export async function countValid(db: Db, now: Date): Promise<number> {
  const rows = await db.selectFrom('provisioning_tokens').select('id').where('expires', '>', now).execute();
  return rows.length;
}

/** Stores a token by its hash. */
export async function insertToken(trx: Db, token: Insertable<Tables['provisioning_tokens']>): Promise<void> {
  await trx.insertInto('provisioning_tokens').values(token).execute();
}

/** Deletes a token; returns its name, undefined if there is none with this id. */
export async function deleteToken(trx: Db, id: string): Promise<string | undefined> {
  const row = await trx.deleteFrom('provisioning_tokens').where('id', '=', id).returning('name').executeTakeFirst();
  return row?.name;
}

/** The valid token with this hash. */
export function findToken(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('provisioning_tokens')
    .select(['id', 'name', 'used'])
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .executeTakeFirst();
}

/** Stores the use of a token. */
export async function storeTokenUse(db: Db, id: string, used: Date): Promise<void> {
  await db.updateTable('provisioning_tokens').set({ used }).where('id', '=', id).execute();
}
