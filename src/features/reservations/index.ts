import { CalendarCheck } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { add } from './add.ts';
import { paths, uncoveredReservationsHref } from '#paths.ts';
import { uncoveredReservations } from './uncoveredReservations.ts';

export const feature = defineFeature('reservations', {
  id: 'feature:reservations',
  namespaces: ['languages', 'live', 'files', 'users'],
  nav: {
    group: 'today',
    label: 'reservations:title',
    icon: CalendarCheck,
    key: 'r',
    alert: {
      read: uncoveredReservations,
      label: 'reservations:uncoveredNumber',
      to: uncoveredReservationsHref,
      permission: ({ collections }) => collections.reservations === 'write',
    },
  },
  add,
  list: async () => (await import('./ReservationsList.tsx')).ReservationsList,
  create: async () => (await import('./ReservationsCreate.tsx')).ReservationsCreate,
  record: async () => (await import('./ReservationsDetail.tsx')).ReservationsDetail,
  more: [
    {
      path: paths.userReservations.pattern,
      page: async () => (await import('./PersonReservations.tsx')).PersonReservations,
      permission: (verdicts) => verdicts.users,
    },
    { path: paths.shiftBlocked.pattern, page: async () => (await import('./ShiftBlocked.tsx')).ShiftBlocked },
    { path: paths.scheduleBlocked.pattern, page: async () => (await import('./ScheduleBlocked.tsx')).ScheduleBlocked },
  ],
});
