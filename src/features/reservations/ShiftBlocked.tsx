import { Blocked } from './Blocked.tsx';

/** What stops a change of one shift: `/dashboard/reservations/blocking-reservations/shift/{id}`. */
export function ShiftBlocked() {
  return <Blocked what="shifts" />;
}
