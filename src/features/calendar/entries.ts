import { wallSpan } from '../../../contract/wallSpan.ts';
import type { CalendarBooking } from '../../../contract/shifts.ts';
import { addDays } from '#lib/dates.ts';
import type { Lane, Planned, Span } from './layout.ts';

/** A shift with the bookings that begin in it, by start; or a booking that begins in no shift. */
export type Entry = { interpreter_name: string } & (
  { shift: Planned; bookings: readonly CalendarBooking[] } | { shift: null; bookings: readonly [CalendarBooking] }
);

/** The time of a booking. */
export const spanOfBooking = ({ start, end }: CalendarBooking): Span => ({
  from: Date.parse(start),
  to: Date.parse(end),
});

const startOf = ({ shift, bookings }: Entry) => Date.parse(shift ? shift.from : (bookings[0]?.start ?? ''));

/** The shifts of a lane with their bookings, and the bookings outside of them, by start. Shifts that are called off hold none. */
export function entriesOf({ name: interpreter_name, shifts, bookings }: Lane): Entry[] {
  const planned = shifts
    .filter(({ state }) => state !== 'disabled')
    .map((shift) => ({ shift, from: Date.parse(shift.from), to: Date.parse(shift.to) }));
  const byShift = Map.groupBy(bookings, ({ start }) => {
    const at = Date.parse(start);
    return planned.find(({ from, to }) => from <= at && at < to)?.shift;
  });
  const outside = byShift.get(undefined) ?? [];
  return [
    ...shifts.map((shift): Entry => ({ interpreter_name, shift, bookings: byShift.get(shift) ?? [] })),
    ...outside.map((booking): Entry => ({ interpreter_name, shift: null, bookings: [booking] })),
  ].sort((a, b) => startOf(a) - startOf(b));
}

/** The bookings that begin in a shift, by its id. */
export function bookingsIn(lanes: readonly Lane[], id: string): readonly CalendarBooking[] {
  const lane = lanes.find(({ shifts }) => shifts.some((shift) => shift.id === id));
  return (lane && entriesOf(lane).find(({ shift }) => shift?.id === id)?.bookings) ?? [];
}

/** The entries of some lanes by their start. */
export function inOrder(lanes: readonly Lane[]): Entry[] {
  return lanes
    .flatMap((lane) => entriesOf(lane).map((entry) => ({ at: startOf(entry), entry })))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}

/**
 * Entries by day; keeps their order.
 * @param options.withNights whether a shift that ends on the next day (Q21) is on that day, too, each with its bookings of the day
 */
export function byDay(entries: readonly Entry[], { withNights = false } = {}): Map<string, Entry[]> {
  const days = new Map<string, Entry[]>();
  const add = (day: string, entry: Entry) => {
    const known = days.get(day);
    if (known) known.push(entry);
    else days.set(day, [entry]);
  };
  for (const entry of entries) {
    const { shift, bookings } = entry;
    if (!shift) add(entry.bookings[0].date, entry);
    else if (!withNights || !wallSpan(shift)?.isNextDay) add(shift.date, entry);
    else
      for (const day of [shift.date, addDays(shift.date, 1)])
        add(day, { ...entry, bookings: bookings.filter(({ date }) => date === day) });
  }
  return days;
}
