import type { CalendarShift, Shift } from '../../../contract/shifts.ts';
import type { Page } from '#api/collection.ts';
import type { CalendarPerson } from '#api/shifts.ts';
import { addDays, weekdayOf } from '#lib/dates.ts';

/** How the calendar is looked at. */
export const views = ['day', 'week', 'month', 'agenda'] as const;
/** How the calendar is looked at. */
export type View = (typeof views)[number];

/** A shift with whose it is. */
export type Planned = CalendarShift & { interpreter: string; interpreter_name: string };

/** One interpreter's row; whether they may work now, and if not, when their suspension ends. */
export type Lane = { id: string; name: string; isActive: boolean; suspendedUntil: string | null; shifts: Planned[] };

/** A stretch of time, in milliseconds, half-open. */
export type Span = { from: number; to: number };

const minute = 60_000;
const hour = 60 * minute;
/** What is dragged sticks to quarters of an hour. */
export const step = 15 * minute;

/** The Monday of a day's week. */
function mondayOf(day: string): string {
  return addDays(day, -weekdayOf(day));
}

const weekFrom = (day: string) => Array.from({ length: 7 }, (_, index) => addDays(day, index));

/** The days that a view shows of a day: itself, its week from Monday, the weeks that its month touches, or a week from it on. */
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

/** Whether a shift is told as it was before. */
function isTold(shift: CalendarShift, before: Planned | undefined): boolean {
  if (!before) return false;
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.entries(shift).every(
    ([name, value]) => value === known.get(name) || JSON.stringify(value) === JSON.stringify(known.get(name)),
  );
}

/**
 * The lanes of people, in their order; each lane's shifts by the time at which they begin. A lane in which nothing has changed is the one
 * that it was before, so that it is not drawn anew.
 */
export function lanesOf(people: readonly CalendarPerson[], before: readonly Lane[] = []): Lane[] {
  const known = new Map(before.map((lane) => [lane.id, lane]));
  return people.map(({ interpreter, interpreter_name, active, suspended_until, shifts }) => {
    const lane = known.get(interpreter);
    const isSame =
      lane?.name === interpreter_name &&
      lane.isActive === active &&
      lane.suspendedUntil === suspended_until &&
      lane.shifts.length === shifts.length &&
      shifts.every((shift, at) => isTold(shift, lane.shifts[at]));
    if (lane && isSame) return lane;
    return {
      id: interpreter,
      name: interpreter_name,
      isActive: active,
      suspendedUntil: suspended_until,
      shifts: shifts.map((shift) => ({ ...shift, interpreter, interpreter_name })),
    };
  });
}

/** A page of people with a shift as it has just been saved, in the lane of whoever has it now. */
export function withSaved(page: Page<CalendarPerson>, shift: Shift): Page<CalendarPerson> {
  const results = page.results.map((person) => {
    const isTheirs = person.interpreter === shift.interpreter;
    const others = person.shifts.filter(({ id }) => id !== shift.id);
    if (!isTheirs) return others.length === person.shifts.length ? person : { ...person, shifts: others };
    const shifts = [...others, shift].sort((one, other) => Date.parse(one.from) - Date.parse(other.from));
    return { ...person, shifts };
  });
  return { ...page, results };
}

/** All shifts of some lanes by the time at which they begin. */
export function inOrder(lanes: readonly Lane[]): Planned[] {
  return lanes
    .flatMap(({ shifts }) => shifts.map((shift) => ({ at: Date.parse(shift.from), shift })))
    .sort((one, other) => one.at - other.at)
    .map(({ shift }) => shift);
}

/** Shifts by their day, each day's in the order that they are in. */
export function byDay(shifts: readonly Planned[]): Map<string, Planned[]> {
  const days = new Map<string, Planned[]>();
  for (const shift of shifts) {
    const known = days.get(shift.date);
    if (known) known.push(shift);
    else days.set(shift.date, [shift]);
  }
  return days;
}

/** The row within a lane for each of some spans, in order of their beginning: the first one that is free by then. */
export function rowsOf(spans: readonly Span[]): number[] {
  const ends: number[] = [];
  return spans.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = free === -1 ? ends.length : free;
    ends[row] = to;
    return row;
  });
}

/** The time that a shift takes, travel included. */
export function occupied({ from, to, travel_time }: Planned): Span {
  return { from: Date.parse(from) - travel_time * minute, to: Date.parse(to) + travel_time * minute };
}

/** Where a span lies within another one, in per cent, cut off at its edges. */
export function placeIn(whole: Span, { from, to }: Span): { start: number; size: number } {
  const percent = (at: number) =>
    ((Math.min(Math.max(at, whole.from), whole.to) - whole.from) / (whole.to - whole.from)) * 100;
  return { start: percent(from), size: percent(to) - percent(from) };
}

/** Every full hour of a day as it passes: 23 to 25 of them. */
export function hoursOf({ from, to }: Span): number[] {
  return Array.from({ length: Math.ceil((to - from) / hour) }, (_, index) => from + index * hour);
}

/** An instant brought to the nearest quarter of an hour of its day. */
export function snapped(at: number, { from, to }: Span): number {
  return Math.min(Math.max(from + Math.round((at - from) / step) * step, from), to);
}

/** What becomes of a span when its whole, its beginning or its end is moved by some time within a day. */
export function movedSpan({ from, to }: Span, part: 'whole' | 'start' | 'end', by: number, day: Span): Span {
  if (part === 'start') return { from: Math.min(snapped(from + by, day), to - step), to };
  if (part === 'end') return { from, to: Math.max(snapped(to + by, day), from + step) };
  const length = to - from;
  const start = Math.min(snapped(from + by, day), day.to - length);
  return { from: start, to: start + length };
}
