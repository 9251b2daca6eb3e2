import { type Kysely, sql } from 'kysely';
import type { Digest, NotificationKind, StoredChoices } from '../../contract/notificationKinds.ts';
import type { Tables } from '../db/tables.ts';
import type { StoredSection } from './letters.ts';
import type { QuietHours } from './times.ts';

type Db = Kysely<Tables>;

/** What a person has chosen; `version` is 0 before they have chosen anything. */
export type Settings = {
  choices: StoredChoices;
  quiet: (QuietHours & { exceptions: NotificationKind[] }) | null;
  digest: Digest;
  version: number;
};

/** The settings of somebody who has chosen nothing. */
export const noSettings: Settings = { choices: {}, quiet: null, digest: 'at_once', version: 0 };

/** The settings of people who have chosen something. */
export async function settingsOf(db: Db, people: readonly string[]): Promise<Map<string, Settings>> {
  if (people.length === 0) return new Map();
  const rows = await db
    .selectFrom('notification_settings')
    .selectAll()
    .where('user_id', 'in', [...people])
    .execute();
  return new Map(
    rows.map(({ user_id, choices, quiet_from, quiet_to, zone, exceptions, digest, revision }) => {
      const isQuiet = quiet_from !== null && quiet_to !== null && zone !== null;
      const quiet = isQuiet ? { from: quiet_from, to: quiet_to, zone, exceptions } : null;
      return [user_id, { choices, quiet, digest, version: revision }];
    }),
  );
}

/** A notification with the ways in which it goes out. */
export type NewNotification = {
  id: string;
  user_id: string;
  kind: NotificationKind;
  title: string;
  path: string | null;
  subject_id: string | null;
  event_key: string | null;
  in_inbox: boolean;
  in_browser: boolean;
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
    insert into notifications (
      id, user_id, kind, title, path, subject_id, event_key, in_inbox, in_browser, created)
    select given.id, users.id, kind, title, path, subject_id, event_key, in_inbox, in_browser, ${created}::timestamptz
    from jsonb_to_recordset(${rowsOf(rows)}) as given (
      id text, user_id text, kind text, title text, path text, subject_id text, event_key text,
      in_inbox boolean, in_browser boolean)
    join users on users.id = given.user_id
    on conflict do nothing
    returning id`.execute(trx);
  return new Set(inserted.map(({ id }) => id));
}

/** Stores push messages of notifications for all devices of their people. */
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
    where device.session_hash is not null`.execute(trx);
}

/** Stores parts of e-mails that are sent later. */
export async function insertLaterMails(
  trx: Db,
  rows: readonly { notification: string; person: string; section: StoredSection; due: Date; until: Date | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('notification_mails')
    .values(
      rows.map(({ notification, person, section, due, until }) => ({
        ...{ notification_id: notification, user_id: person, due, until },
        section: JSON.stringify(section),
      })),
    )
    .execute();
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
