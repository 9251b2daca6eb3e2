import { CalendarCheck } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths, uncoveredReservationsHref } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';
import { add } from './add.ts';
import { uncoveredReservations } from './uncoveredReservations.ts';

export const feature: Feature = {
  id: 'feature:reservations',
  namespaces: ['reservations', 'languages', 'live', 'files', 'crud'],
  nav: {
    label: 'reservations:title',
    to: paths.reservations.href(),
    icon: CalendarCheck,
    key: 'r',
    alert: {
      read: uncoveredReservations,
      label: 'reservations:uncoveredCount',
      to: uncoveredReservationsHref,
      permission: ({ collections }) => collections.reservations === 'write',
    },
  },
  add,
  finds: { reservations: ({ id }) => paths.reservation.href({ id }) },
  routes: [
    { path: paths.reservations.pattern, page: async () => (await import('./ReservationsList.tsx')).ReservationsList },
    {
      path: paths.reservationCreate.pattern,
      page: async () => (await import('./ReservationsCreate.tsx')).ReservationsCreate,
      permission: mayWrite('reservations'),
    },
    {
      path: paths.reservation.pattern,
      page: async () => (await import('./ReservationsDetail.tsx')).ReservationsDetail,
    },
    { path: paths.shiftBlocked.pattern, page: async () => (await import('./ShiftBlocked.tsx')).ShiftBlocked },
    { path: paths.scheduleBlocked.pattern, page: async () => (await import('./ScheduleBlocked.tsx')).ScheduleBlocked },
  ],
  permission: mayRead('reservations'),
};
