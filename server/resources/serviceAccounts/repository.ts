import { type Insertable, sql, type Updateable } from 'kysely';
import { personName } from '../../collection/personName.ts';
import type { Db, Tables } from '../../db/tables.ts';

function selectAccounts(db: Db) {
  return db
    .selectFrom('service_accounts')
    .leftJoin('users', 'users.id', 'service_accounts.created_by')
    .select([
      'service_accounts.id',
      'service_accounts.name',
      'service_accounts.scopes',
      'service_accounts.networks',
      'service_accounts.created',
      'service_accounts.expires',
      'service_accounts.former_until',
      'service_accounts.used',
      personName<string | null>('users').as('created_by'),
    ]);
}

/** All accounts, the newest first. */
export function listAccounts(db: Db) {
  return selectAccounts(db).orderBy('service_accounts.created', 'desc').orderBy('service_accounts.id').execute();
}

/** An account as the query returns it. */
export type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number];

/** An account by id. */
export function findAccount(db: Db, id: string) {
  return selectAccounts(db).where('service_accounts.id', '=', id).executeTakeFirst();
}

/** The number of valid accounts. */
export async function countValid(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('service_accounts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('expires', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores an account with the hash of its secret. */
export async function insertAccount(trx: Db, account: Insertable<Tables['service_accounts']>): Promise<void> {
  await trx.insertInto('service_accounts').values(account).execute();
}

/** Stores a new secret. Until `former_until` the present one stays valid; null: it ends. Returns whether there is such an account. */
export async function replaceSecret(
  trx: Db,
  id: string,
  { former_until, ...changes }: { secret_hash: Buffer; expires: Date; former_until: Date | null },
): Promise<boolean> {
  const former: Updateable<Tables['service_accounts']> =
    former_until === null ? { former_hash: null, former_until } : { former_until };
  const { numUpdatedRows } = await trx
    .updateTable('service_accounts')
    .set(changes)
    .set(former)
    .$if(former_until !== null, (query) => query.set((set) => ({ former_hash: set.ref('secret_hash') })))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an account; returns its name, undefined if there is none with this id. */
export async function deleteAccount(trx: Db, id: string): Promise<string | undefined> {
  const row = await trx.deleteFrom('service_accounts').where('id', '=', id).returning('name').executeTakeFirst();
  return row?.name;
}

/** The account of a valid secret, by its hash. */
export function findBySecret(db: Db, hash: Buffer, now: Date) {
  return db
    .selectFrom('service_accounts')
    .select(['id', 'name', 'scopes', 'networks', 'used'])
    .where((where) =>
      where.or([
        where.and([where('secret_hash', '=', hash), where('expires', '>', now)]),
        where.and([where('former_hash', '=', hash), where('former_until', '>', now)]),
      ]),
    )
    .executeTakeFirst();
}

/** Stores the use of an account. */
export async function storeUse(db: Db, id: string, used: Date): Promise<void> {
  await db.updateTable('service_accounts').set({ used }).where('id', '=', id).execute();
}
