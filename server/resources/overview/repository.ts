import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

/** Approved people, whatever their role. */
export async function countRegisteredUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('approval_status', '=', 'approved')
    .executeTakeFirstOrThrow();
  return count;
}

/** Interpreters who are online now. One who is suspended is not, whatever their app still says. */
export async function countOnlineInterpreters(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('presence')
    .innerJoin('users', 'users.id', 'presence.user_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('users.role', '=', 'interpreter')
    .where('users.approval_status', '=', 'approved')
    .where(
      sql<boolean>`(users.suspended_at is null or users.suspended_at > ${now}::timestamptz or users.suspension_expires <= ${now}::timestamptz)`,
    )
    .executeTakeFirstOrThrow();
  return count;
}
