import { type Insertable, type Kysely, sql } from 'kysely';
import { maxPushDevices } from '../../../contract/notificationKinds.ts';
import type { NotificationsQuery } from '../../../contract/notifications.ts';
import { type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';
import type { Settings } from '../../notifications/inbox.ts';

type Db = Kysely<Tables>;

const orderings: Orderings<'created'> = { created: [sql`created`] };
const columns = ['id', 'kind', 'title', 'path', 'created', 'read'] as const;

/** One page of a person's inbox. */
export function listInbox(db: Db, person: string, { unread, search, ...query }: NotificationsQuery) {
  const found = searchIn(search, [sql`title`]);
  let inbox = db.selectFrom('notifications').select(columns).where('user_id', '=', person).where('in_inbox', '=', true);
  if (unread !== undefined) inbox = inbox.where('read', unread ? 'is' : 'is not', null);
  if (found) inbox = inbox.where(found);
  return pageOf(db, inbox, query, { orderings, fallback: '-created', tiebreak: sql`id` });
}

/** How many notifications of a person's inbox are unread. */
export async function countUnread(db: Db, person: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', person)
    .where('in_inbox', '=', true)
    .where('read', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** What an open page shows to a person: unread, and not older than `since`. */
export function listNews(db: Db, person: string, since: Date) {
  return db
    .selectFrom('notifications')
    .select(columns)
    .where('user_id', '=', person)
    .where('in_browser', '=', true)
    .where('read', 'is', null)
    .where('created', '>', since)
    .orderBy('created')
    .orderBy('id')
    .limit(20)
    .execute();
}

/** Marks notifications of a person, or all (null), as seen or read. */
export async function markNotifications(
  trx: Db,
  person: string,
  { ids, as, now }: { ids: readonly string[] | null; as: 'seen' | 'read'; now: Date },
): Promise<void> {
  let marked = trx
    .updateTable('notifications')
    .set(as === 'read' ? { read: now, seen: sql`coalesce(seen, ${now}::timestamptz)` } : { seen: now })
    .where('user_id', '=', person)
    .where(as, 'is', null);
  if (ids !== null) marked = marked.where('id', 'in', [...ids]);
  await marked.execute();
}

/** Stores the settings of a person as the version after `settings.version`. Returns whether that was still the present one. */
export async function storeSettings(
  trx: Db,
  person: string,
  { choices, quiet, digest, version }: Settings,
  now: Date,
): Promise<boolean> {
  const row = {
    choices: JSON.stringify(choices),
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    zone: quiet?.zone ?? null,
    exceptions: quiet?.exceptions ?? [],
    digest,
    revision: version + 1,
    changed: now,
  };
  if (version > 0) {
    const { numUpdatedRows } = await trx
      .updateTable('notification_settings')
      .set(row)
      .where('user_id', '=', person)
      .where('revision', '=', version)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('notification_settings')
    .values({ user_id: person, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The devices of a person that get push messages now, with the program that added them. */
export function listDevices(db: Db, person: string, now: Date) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.token_hash', 'push_subscriptions.session_hash')
    .select(['push_subscriptions.id', 'push_subscriptions.created', 'session_hash', 'sessions.user_agent'])
    .where('push_subscriptions.user_id', '=', person)
    .where('sessions.expires', '>', now)
    .orderBy('push_subscriptions.created', 'desc')
    .orderBy('push_subscriptions.id')
    .execute();
}

/** Stores a device, in place of the one that the same browser had. The person keeps those that were used last. */
export async function storeDevice(trx: Db, device: Insertable<Tables['push_subscriptions']>): Promise<void> {
  await trx.deleteFrom('push_subscriptions').where('endpoint', '=', device.endpoint).execute();
  await trx.insertInto('push_subscriptions').values(device).execute();
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where user_id = ${device.user_id} order by used desc, id offset ${maxPushDevices})`.execute(
    trx,
  );
}

/** Connects a device of a person with another session; false if they have none with this endpoint. */
export async function resumeDevice(
  trx: Db,
  { person, session, endpoint, now }: { person: string; session: Buffer; endpoint: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('push_subscriptions')
    .set({ session_hash: session, used: now })
    .where('user_id', '=', person)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a device of a person; false if they have none with this id. */
export async function deleteDevice(trx: Db, person: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', person)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
