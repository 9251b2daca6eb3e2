import { sql, type Insertable, type Updateable } from 'kysely';
import type { Role } from '../../../contract/roles.ts';
import type { userOrderings, UsersQuery } from '../../../contract/users.ts';
import { alphabetically, listOf, type Orderings, searchIndexed } from '../../collection/list.ts';
import { whereNotSuspended, whereSuspended } from '../../db/suspension.ts';
import type { Db, Tables } from '../../db/tables.ts';

const orderings: Orderings<(typeof userOrderings)[number]> = {
  email: [sql`users.email`],
  id: [],
  last_name: [alphabetically(sql`users.last_name`), alphabetically(sql`users.first_name`)],
  created: [sql`users.created`],
  role: [sql`users.role`],
  approval_status: [sql`users.approval_status`],
};

function selectUsers(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.department_id')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('mailed_links')
          .select(({ fn }) => [fn.max('created').as('sent'), fn.max('expires').as('expires')])
          .where('purpose', '=', 'invitation')
          .whereRef('user_id', '=', 'users.id')
          .as('invitations'),
      (join) => join.onTrue(),
    )
    .select((where) => [
      'users.id',
      'users.version',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.role',
      'users.has_managed',
      'users.approval_status',
      'users.department_id',
      'departments.name as department_name',
      'users.personal_number_last4',
      'users.phone',
      'users.social_registered',
      'users.language',
      'users.languages',
      'users.suspended_at',
      'users.suspension_reason',
      'users.suspension_expires',
      'users.access_ended',
      'users.rejection_reason',
      'users.partner_id',
      'partners.name as partner_name',
      'users.created',
      'invitations.sent as invitation_sent',
      'invitations.expires as invitation_expires',
      where
        .selectFrom('identities')
        .select(({ fn }) => fn.agg<string[]>('array_agg', ['identities.issuer']).as('issuers'))
        .where('identities.kind', '=', 'work_account')
        .whereRef('identities.user_id', '=', 'users.id')
        .as('issuers'),
      where
        .or([
          where('users.password_hash', 'is not', null),
          where('users.social_registered', '=', true),
          where.exists(
            where.selectFrom('identities').select('identities.id').whereRef('identities.user_id', '=', 'users.id'),
          ),
        ])
        .as('has_way_in'),
    ]);
}

/** A user as the query returns them. */
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** One page of the users without the roles `without`. */
export const listUsers = listOf(selectSome, { orderings, fallback: '-created', tiebreak: sql`users.id` });

function selectSome(db: Db, { query, without }: { query: UsersQuery; without: readonly Role[] }, now: Date) {
  const { role, approval_status, department, partner, suspended, social_registered, search } = query;
  const found = searchIndexed(search, sql`users.search_text`, sql`users.id`);
  let users = selectUsers(db);
  if (without.length > 0) users = users.where('users.role', 'not in', [...without]);
  if (role) users = users.where('users.role', 'in', role);
  if (approval_status) users = users.where('users.approval_status', 'in', approval_status);
  if (department) users = users.where('users.department_id', '=', department);
  if (partner) users = users.where('users.partner_id', '=', partner);
  if (suspended !== undefined) users = users.where(whereSuspended(now), '=', suspended);
  // The index contains only users who were suspended at some time.
  if (suspended) users = users.where('users.suspended_at', 'is not', null);
  if (social_registered !== undefined) users = users.where('users.social_registered', '=', social_registered);
  if (found) users = users.where(found);
  return users;
}

/** A user by id. */
export function findUser(db: Db, id: string) {
  return selectUsers(db).where('users.id', '=', id).executeTakeFirst();
}

/** Users by their ids; missing ones are omitted. */
export function usersOf(db: Db, ids: readonly string[]): Promise<UserRow[]> {
  return selectUsers(db)
    .where('users.id', 'in', [...ids])
    .execute();
}

/** A user by id, locked until the transaction ends. */
export function lockUser(trx: Db, id: string) {
  return selectUsers(trx).where('users.id', '=', id).forUpdate('users').executeTakeFirst();
}

/** Adds a user. */
export async function insertUser(trx: Db, user: Insertable<Tables['users']>): Promise<void> {
  await trx.insertInto('users').values(user).execute();
}

/** Updates a user; without changes it does nothing. */
export async function updateUser(trx: Db, id: string, changes: Updateable<Tables['users']>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('users').set(changes).where('id', '=', id).execute();
}

/** Deletes a user. Their work stays, without their name. */
export async function deleteUser(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** Serialises acts that remove owners. Call it before any user is locked. */
export async function lockOwners(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('signboard.owners'))`.execute(trx);
}

/** Whether an owner other than some people can sign in. */
export async function hasOtherOwner(trx: Db, ids: readonly string[], now: Date): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('approval_status', '=', 'approved')
    .where('id', 'not in', [...ids])
    .where(whereNotSuspended(now))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** A user's known devices, the last used first. */
export function devicesOf(db: Db, id: string, now: Date) {
  return db
    .selectFrom('known_devices')
    .select(['created', 'expires'])
    .where('user_id', '=', id)
    .where('expires', '>', now)
    .orderBy('expires', 'desc')
    .limit(100)
    .execute();
}
