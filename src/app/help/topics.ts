import type { CustomTypeOptions } from 'i18next';
import type { StaffRole } from '../../../contract/roles.ts';
import { paths } from '#paths.ts';

/** One task; its text is `guide:topics.<key>`. */
export type Topic = {
  key: keyof CustomTypeOptions['resources']['guide']['topics'] & string;
  /** The roles that see it; the default is all. This is no permission check: the server decides what people may do. */
  roles?: readonly StaffRole[];
  /** The page that it is about; the topic is hidden if the navigation has no such entry. */
  page?: string;
};

const interpreters = ['interpreter'] as const;
const coordinators = ['manager', 'owner'] as const;

/** All topics, in the order of a working day. */
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
  { key: 'imports', roles: ['owner'], page: paths.imports.list.href() },
  { key: 'systems', roles: ['owner'], page: paths.service_accounts.list.href() },
  { key: 'webhooks', roles: ['owner'], page: paths.webhooks.list.href() },
  { key: 'calendarFeeds' },
  { key: 'lists' },
  { key: 'notifications' },
  { key: 'settings' },
];
