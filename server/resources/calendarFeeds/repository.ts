import { type Insertable, sql } from 'kysely';
import { personName } from '../../collection/personName.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { isSuspended } from '../../db/suspension.ts';
import { type NotifiedReservation, selectNotifiedReservations } from '../../notifications/repository.ts';

/** The feeds of a person, or of everybody (null), the newest first. */
export function listFeeds(db: Db, personId: string | null) {
  return db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .leftJoin('departments', 'departments.id', 'calendar_feeds.department_id')
    .select([
      'calendar_feeds.id',
      'calendar_feeds.name',
      'calendar_feeds.covers',
      'calendar_feeds.user_id as person',
      'calendar_feeds.created',
      'calendar_feeds.used',
      'departments.name as department_name',
      personName('users').as('person_name'),
    ])
    .$if(personId !== null, (query) => query.where('calendar_feeds.user_id', '=', personId))
    .orderBy('calendar_feeds.created', 'desc')
    .orderBy('calendar_feeds.id')
    .execute();
}

/** Stores a feed, unless the person has as many as allowed. Concurrent calls of one person are serialised. Returns whether it did. */
export async function insertFeed(trx: Db, feed: Insertable<Tables['calendar_feeds']>, max: number): Promise<boolean> {
  await trx.selectFrom('users').select('id').where('id', '=', feed.user_id).forNoKeyUpdate().execute();
  const feeds = await trx.selectFrom('calendar_feeds').select('id').where('user_id', '=', feed.user_id).execute();
  if (feeds.length >= max) return false;
  await trx.insertInto('calendar_feeds').values(feed).execute();
  return true;
}

/** Deletes a feed of a person, or of anybody (null); returns whose it was and its name. */
export function deleteFeed(trx: Db, id: string, personId: string | null) {
  return trx
    .deleteFrom('calendar_feeds')
    .where('id', '=', id)
    .$if(personId !== null, (query) => query.where('user_id', '=', personId))
    .returning(['user_id', 'name'])
    .executeTakeFirst();
}

/** Whether a department exists. */
export async function isDepartment(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('departments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** The feed with this hash and the account of its person; null if the account is not approved or is suspended. */
export async function findFeed(db: Db, tokenHash: Buffer, now: Date) {
  const feed = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select([
      'calendar_feeds.id',
      'calendar_feeds.name',
      'calendar_feeds.user_id',
      'calendar_feeds.covers',
      'calendar_feeds.department_id',
      'calendar_feeds.used',
      'users.role',
      'users.language',
      'users.approval_status',
      'users.suspended_at',
      'users.suspension_expires',
    ])
    .where('calendar_feeds.token_hash', '=', tokenHash)
    .executeTakeFirst();
  return feed && feed.approval_status === 'approved' && !isSuspended(feed, now) ? feed : null;
}

/** Stores the use of a feed. */
export async function storeFeedUse(db: Db, id: string, used: Date): Promise<void> {
  await db.updateTable('calendar_feeds').set({ used }).where('id', '=', id).execute();
}

/** The interpreters of a department. */
export async function interpretersOf(db: Db, departmentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('department_id', '=', departmentId)
    .where('role', '=', 'interpreter')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The reservations of some interpreters, or of everybody (null), that overlap an interval, by start. Rejected and cancelled ones only if they
 * end after a time.
 */
export function listReservations(
  db: Db,
  {
    interpreters,
    from,
    to,
    calledOffFrom,
  }: { interpreters: string[] | null; from: Date; to: Date; calledOffFrom: Date },
): Promise<NotifiedReservation[]> {
  let reservations = selectNotifiedReservations(db)
    .where('reservations.starts', '<', to)
    .where('reservations.ends', '>', from)
    .where((eb) =>
      eb.or([eb('reservations.status', 'in', ['pending', 'approved']), eb('reservations.ends', '>', calledOffFrom)]),
    );
  if (interpreters !== null)
    reservations = reservations.where(
      sql<boolean>`exists (
        select from reservation_interpreters member
        where member.reservation_id = reservations.id and member.takes_part
          and member.interpreter_id = any(${interpreters}::text[]))`,
    );
  return reservations.orderBy('reservations.starts').orderBy('reservations.id').execute();
}
