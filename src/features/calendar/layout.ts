import { longestNight, spanText } from '../../../contract/wallSpan.ts';
import type { CalendarBooking, CalendarShift, Shift } from '../../../contract/shifts.ts';
import type { Page } from '#api/collection.ts';
import type { CalendarPerson } from '#api/shifts.ts';
import { addDays, weekdayOf } from '#lib/dates.ts';

/** The views of the calendar. */
export const views = ['day', 'week', 'month', 'agenda'] as const;
/** A view of the calendar. */
export type View = (typeof views)[number];

/** A shift with its interpreter. */
export type Planned = CalendarShift & { interpreter: string; interpreter_name: string };

/** One interpreter's row; `isActive`: may be planned now; `suspendedUntil`: the end of their suspension. */
export type Lane = {
  id: string;
  name: string;
  isActive: boolean;
  suspendedUntil: string | null;
  shifts: Planned[];
  /** By start; empty where the deployment or its backend has none. */
  bookings: readonly CalendarBooking[];
};

/** A half-open range of time, in milliseconds. */
export type Span = { from: number; to: number };

const minute = 60_000;
const hour = 60 * minute;
/** Drags snap to quarters of an hour. */
export const step = 15 * minute;

/** The Monday of a day's week. */
function mondayOf(day: string): string {
  return addDays(day, -weekdayOf(day));
}

const weekFrom = (day: string) => Array.from({ length: 7 }, (_, index) => addDays(day, index));

/** The days of a view: the day, its week from Monday, the weeks of its month, or seven days from it on (agenda). */
export function daysOfView(view: View, day: string): string[] {
  if (view === 'day') return [day];
  if (view === 'agenda') return weekFrom(day);
  if (view === 'week') return weekFrom(mondayOf(day));
  const days: string[] = [];
  for (
    let monday = mondayOf(`${day.slice(0, 7)}-01`);
    monday.slice(0, 7) <= day.slice(0, 7);
    monday = addDays(monday, 7)
  )
    days.push(...weekFrom(monday));
  return days;
}

/** Whether a refetched shift or booking is as before. */
function isUnchanged(read: object, before: object | undefined): boolean {
  if (!before) return false;
  const valuesBefore = new Map<string, unknown>(Object.entries(before));
  return Object.entries(read).every(
    ([name, value]) =>
      value === valuesBefore.get(name) || JSON.stringify(value) === JSON.stringify(valuesBefore.get(name)),
  );
}

/**
 * The lanes of people in their order, shifts by start. An unchanged lane is the same object as before, so that it does not
 * re-render.
 */
export function lanesOf(people: readonly CalendarPerson[], before: readonly Lane[] = []): Lane[] {
  const lanesBefore = new Map(before.map((lane) => [lane.id, lane]));
  return people.map(({ interpreter, interpreter_name, active, suspended_until, shifts, bookings = [] }) => {
    const lane = lanesBefore.get(interpreter);
    const isSame =
      lane?.name === interpreter_name &&
      lane.isActive === active &&
      lane.suspendedUntil === suspended_until &&
      lane.shifts.length === shifts.length &&
      shifts.every((shift, at) => isUnchanged(shift, lane.shifts[at])) &&
      lane.bookings.length === bookings.length &&
      bookings.every((booking, at) => isUnchanged(booking, lane.bookings[at]));
    if (lane && isSame) return lane;
    return {
      id: interpreter,
      name: interpreter_name,
      isActive: active,
      suspendedUntil: suspended_until,
      shifts: shifts.map((shift) => ({ ...shift, interpreter, interpreter_name })),
      bookings,
    };
  });
}

/** A page of people with a saved shift in its interpreter's lane, and in no other. */
export function withSaved(page: Page<CalendarPerson>, shift: Shift): Page<CalendarPerson> {
  const results = page.results.map((person) => {
    const isTheirs = person.interpreter === shift.interpreter;
    const others = person.shifts.filter(({ id }) => id !== shift.id);
    if (!isTheirs) return others.length === person.shifts.length ? person : { ...person, shifts: others };
    const shifts = [...others, shift].sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
    return { ...person, shifts };
  });
  return { ...page, results };
}

/** The times of a shift on a day that it touches: `22:00–06:00 +1`, and `–06:00` on the day after its first. */
export function timesOn(day: string, shift: Planned): string {
  return day > shift.date ? `–${shift.time_to}` : spanText(shift);
}

/** The row of each span within a lane: the first row that is free at its start. Spans are sorted by start. */
export function rowsOf(spans: readonly Span[]): number[] {
  const ends: number[] = [];
  return spans.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = free === -1 ? ends.length : free;
    ends[row] = to;
    return row;
  });
}

/** A time including the travel before and after it. */
export function occupied({ from, to, travel_time }: Pick<Planned, 'from' | 'to' | 'travel_time'>): Span {
  return { from: Date.parse(from) - travel_time * minute, to: Date.parse(to) + travel_time * minute };
}

/** The place of a span within another one, in per cent, clipped at its edges. */
export function placeIn(whole: Span, { from, to }: Span): { start: number; size: number } {
  const percent = (at: number) =>
    ((Math.min(Math.max(at, whole.from), whole.to) - whole.from) / (whole.to - whole.from)) * 100;
  return { start: percent(from), size: percent(to) - percent(from) };
}

/** Every full hour of a day: 23 to 25, as clocks change. */
export function hoursOf({ from, to }: Span): number[] {
  return Array.from({ length: Math.ceil((to - from) / hour) }, (_, index) => from + index * hour);
}

/** An instant rounded to the nearest quarter of an hour within its day. */
export function snapped(at: number, { from, to }: Span): number {
  return Math.min(Math.max(from + Math.round((at - from) / step) * step, from), to);
}

/**
 * A span after moving the whole of it, its start or its end by some milliseconds. It stays within the day; one that ends on the
 * next day, or began on the day before, keeps the day of its start, and is at most `longestNight` hours long.
 */
export function movedSpan({ from, to }: Span, part: 'whole' | 'start' | 'end', by: number, day: Span): Span {
  const isNight = from < day.from || to > day.to;
  const longest = longestNight * hour;
  if (part === 'end')
    return { from, to: Math.max(snapped(to + by, isNight ? { from, to: from + longest } : day), from + step) };
  if (from < day.from) return { from, to };
  if (part === 'start') {
    const earliest = isNight ? Math.max(day.from, to - longest) : day.from;
    return { from: Math.min(snapped(from + by, { from: earliest, to: day.to }), to - step, day.to - step), to };
  }
  const length = to - from;
  const start = Math.min(snapped(from + by, day), isNight ? day.to - step : day.to - length);
  return { from: start, to: start + length };
}
