import type { CustomTypeOptions } from 'i18next';
import type { StaffRole } from '../../../contract/roles.ts';
import { paths } from '#paths.ts';

/** One thing that somebody may want to do: `guide:topics.<key>` says how. */
export type Topic = {
  key: keyof CustomTypeOptions['resources']['guide']['topics'] & string;
  /** Whom it is written for; everybody without. What one may do is the server's to say, not the guide's. */
  roles?: readonly StaffRole[];
  /** The page that it is about: without that entry in the navigation there is nothing to tell. */
  page?: string;
};

const interpreters = ['interpreter'] as const;
const coordinators = ['manager', 'owner'] as const;

/** Everything that the guide tells, in the order of a working day. */
export const topics: readonly Topic[] = [
  { key: 'day', roles: interpreters, page: paths.dashboard.href() },
  { key: 'ownShifts', roles: interpreters, page: paths.calendar.list.href() },
  { key: 'ownReservations', roles: interpreters, page: paths.reservations.list.href() },
  { key: 'ownRequests', roles: interpreters, page: paths.online.href() },
  { key: 'plan', roles: coordinators, page: paths.calendar.list.href() },
  { key: 'change', roles: coordinators, page: paths.calendar.list.href() },
  { key: 'assign', roles: coordinators, page: paths.reservations.list.href() },
  { key: 'cover', roles: coordinators, page: paths.reservations.list.href() },
  { key: 'watch', roles: coordinators, page: paths.online.href() },
  { key: 'people', roles: coordinators, page: paths.users.list.href() },
  { key: 'partners', roles: coordinators, page: paths.partners.list.href() },
  { key: 'closure', roles: coordinators, page: paths.closure_categories.list.href() },
  { key: 'reports', roles: coordinators, page: paths.reports.href() },
  { key: 'queues', roles: ['owner'], page: paths.queues.list.href() },
  { key: 'audit', roles: ['owner'], page: paths.audit.list.href() },
  { key: 'lists' },
  { key: 'settings' },
];
