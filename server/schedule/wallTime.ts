import { Temporal } from 'temporal-polyfill';
import type { WallTimes } from '../../contract/wallSpan.ts';

/** A local time, `HH:mm`. */
export type WallTime = string;

/** A day, `YYYY-MM-DD`, without a time zone. */
export type Day = string;

const midnight: WallTime = '00:00';

/** Maximum number of cached instants, and of cached offsets per zone: the same few recur. */
const maxCached = 20_000;

const instants = new Map<string, number>();

/**
 * The instant of a local time on a day in a zone (IANA). The only place that converts local times to instants, with
 * Node's zone data. A repeated time is its first occurrence; a skipped time is the moment of the change. So a later
 * local time is never an earlier instant.
 */
export function instantAt(day: Day, time: WallTime, zone: string): Date {
  const key = `${day} ${time} ${zone}`;
  const instant = instants.get(key) ?? computeInstant(day, time, zone);
  if (instants.size >= maxCached) instants.clear();
  instants.set(key, instant);
  return new Date(instant);
}

function computeInstant(day: Day, time: WallTime, zone: string): number {
  const wall = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time));
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const isLeftOut = !first.toPlainDateTime().equals(wall);
  const instant = (isLeftOut && first.getTimeZoneTransition('next')) || first;
  return instant.epochMilliseconds;
}

/** The end of an occurrence that began on a day: 00:00, or a time before its start, is on the next day (Q21). */
export function endAt(day: Day, { time_from, time_to }: WallTimes, zone: string): Date {
  return instantAt(time_to === midnight || time_to < time_from ? addDays(day, 1) : day, time_to, zone);
}

const minute = 60_000;

/** Cached texts by zone and instant. */
const cachedTexts = new Map<string, Map<number, string>>();

/** An instant as ISO 8601 with the offset of a zone (IANA) at that moment. */
export function inZone(instant: Date, zone: string): string {
  const moment = instant.getTime();
  // Shifts begin and end on a full minute, and many share it. Other instants rarely recur.
  if (moment % minute !== 0) return write(moment, zone);
  const ofZone = cachedTexts.get(zone) ?? new Map<number, string>();
  const known = ofZone.get(moment);
  if (known !== undefined) return known;
  const text = write(moment, zone);
  if (ofZone.size >= maxCached) ofZone.clear();
  cachedTexts.set(zone, ofZone.set(moment, text));
  return text;
}

function write(moment: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment).toString({ timeZone: zone, fractionalSecondDigits: 0 });
}

/** The day of an instant in ISO 8601 with offset. */
export function dayIn(iso: string): Day {
  return iso.slice(0, 10);
}

/** The day in a zone at an instant. */
export function dayAt(instant: Date, zone: string): Day {
  return dayIn(inZone(instant, zone));
}

/** The day some days after another. */
export function addDays(day: Day, days: number): Day {
  const moved = new Date(day);
  moved.setUTCDate(moved.getUTCDate() + days);
  const [result = day] = moved.toISOString().split('T');
  return result;
}

/** From Monday, 1, to Sunday, 7. */
export function weekday(day: Day): number {
  return Temporal.PlainDate.from(day).dayOfWeek;
}

/** How many days lie between two. */
export function daysBetween(first: Day, last: Day): number {
  return Temporal.PlainDate.from(first).until(last, { largestUnit: 'day' }).days;
}
