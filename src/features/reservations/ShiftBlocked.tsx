import { Blocked } from './Blocked.tsx';

/** The reservations that prevent a change of a shift: `/dashboard/reservations/blocking-reservations/shift/{id}`. */
export function ShiftBlocked() {
  return <Blocked what="shifts" />;
}
