import Type, { type Static } from 'typebox';
import { Etag, listQuery } from './collection.ts';
import { Id, Instant } from './fields.ts';
import {
  type Digest,
  digests,
  type NotificationChannel,
  notificationChannels,
  type NotificationKind,
  notificationKinds,
} from './notificationKinds.ts';
import { deviceName } from './sessions.ts';

const Kind = Type.Unsafe<NotificationKind>(Type.Enum([...notificationKinds]));

/** A notification of the caller. */
export const Notification = Type.Object(
  {
    id: Id,
    kind: Kind,
    title: Type.String({ description: 'In the language of the person.' }),
    path: Type.Union([Type.String(), Type.Null()], {
      description: 'The page of the dashboard that it is about, such as `/dashboard/calendar`.',
    }),
    created: Instant,
    read: Type.Boolean(),
  },
  { $id: 'Notification' },
);
export type Notification = Static<typeof Notification>;

/** `GET notifications/`. */
export const NotificationsQuery = listQuery(['created'], { unread: Type.Optional(Type.Boolean()) });
export type NotificationsQuery = Static<typeof NotificationsQuery>;

/** `GET notifications/`: the caller's of the last 90 days, the newest first. */
export const NotificationsPage = Type.Object(
  {
    count: Type.Integer({ minimum: 0 }),
    unread: Type.Integer({ minimum: 0, description: 'How many of all are unread.' }),
    results: Type.Array(Notification),
  },
  { $id: 'NotificationsPage' },
);
export type NotificationsPage = Static<typeof NotificationsPage>;

/** `GET notifications/news/`: what an open page shows as notifications of the browser. */
export const NotificationNews = Type.Object({ results: Type.Array(Notification) }, { $id: 'NotificationNews' });
export type NotificationNews = Static<typeof NotificationNews>;

/** `POST notifications/marks/`. */
export const NotificationMarks = Type.Object(
  {
    ids: Type.Union([Type.Array(Id, { maxItems: 100 }), Type.Null()], { description: 'Null: all.' }),
    as: Type.Unsafe<'seen' | 'read'>(
      Type.Enum(['seen', 'read'], {
        description: '`seen`: shown on a page, so no e-mail of several notifications repeats it.',
      }),
    ),
  },
  { $id: 'NotificationMarks', additionalProperties: false },
);
export type NotificationMarks = Static<typeof NotificationMarks>;

const Channels = Type.Object(
  Object.fromEntries(notificationChannels.map((channel) => [channel, Type.Boolean()])) as Record<
    NotificationChannel,
    ReturnType<typeof Type.Boolean>
  >,
  { additionalProperties: false },
);
const Time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: '`HH:mm`.' });
const written = {
  quiet: Type.Union(
    [
      Type.Object(
        {
          from: Time,
          to: Time,
          zone: Type.String({ maxLength: 64, description: 'The person’s time zone (IANA).' }),
          exceptions: Type.Array(Kind, { maxItems: notificationKinds.length, uniqueItems: true }),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ],
    {
      description:
        'While nothing is sent to the person: what happens waits until they end, except of some kinds. Null: never.',
    },
  ),
  digest: Type.Unsafe<Digest>(Type.Enum([...digests], { description: 'When e-mails are sent.' })),
};

/** The caller's choices. */
export const NotificationSettings = Type.Object(
  {
    etag: Etag,
    kinds: Type.Array(
      Type.Object({
        kind: Kind,
        channels: Channels,
        fixed: Type.Array(Type.Unsafe<NotificationChannel>(Type.Enum([...notificationChannels])), {
          description: 'The channels that cannot be switched off.',
        }),
      }),
      { description: 'What people of this role are notified of.' },
    ),
    ...written,
  },
  { $id: 'NotificationSettings' },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

/** `PATCH notifications/settings/`. */
export const NotificationSettingsChanges = Type.Partial(
  Type.Object({
    kinds: Type.Array(Type.Object({ kind: Kind, channels: Channels }, { additionalProperties: false }), {
      maxItems: notificationKinds.length,
    }),
    ...written,
  }),
  { $id: 'NotificationSettingsChanges', additionalProperties: false },
);
export type NotificationSettingsChanges = Static<typeof NotificationSettingsChanges>;

/** A device that gets push messages. */
export const PushDevice = Type.Object(
  {
    id: Id,
    ...deviceName,
    created: Instant,
    is_current: Type.Boolean({ description: 'Added in the session of this call.' }),
  },
  { $id: 'PushDevice' },
);
export type PushDevice = Static<typeof PushDevice>;

/** `GET notifications/push/`. */
export const PushDevices = Type.Object(
  {
    key: Type.String({ description: 'The public key of this deployment (VAPID, RFC 8292), base64url.' }),
    results: Type.Array(PushDevice),
  },
  { $id: 'PushDevices' },
);
export type PushDevices = Static<typeof PushDevices>;

const base64url = (length: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}$` });

/** `POST notifications/push/`: the subscription of a browser (Push API). */
export const NewPushDevice = Type.Object(
  {
    endpoint: Type.String({ maxLength: 1000, description: 'The address at the push service.' }),
    keys: Type.Object(
      { p256dh: base64url(87), auth: base64url(22) },
      { additionalProperties: false, description: 'Base64url without padding.' },
    ),
  },
  { $id: 'NewPushDevice', additionalProperties: false },
);
export type NewPushDevice = Static<typeof NewPushDevice>;

/** What a push message contains. */
export type PushContent = {
  id: string;
  title: string;
  path: string | null;
  language: string;
  direction: 'ltr' | 'rtl';
};
