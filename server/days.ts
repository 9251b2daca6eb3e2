import { ApiProblem } from './problem.ts';
import { addDays, dayAt, instantAt, type Day } from './schedule/wallTime.ts';

export { addDays } from './schedule/wallTime.ts';

/** No request is older: an earlier time is a mistake, such as the empty value of a program, whose distance no column of seconds holds. */
export const earliestRequest = new Date('2000-01-01T00:00:00Z');

/** The instant at which a day (`YYYY-MM-DD`) starts in a time zone. */
export function startOfDay(day: Day, zone: string): Date {
  return instantAt(day, '00:00', zone);
}

/** The last `count` days in a time zone, today included (Q8), and the interval that they cover (end exclusive). */
export function lastDays(now: Date, zone: string, count: number): { fromDay: Day; toDay: Day; from: Date; to: Date } {
  const toDay = dayAt(now, zone);
  const fromDay = addDays(toDay, 1 - count);
  return { fromDay, toDay, from: startOfDay(fromDay, zone), to: startOfDay(addDays(toDay, 1), zone) };
}

/**
 * The interval of the days of a query, both inclusive (end exclusive); null for an open side.
 * @throws ApiProblem check_dates
 */
export function spanOfDays(
  { from_day, to_day }: { from_day?: Day; to_day?: Day },
  zone: string,
): { from: Date | null; to: Date | null } {
  if (from_day && to_day && from_day > to_day)
    throw new ApiProblem('check_dates', { errors: { to_day: ['check_dates'] } });
  return {
    from: from_day ? startOfDay(from_day, zone) : null,
    to: to_day ? startOfDay(addDays(to_day, 1), zone) : null,
  };
}

/** A day in display format: DD-MM-YYYY (R198). */
export function shownDay(day: Day): string {
  return day.split('-').toReversed().join('-');
}

/** The end of an interval in display format: its last day if it ends at midnight, else the day and the time. */
export function shownEnd(ends: Date, zone: string): string {
  const { day, time } = clockOf(zone)(ends);
  return time === '00:00' ? shownDay(addDays(day, -1)) : `${shownDay(day)} ${time}`;
}

/** A function for the local day and time in a zone at an instant. Reuse it: creating the formatter is expensive. */
export function clockOf(zone: string): (instant: Date) => { day: Day; time: string } {
  // The Swedish locale formats like ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (instant) => {
    const [day = '', time = ''] = format.format(instant).split(' ');
    return { day, time };
  };
}
