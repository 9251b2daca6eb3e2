import { sql } from 'kysely';
import type { NotificationKind } from '../../contract/notificationKinds.ts';
import type { Db } from '../db/tables.ts';

/** The people among these who have switched e-mails off. */
export async function peopleWithoutEmails(db: Db, people: readonly string[]): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  const rows = await db
    .selectFrom('notification_settings')
    .select('user_id')
    .where('user_id', 'in', [...people])
    .where('email', '=', false)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** A notification of a person. */
export type NewNotification = {
  id: string;
  user_id: string;
  kind: NotificationKind;
  title: string;
  path: string | null;
  subject_id: string | null;
  event_key: string | null;
};

const rowsOf = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

/** Stores notifications of accounts that exist; events that a person was notified of before are left out. Returns the ids of the others. */
export async function insertNotifications(
  trx: Db,
  rows: readonly NewNotification[],
  created: Date,
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const { rows: inserted } = await sql<{ id: string }>`
    insert into notifications (id, user_id, kind, title, path, subject_id, event_key, created)
    select given.id, users.id, kind, title, path, subject_id, event_key, ${created}::timestamptz
    from jsonb_to_recordset(${rowsOf(rows)}) as given (
      id text, user_id text, kind text, title text, path text, subject_id text, event_key text)
    join users on users.id = given.user_id
    on conflict do nothing
    returning id`.execute(trx);
  return new Set(inserted.map(({ id }) => id));
}

/** Stores push messages of notifications for all devices of their people that are switched on. */
export async function insertPushMessages(
  trx: Db,
  rows: readonly { notification: string; due: Date; until: Date }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into push_messages (id, subscription_id, notification_id, due, until)
    select substr(replace(gen_random_uuid()::text, '-', ''), 1, 24), device.id, notifications.id, due, until
    from jsonb_to_recordset(${rowsOf(rows)}) as given (notification text, due timestamptz, until timestamptz)
    join notifications on notifications.id = given.notification
    join push_subscriptions device on device.user_id = notifications.user_id
    where device.session_hash is not null and device.enabled`.execute(trx);
}

/**
 * Ends what has been waiting: nobody needs to look at these subjects any more. Nothing further is sent about them.
 */
export async function settleNotifications(trx: Db, subjects: readonly string[], now: Date): Promise<void> {
  if (subjects.length === 0) return;
  await trx
    .updateTable('notifications')
    .set({ read: now })
    .where('subject_id', 'in', [...subjects])
    .where('read', 'is', null)
    .execute();
}

/** Deletes notifications that are older than 90 days, and devices that nobody has used for as long. */
export async function deleteOldNotifications(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('notifications').where('created', '<=', before).execute();
  await db.deleteFrom('push_subscriptions').where('session_hash', 'is', null).where('used', '<=', before).execute();
}
