import { Blocked } from './Blocked.tsx';

/** What stops a change of a whole schedule: `/dashboard/reservations/blocking-reservations/schedule/{id}`. */
export function ScheduleBlocked() {
  return <Blocked what="schedules" />;
}
