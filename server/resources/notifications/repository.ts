import { type Insertable, sql } from 'kysely';
import { maxPushDevices } from '../../../contract/notificationKinds.ts';
import type { NotificationMarks, NotificationSettings, NotificationsQuery } from '../../../contract/notifications.ts';
import { type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Db, Tables } from '../../db/tables.ts';

const orderings: Orderings<'created'> = { created: [sql`created`] };
const columns = ['id', 'kind', 'title', 'path', 'created', 'read'] as const;

/** One page of a person's inbox. */
export function listInbox(db: Db, person: string, { unread, search, ...query }: NotificationsQuery) {
  const found = searchIn(search, [sql`title`]);
  let inbox = db.selectFrom('notifications').select(columns).where('user_id', '=', person);
  if (unread !== undefined) inbox = inbox.where('read', unread ? 'is' : 'is not', null);
  if (found) inbox = inbox.where(found);
  return pageOf(db, inbox, query, { orderings, fallback: '-created', tiebreak: sql`id` });
}

/** How many notifications of a person's inbox are unread, by kind, the kind of the newest first. */
export function countUnread(db: Db, person: string) {
  return db
    .selectFrom('notifications')
    .select(['kind', sql<number>`count(*)::int`.as('unread')])
    .where('user_id', '=', person)
    .where('read', 'is', null)
    .groupBy('kind')
    .orderBy(sql`max(created)`, 'desc')
    .orderBy('kind')
    .execute();
}

/** What an open page shows to a person: unread, and not older than `since`. */
export function listNews(db: Db, person: string, since: Date) {
  return db
    .selectFrom('notifications')
    .select(columns)
    .where('user_id', '=', person)
    .where('read', 'is', null)
    .where('created', '>', since)
    .orderBy('created')
    .orderBy('id')
    .limit(20)
    .execute();
}

/** Marks notifications of a person as read: some, or all (null), of every kind or of one. */
export async function markAsRead(trx: Db, person: string, { ids, kind }: NotificationMarks, now: Date): Promise<void> {
  let marked = trx
    .updateTable('notifications')
    .set({ read: now })
    .where('user_id', '=', person)
    .where('read', 'is', null);
  if (ids !== null) marked = marked.where('id', 'in', ids);
  if (kind !== undefined) marked = marked.where('kind', '=', kind);
  await marked.execute();
}

/** Stores whether a person gets e-mails. */
export async function storeSettings(
  trx: Db,
  person: string,
  { email }: NotificationSettings,
  changed: Date,
): Promise<void> {
  await trx
    .insertInto('notification_settings')
    .values({ user_id: person, email, changed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ email, changed }))
    .execute();
}

/** The devices of a person that are signed in, with the program that added them. */
export function listDevices(db: Db, person: string, now: Date) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.token_hash', 'push_subscriptions.session_hash')
    .select(['push_subscriptions.id', 'push_subscriptions.created', 'enabled', 'session_hash', 'sessions.user_agent'])
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

/** Switches a device of a person on or off; false if they have none with this id. */
export async function switchDevice(trx: Db, person: string, id: string, enabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('push_subscriptions')
    .set({ enabled })
    .where('user_id', '=', person)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether the device of a session is switched on. */
export async function isDeviceOn(db: Db, session: Buffer): Promise<boolean> {
  const device = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('session_hash', '=', session)
    .where('enabled', '=', true)
    .limit(1)
    .executeTakeFirst();
  return device !== undefined;
}
