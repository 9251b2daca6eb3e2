import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

/** The last use of a session. */
const used = sql<Date>`coalesce(used, created)`;

/** The sessions of a user that have not ended, the last used first. */
export function sessionsOf(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'user_agent', 'created', 'expires', used.as('used')])
    .where('user_id', '=', userId)
    .where('expires', '>', now)
    .orderBy(used, 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
}

/** Ends a session of a user; false if they have none with this id. */
export async function endSession(trx: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Ends the sessions of a user, except the one with this hash of its token (null: all). Returns how many. */
export async function endSessions(trx: Db, userId: string, kept: Buffer | null): Promise<number> {
  let sessions = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (kept) sessions = sessions.where('token_hash', '<>', kept);
  const { numDeletedRows } = await sessions.executeTakeFirst();
  return Number(numDeletedRows);
}
