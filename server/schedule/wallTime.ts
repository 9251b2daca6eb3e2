import { Temporal } from 'temporal-polyfill';

/** A time on the clock on the wall, `HH:mm`. */
export type WallTime = string;

/** A day, `YYYY-MM-DD`, of no time zone. */
export type Day = string;

const midnight: WallTime = '00:00';

/** How many instants are kept, and how many offsets of a zone: the same few are asked for again and again. */
const mostKept = 20_000;

const instants = new Map<string, number>();

/**
 * The instant at which a clock on the wall of a zone (IANA) shows a time on a day. The only place where wall times become
 * instants; zone data is Node's own. What clocks show twice is the first of the two; what they leave out is the moment of
 * the change. A later wall time is so never an earlier instant.
 */
export function instantAt(day: Day, time: WallTime, zone: string): Date {
  const key = `${day} ${time} ${zone}`;
  const instant = instants.get(key) ?? computeInstant(day, time, zone);
  if (instants.size >= mostKept) instants.clear();
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

/** The instant at which something that began on a day ends: an end of 00:00 is the midnight that closes the day (Q21). */
export function endAt(day: Day, time: WallTime, zone: string): Date {
  return instantAt(time === midnight ? addDays(day, 1) : day, time, zone);
}

const minute = 60_000;

/** Texts that were written before, under the zone and the instant. */
const written = new Map<string, Map<number, string>>();

/** An instant as ISO 8601 with the offset that holds in a zone (IANA) at that moment. */
export function inZone(instant: Date, zone: string): string {
  const moment = instant.getTime();
  // Shifts begin and end with a minute, and many share it. Other instants hardly ever come twice.
  if (moment % minute !== 0) return write(moment, zone);
  const ofZone = written.get(zone) ?? new Map<number, string>();
  const known = ofZone.get(moment);
  if (known !== undefined) return known;
  const text = write(moment, zone);
  if (ofZone.size >= mostKept) ofZone.clear();
  written.set(zone, ofZone.set(moment, text));
  return text;
}

function write(moment: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment).toString({ timeZone: zone, fractionalSecondDigits: 0 });
}

/** The day of an instant that is written with its offset. */
export function dayIn(iso: string): Day {
  return iso.slice(0, 10);
}

/** The day it is in a zone at an instant. */
export function dayAt(instant: Date, zone: string): Day {
  return dayIn(inZone(instant, zone));
}

/** A day some days away from another. */
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
