import type { Change } from '../../contract/events.ts';

/** The reads, besides those of the kind itself, that show records of a kind: prefixes of paths. */
const alsoShownBy: Partial<Record<Change['kind'], readonly string[]>> = {
  users: ['partners/', 'calendar/', 'shifts/', 'reservations/', 'interpreters/', 'overview/'],
  venues: ['partners/'],
  videos: ['partners/'],
  video_categories: ['partners/'],
  partner_categories: ['partners/'],
  departments: ['users/'],
  interpretations: ['overview/', 'recordings/'],
  feedback: ['interpretations/', 'overview/'],
  reservations: ['calendar/', 'schedules/', 'shifts/', 'interpreters/', 'users/', 'overview/'],
  absences: ['calendar/', 'reservations/', 'interpreters/', 'overview/'],
  calendar: ['schedules/', 'shifts/', 'interpreters/', 'reservations/', 'overview/'],
};

/** The reads that a change of a kind makes stale, as prefixes of paths. Every change of a record is in the audit log. */
export function readsShowing(kind: Change['kind']): string[] {
  if (kind === 'notifications') return ['notifications/'];
  return [`${kind}/`, 'audit/', ...(alsoShownBy[kind] ?? [])];
}
