import type { Repeat } from '../../contract/schedules.ts';
import { addDays, daysBetween, endAt, instantAt, weekday, type Day, type WallTime } from './wallTime.ts';

/** A series: local times in a zone, from its first day, repeated until its last day (inclusive). */
export type Series = {
  date: Day;
  until: Day;
  repeat: Repeat;
  time_from: WallTime;
  /** 00:00 is the end of the day, and an earlier time than `time_from` is on the next day (Q21). */
  time_to: WallTime;
  zone: string;
};

/** One occurrence. Ends are exclusive; `occupied` includes travel time. */
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

/** The days of a series. Steps are calendar days, so a change of clocks moves none of them. */
export function daysOf({ date, until, repeat }: Pick<Series, 'date' | 'until' | 'repeat'>): Day[] {
  const { every, on } = steps[repeat];
  const count = every === Infinity ? 1 : Math.floor(daysBetween(date, until) / every) + 1;
  return Array.from({ length: count }, (_, index) => (index ? addDays(date, index * every) : date)).filter(on);
}

/**
 * One day of a series.
 * @param travel minutes of travel before and after
 * @returns null if the change of clocks skips all of it
 */
export function occurrenceOn(
  day: Day,
  { time_from, time_to, zone }: Pick<Series, 'time_from' | 'time_to' | 'zone'>,
  travel: number,
): Occurrence | null {
  const from = instantAt(day, time_from, zone);
  const to = endAt(day, { time_from, time_to }, zone);
  if (to <= from) return null;
  return {
    day,
    from,
    to,
    occupiedFrom: new Date(from.getTime() - travel * minute),
    occupiedTo: new Date(to.getTime() + travel * minute),
  };
}

/** Splits a series before a day: the part before (null if empty), and the day and its following days. */
export function splitBefore(series: Series, day: Day): { before: Series | null; following: Series } {
  const last = daysOf(series).findLast((date) => date < day);
  return {
    before: last === undefined ? null : { ...series, until: last },
    following: { ...series, date: day },
  };
}
