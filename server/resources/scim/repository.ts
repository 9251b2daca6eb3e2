import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { StaffRole } from '../../../contract/roles.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

/** Which users a directory sees: those of these roles, with an address of these domains or added by a directory. */
export type Scope = { roles: readonly StaffRole[]; domains: readonly string[] };

/** Limits the users that are read. Texts are compared without case, except `externalId`. */
export type Restriction = { id?: string; userName?: string; externalId?: string };

const userName = sql<string>`coalesce(provisioned_users.user_name, users.email)`;

/** The users that a directory sees, the oldest first. */
export function provisionedUsers(db: Db, { roles, domains }: Scope, { id, ...names }: Restriction = {}) {
  let users = db
    .selectFrom('users')
    .leftJoin('provisioned_users', 'provisioned_users.user_id', 'users.id')
    .leftJoin('departments', 'departments.id', 'users.department_id')
    .select([
      'users.id',
      'users.version',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.role',
      'users.created',
      'users.suspended_at',
      'users.department_id',
      'departments.name as department_name',
      userName.as('user_name'),
      'provisioned_users.external_id',
      sql<boolean>`coalesce(provisioned_users.active, users.suspended_at is null)`.as('active'),
      sql<boolean>`coalesce(provisioned_users.has_role, true)`.as('has_role'),
    ])
    .where('users.role', 'in', [...roles])
    .where((where) =>
      where.or([
        where('provisioned_users.user_name', 'is not', null),
        where(sql<string>`split_part(users.email, '@', 2)`, 'in', [...domains]),
      ]),
    )
    .where(sql<boolean>`not coalesce(provisioned_users.removed, false)`);
  if (id !== undefined) users = users.where('users.id', '=', id);
  if (names.userName !== undefined) users = users.where(sql`lower(${userName})`, '=', names.userName.toLowerCase());
  if (names.externalId !== undefined) users = users.where('provisioned_users.external_id', '=', names.externalId);
  return users.orderBy('users.created').orderBy('users.id').execute();
}

/** A user as a directory sees them. */
export type ProvisionedUser = Awaited<ReturnType<typeof provisionedUsers>>[number];

/** A user who has this address, or this name at the directory, and whether the directory has deleted them. */
export function findTaken(db: Db, { email, name }: { email: string; name: string }) {
  return db
    .selectFrom('users')
    .leftJoin('provisioned_users', 'provisioned_users.user_id', 'users.id')
    .select(['users.id', 'users.role', sql<boolean>`coalesce(provisioned_users.removed, false)`.as('removed')])
    .where((where) =>
      where.or([
        where('users.email', '=', email),
        where(sql`lower(provisioned_users.user_name)`, '=', name.toLowerCase()),
      ]),
    )
    .executeTakeFirst();
}

/** Stores what the directory says about a user. */
export async function saveProvisioned(
  trx: Db,
  user_id: string,
  values: Omit<Updateable<Tables['provisioned_users']>, 'user_id'>,
): Promise<void> {
  const row: Insertable<Tables['provisioned_users']> = { ...values, user_id };
  await trx
    .insertInto('provisioned_users')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** All departments, by name. */
export function allDepartments(db: Db) {
  return db.selectFrom('departments').select(['id', 'name', 'version']).orderBy('name').execute();
}
