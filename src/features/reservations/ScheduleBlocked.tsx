import { BlockingReservations } from './BlockingReservations.tsx';

/** The reservations that prevent a change of a schedule: `/dashboard/reservations/blocking-reservations/schedule/{id}`. */
export function ScheduleBlocked() {
  return <BlockingReservations kind="schedules" />;
}
