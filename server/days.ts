import { addDays, dayAt, instantAt, type Day } from './schedule/wallTime.ts';

export { addDays } from './schedule/wallTime.ts';

/** The instant at which a day (`YYYY-MM-DD`) begins in a time zone. */
export function startOfDay(day: Day, zone: string): Date {
  return instantAt(day, '00:00', zone);
}

/** The last `count` days in a time zone, today included (Q8), and the instants between which they lie (half-open). */
export function lastDays(now: Date, zone: string, count: number): { fromDay: Day; toDay: Day; from: Date; to: Date } {
  const toDay = dayAt(now, zone);
  const fromDay = addDays(toDay, 1 - count);
  return { fromDay, toDay, from: startOfDay(fromDay, zone), to: startOfDay(addDays(toDay, 1), zone) };
}

/** What clocks of a zone show at an instant. Made once for many instants: a formatter costs more than what it formats. */
export function clockOf(zone: string): (instant: Date) => { day: Day; time: string } {
  // Swedish writes instants as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (instant) => {
    const [day = '', time = ''] = format.format(instant).split(' ');
    return { day, time };
  };
}
