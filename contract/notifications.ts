import Type, { type Static } from 'typebox';
import { listQuery } from './collection.ts';
import { form, Id, Instant, named, nullable } from './fields.ts';
import { type NotificationKind, urgencyOf } from './notificationKinds.ts';
import { deviceName } from './sessions.ts';

const Kind = Type.Unsafe<NotificationKind>(Type.Enum(Object.keys(urgencyOf)));

/** A notification of the caller. */
export const Notification = named('Notification', {
  id: Id,
  kind: Kind,
  title: Type.String({ description: 'In the language of the person.' }),
  path: nullable(Type.String(), 'The page of the dashboard that it is about, such as `/dashboard/calendar`.'),
  created: Instant,
  read: Type.Boolean(),
});
export type Notification = Static<typeof Notification>;

/** `GET notifications/`. */
export const NotificationsQuery = listQuery(['created'], { unread: Type.Optional(Type.Boolean()) });
export type NotificationsQuery = Static<typeof NotificationsQuery>;

/** `GET notifications/`: the caller's of the last 90 days, the newest first. */
export const NotificationsPage = named('NotificationsPage', {
  count: Type.Integer({ minimum: 0 }),
  unread: Type.Integer({ minimum: 0, description: 'How many of all are unread.' }),
  groups: Type.Array(Type.Object({ kind: Kind, unread: Type.Integer({ minimum: 1 }) }), {
    description: 'How many are unread of each kind, the kind of the newest first; kinds without any are left out.',
  }),
  results: Type.Array(Notification),
});
export type NotificationsPage = Static<typeof NotificationsPage>;

/** `GET notifications/news/`: what an open page shows as notifications of the browser. */
export const NotificationNews = named('NotificationNews', { results: Type.Array(Notification) });
export type NotificationNews = Static<typeof NotificationNews>;

/** `POST notifications/marks/`: marks notifications as read. */
export const NotificationMarks = form('NotificationMarks', {
  ids: nullable(Type.Array(Id, { maxItems: 100 }), 'Null: all.'),
  kind: Type.Optional(Type.Unsafe<NotificationKind>({ ...Kind, description: 'Only those of this kind.' })),
});
export type NotificationMarks = Static<typeof NotificationMarks>;

/** `GET` and `PATCH notifications/settings/`: what the caller has chosen. The last choice wins. */
export const NotificationSettings = form('NotificationSettings', {
  email: Type.Boolean({ description: 'Whether e-mails are sent, besides urgent ones.' }),
});
export type NotificationSettings = Static<typeof NotificationSettings>;

/** A device that was added for push messages. */
export const PushDevice = named('PushDevice', {
  id: Id,
  ...deviceName,
  created: Instant,
  enabled: Type.Boolean({ description: 'Whether it gets notifications.' }),
  is_current: Type.Boolean({ description: 'Added in the session of this call.' }),
});
export type PushDevice = Static<typeof PushDevice>;

/** `PATCH notifications/push/{id}/`: switches a device on or off. */
export const PushDeviceChanges = Type.Pick(PushDevice, ['enabled'], {
  $id: 'PushDeviceChanges',
  additionalProperties: false,
});
export type PushDeviceChanges = Static<typeof PushDeviceChanges>;

/** `GET notifications/push/`. */
export const PushDevices = named('PushDevices', {
  key: Type.String({ description: 'The public key of this deployment (VAPID, RFC 8292), base64url.' }),
  results: Type.Array(PushDevice),
});
export type PushDevices = Static<typeof PushDevices>;

const base64url = (length: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}$` });

/** `POST notifications/push/`: the subscription of a browser (Push API). */
export const NewPushDevice = form('NewPushDevice', {
  endpoint: Type.String({ maxLength: 1000, description: 'The address at the push service.' }),
  keys: Type.Object(
    { p256dh: base64url(87), auth: base64url(22) },
    { additionalProperties: false, description: 'Base64url without padding.' },
  ),
});
export type NewPushDevice = Static<typeof NewPushDevice>;

/** What a push message contains. */
export type PushContent = {
  id: string;
  title: string;
  path: string | null;
  language: string;
  direction: 'ltr' | 'rtl';
  /** Whether it stays until it is pressed, and the device vibrates. */
  isUrgent: boolean;
};
