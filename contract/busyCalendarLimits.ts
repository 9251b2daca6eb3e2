/** How many busy calendars a person may have. */
export const maxBusyCalendars = 5;

/** What the times of a busy calendar are: leave, or anything else that a person does. */
export const busyKinds = ['leave', 'busy'] as const;
export type BusyKind = (typeof busyKinds)[number];

/** How long the address of a busy calendar may be: those of calendar programs have long secrets. */
export const maxCalendarAddress = 2000;

/** Why a busy calendar cannot be read: codes of the error catalogue. */
export const busyFailures = [
  'calendar_not_https',
  'private_address',
  'calendar_unreachable',
  'calendar_refused',
  'calendar_unreadable',
  'calendar_too_large',
  'calendar_too_many_events',
] as const;
export type BusyFailure = (typeof busyFailures)[number];
