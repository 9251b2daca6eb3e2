import { CalendarCheck } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import { mayRead, mayWrite } from '#session/permission.ts';
import { reservationWork } from '#api/reservations.ts';
import { paths } from '#paths.ts';

export const feature = defineFeature('reservations', {
  id: 'feature:reservations',
  namespaces: ['languages', 'live', 'files', 'users'],
  nav: {
    group: 'today',
    label: 'reservations:title',
    icon: CalendarCheck,
    key: 'r',
    alert: {
      read: reservationWork,
      label: 'reservations:waitingNumber',
      to: paths.reservations.list.href(),
      permission: mayRead('reservations'),
    },
  },
  add: pagesOf('reservations').add,
  list: async () => (await import('./ReservationsList.tsx')).ReservationsList,
  form: async () => ({
    resource: (await import('./resource.ts')).resource,
    Fields: (await import('./ReservationFields.tsx')).ReservationFields,
  }),
  record: async () => (await import('./ReservationsDetail.tsx')).ReservationsDetail,
  more: [
    {
      path: paths.reservationPlan.pattern,
      page: async () => (await import('./PlanPage.tsx')).PlanPage,
      permission: mayWrite('reservations'),
    },
    {
      path: paths.userReservations.pattern,
      page: async () => (await import('./PersonReservations.tsx')).PersonReservations,
      permission: (verdicts) => verdicts.users,
    },
    { path: paths.shiftBlocked.pattern, page: async () => (await import('./BlockingReservations.tsx')).ShiftBlocked },
    {
      path: paths.scheduleBlocked.pattern,
      page: async () => (await import('./BlockingReservations.tsx')).ScheduleBlocked,
    },
  ],
});
