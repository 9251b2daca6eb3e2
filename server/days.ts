import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

const dayFormat = 'YYYY-MM-DD';

/** The instant at which a day (`YYYY-MM-DD`) begins in a time zone. */
export function startOfDay(day: string, zone: string): Date {
  return dayjs.tz(`${day} 00:00`, zone).toDate();
}

/** A day some days away from another. Days are stepped as days, never as 24 hours, which a change of clocks would shift. */
export function addDays(day: string, count: number): string {
  return dayjs.utc(day).add(count, 'day').format(dayFormat);
}

/** The last `count` days in a time zone, today included (Q8), and the instants between which they lie (half-open). */
export function lastDays(
  now: Date,
  zone: string,
  count: number,
): { fromDay: string; toDay: string; from: Date; to: Date } {
  const toDay = dayjs(now).tz(zone).format(dayFormat);
  const fromDay = addDays(toDay, 1 - count);
  return { fromDay, toDay, from: startOfDay(fromDay, zone), to: startOfDay(addDays(toDay, 1), zone) };
}
