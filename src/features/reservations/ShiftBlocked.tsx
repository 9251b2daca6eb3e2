import { BlockingReservations } from './BlockingReservations.tsx';

/** The reservations that prevent a change of a shift: `/dashboard/reservations/blocking-reservations/shift/{id}`. */
export function ShiftBlocked() {
  return <BlockingReservations kind="shifts" />;
}
