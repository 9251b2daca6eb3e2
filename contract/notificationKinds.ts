/** How urgent a notification is. The list of the person and open pages show every one. */
export type Urgency =
  /** Waits for nobody: devices show it, and an e-mail is always sent. */
  | 'urgent'
  /** Devices show it, and an e-mail is sent unless the person has switched e-mails off. */
  | 'usual'
  /** Neither: there may be many a day, and they matter to people who have the dashboard open. */
  | 'passing';

/** What people are notified of, and how urgent it is. */
export const urgencyOf = {
  emergencies: 'urgent',
  requests: 'passing',
  offers: 'urgent',
  shifts: 'usual',
  reservations: 'usual',
  new_reservations: 'usual',
  unanswered: 'usual',
  coverage: 'usual',
  approvals: 'usual',
  jobs: 'passing',
  retention: 'usual',
  operations: 'usual',
  security: 'urgent',
} as const satisfies Record<string, Urgency>;
export type NotificationKind = keyof typeof urgencyOf;

/** How long notifications are kept, in days. */
export const notificationDays = 90;

/** How many devices of a person get push messages. */
export const maxPushDevices = 10;
