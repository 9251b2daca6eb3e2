import { CircleQuestionMark, Hourglass, TriangleAlert } from 'lucide-react';
import { type BookingLook, bookingState } from './bookingLook.ts';

/** The icon of a booking that is not certain or not covered. Hidden from screen readers: its label says the same. */
export function BookingIcon({ booking }: { booking: BookingLook }) {
  const state = bookingState(booking);
  if (booking.obstacle !== null) return <TriangleAlert size={13} aria-hidden />;
  if (state === 'approved') return null;
  const Icon = state === 'unconfirmed' ? CircleQuestionMark : Hourglass;
  return <Icon size={13} aria-hidden />;
}
