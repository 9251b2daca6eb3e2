import type { Repeat } from '../../contract/schedules.ts';
import { addDays, daysBetween, endAt, instantAt, weekday, type Day, type WallTime } from './wallTime.ts';

/** When a series happens: a time on the wall of a zone, on its first day and as it repeats, until its last day (inclusive). */
export type Series = {
  date: Day;
  until: Day;
  repeat: Repeat;
  time_from: WallTime;
  /** 00:00 closes the day (Q21). */
  time_to: WallTime;
  zone: string;
};

/** When one day of it happens. Intervals are half-open; `occupied` adds the way there and back. */
export type Occurrence = { day: Day; from: Date; to: Date; occupiedFrom: Date; occupiedTo: Date };

const friday = 5;
const week = 7;
const minute = 60_000;

const steps: Record<Repeat, { every: number; on: (day: Day) => boolean }> = {
  once: { every: Infinity, on: () => true },
  daily: { every: 1, on: () => true },
  weekdays: { every: 1, on: (day) => weekday(day) <= friday },
  weekly: { every: week, on: () => true },
};

/** The days of a series. Days are stepped as days: a change of clocks moves none of them. */
export function daysOf({ date, until, repeat }: Pick<Series, 'date' | 'until' | 'repeat'>): Day[] {
  const { every, on } = steps[repeat];
  const count = every === Infinity ? 1 : Math.floor(daysBetween(date, until) / every) + 1;
  return Array.from({ length: count }, (_, index) => (index ? addDays(date, index * every) : date)).filter(on);
}

/** Whether times on the wall lie in the order of the day; an end of 00:00 does (Q21). */
export function isInOrder({ time_from, time_to }: Pick<Series, 'time_from' | 'time_to'>): boolean {
  return time_to === '00:00' || time_from < time_to;
}

/**
 * One day of a series.
 * @param travel minutes on the way, before and after
 * @returns null where the clocks leave the whole of it out
 */
export function occurrenceOn(
  day: Day,
  { time_from, time_to, zone }: Pick<Series, 'time_from' | 'time_to' | 'zone'>,
  travel: number,
): Occurrence | null {
  const from = instantAt(day, time_from, zone);
  const to = endAt(day, time_to, zone);
  if (to <= from) return null;
  return {
    day,
    from,
    to,
    occupiedFrom: new Date(from.getTime() - travel * minute),
    occupiedTo: new Date(to.getTime() + travel * minute),
  };
}

/** Cuts a series in two before a day: what stays as it was (null when nothing does), and this day and the following. */
export function splitBefore(series: Series, day: Day): { before: Series | null; following: Series } {
  const last = daysOf(series).findLast((one) => one < day);
  return {
    before: last === undefined ? null : { ...series, until: last },
    following: { ...series, date: day },
  };
}
