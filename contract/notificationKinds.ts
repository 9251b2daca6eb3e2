import type { Flag, Flags } from './flags.ts';
import type { Role, StaffRole } from './roles.ts';

/** What people are notified of, in the order of the settings. */
export const notificationKinds = [
  'emergencies',
  'requests',
  'offers',
  'shifts',
  'reservations',
  'coverage',
  'approvals',
  'jobs',
  'retention',
  'operations',
  'security',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** How a notification reaches a person. `browser`: while a page of the dashboard is open. `push`: on devices that the person has added. */
export const notificationChannels = ['inbox', 'browser', 'push', 'email'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** When e-mails are sent: at once, or several together. */
export const digests = ['at_once', 'hourly', 'daily'] as const;
export type Digest = (typeof digests)[number];

/** How long notifications are kept, in days. */
export const notificationDays = 90;

/** How many devices of a person get push messages. */
export const maxPushDevices = 10;

/** Kinds that wait for nobody: messages about them are urgent, and by default quiet hours do not hold them back. */
export const urgentKinds = ['emergencies', 'offers'] as const satisfies readonly NotificationKind[];

/** The channels of a kind. */
export type ChannelChoices = Record<NotificationChannel, boolean>;

const all: ChannelChoices = { inbox: true, browser: true, push: true, email: true };
const withoutEmail: ChannelChoices = { ...all, email: false };
const quietly: ChannelChoices = { inbox: true, browser: false, push: false, email: true };

const defaults: Record<NotificationKind, ChannelChoices> = {
  emergencies: withoutEmail,
  // The band over every page shows them, and there may be hundreds a day.
  requests: { inbox: false, browser: true, push: false, email: false },
  offers: withoutEmail,
  shifts: all,
  reservations: all,
  coverage: all,
  approvals: quietly,
  jobs: { inbox: true, browser: true, push: false, email: false },
  retention: quietly,
  operations: quietly,
  security: all,
};

const kindsOfRole: Record<StaffRole, readonly NotificationKind[]> = {
  interpreter: ['offers', 'shifts', 'reservations', 'security'],
  manager: ['emergencies', 'requests', 'reservations', 'coverage', 'approvals', 'jobs', 'security'],
  owner: [
    'emergencies',
    'requests',
    'reservations',
    'coverage',
    'approvals',
    'jobs',
    'retention',
    'operations',
    'security',
  ] as NotificationKind[],
};

/** The flag without which nothing of a kind happens. */
const flagOfKind: Partial<Record<NotificationKind, Flag>> = {
  requests: 'live',
  reservations: 'reservations',
  coverage: 'reservations',
};

/** What a role is notified of in a deployment with these flags. */
export function kindsFor(role: StaffRole, flags: Flags): readonly NotificationKind[] {
  return kindsOfRole[role].filter((kind) => {
    const flag = flagOfKind[kind];
    return flag === undefined || flags[flag];
  });
}

/** Whether nobody can switch a channel of a kind off: the security of an account is always told by e-mail. */
export function isFixed(kind: NotificationKind, channel: NotificationChannel): boolean {
  return kind === 'security' && channel === 'email';
}

/** What a person has chosen: only what differs from the defaults. */
export type StoredChoices = Partial<Record<NotificationKind, Partial<ChannelChoices>>>;

/** The channels of a kind for a person of a role. Customers have an e-mail address only. */
export function channelsFor(kind: NotificationKind, role: Role, stored: StoredChoices): ChannelChoices {
  if (!(role in kindsOfRole)) return { inbox: false, browser: false, push: false, email: true };
  const chosen = { ...defaults[kind], ...stored[kind] };
  return { ...chosen, email: chosen.email || isFixed(kind, 'email') };
}
