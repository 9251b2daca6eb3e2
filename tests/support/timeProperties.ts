import fc from 'fast-check';
import { repeats } from '../../contract/schedules.ts';
import { daysOf, occurrenceOn, type Series } from '../../server/schedule/series.ts';
import { wallSpan } from '../../contract/wallSpan.ts';
import { addDays, dayAt, endAt, instantAt } from '../../server/schedule/wallTime.ts';

const firstDay = '2024-01-01';
/** The number of days until the end of 2030. */
const days = 2557;
const quarter = 15 * 60_000;

const day = fc.integer({ min: 0, max: days - 1 }).map((count) => addDays(firstDay, count));
const time = fc.integer({ min: 0, max: 95 }).map((count) => timeOf(count));

function timeOf(quarters: number): string {
  return `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
}

/** The local time in a zone from the platform's data, not from the tested code: `YYYY-MM-DD HH:mm`. */
function wallOf(zone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (instant) => format.format(instant);
}

function assertSame(found: unknown, expected: unknown, about: string): void {
  const [actual, wanted] = [JSON.stringify(found), JSON.stringify(expected)];
  if (actual !== wanted) throw new Error(`${about}: ${actual} instead of ${wanted}`);
}

function assertHolds(holds: boolean, about: string): void {
  if (!holds) throw new Error(about);
}

function staysOnTheWall(zones: readonly string[]): void {
  const any = fc.tuple(fc.constantFrom(...zones), day, fc.constantFrom(...repeats), fc.integer({ min: 0, max: 400 }));
  fc.assert(
    fc.property(any, ([zone, date, repeat, length]) => {
      const wall = wallOf(zone);
      const series: Series = { date, until: addDays(date, length), repeat, time_from: '09:00', time_to: '12:30', zone };
      for (const shiftDay of daysOf(series)) {
        const found = occurrenceOn(shiftDay, series, 0);
        assertSame(found && [wall(found.from), wall(found.to)], [`${shiftDay} 09:00`, `${shiftDay} 12:30`], zone);
      }
    }),
    { numRuns: 60 },
  );
}

function neverEndsBeforeItBegins(zones: readonly string[]): void {
  const any = fc.tuple(fc.constantFrom(...zones), day, time, time, fc.integer({ min: 0, max: 480 }));
  fc.assert(
    fc.property(any, ([zone, date, time_from, time_to, travel]) => {
      fc.pre(wallSpan({ time_from, time_to }) !== null);
      const found = occurrenceOn(date, { time_from, time_to, zone }, travel);
      if (!found) return;
      assertHolds(found.to > found.from, `${zone} ${date} ${time_from}–${time_to} has no length`);
      assertSame(+found.from - +found.occupiedFrom, travel * 60_000, 'the travel time before');
      assertSame(+found.occupiedTo - +found.to, travel * 60_000, 'the travel time after');
    }),
    { numRuns: 2000 },
  );
}

function laterIsNeverEarlier(zones: readonly string[]): void {
  fc.assert(
    fc.property(fc.constantFrom(...zones), day, time, time, (zone, date, timeA, timeB) => {
      const [first = '', second = ''] = [timeA, timeB].toSorted();
      assertHolds(instantAt(date, second, zone) >= instantAt(date, first, zone), `${zone} ${date} ${first}, ${second}`);
      assertHolds(
        endAt(date, { time_from: first, time_to: '00:00' }, zone) >= instantAt(date, second, zone),
        `${zone} ${date} ${second}, 00:00`,
      );
    }),
    { numRuns: 2000 },
  );
}

function midnightClosesTheDay(zones: readonly string[]): void {
  fc.assert(
    fc.property(fc.constantFrom(...zones), day, (zone, date) => {
      const found = occurrenceOn(date, { time_from: '18:00', time_to: '00:00', zone }, 0);
      assertSame(found?.to, instantAt(addDays(date, 1), '00:00', zone), `${zone} ${date}`);
      assertSame(found && dayAt(found.to, zone), addDays(date, 1), `${zone} ${date}`);
    }),
    { numRuns: 1000 },
  );
}

/** The days of a zone's changes of clocks, found by its offset at midnight. */
function changesOf(zone: string): string[] {
  const midnight = (count: number) => +instantAt(addDays(firstDay, count), '00:00', zone);
  return Array.from({ length: days }, (_, count) => count)
    .filter((count) => midnight(count + 1) - midnight(count) !== 24 * 60 * 60_000)
    .map((count) => addDays(firstDay, count));
}

/**
 * Every quarter of an hour on each day of a change: repeated times are their first occurrence, skipped times the
 * change.
 */
function changesOfClocks(zones: readonly string[]): void {
  for (const zone of zones) {
    const wall = wallOf(zone);
    for (const date of changesOf(zone)) {
      const noon = +instantAt(date, '12:00', zone);
      const shown = new Map<string, number>();
      for (let at = noon - 16 * 60 * 60_000; at < noon + 16 * 60 * 60_000; at += quarter) {
        const reading = wall(new Date(at));
        if (!shown.has(reading)) shown.set(reading, at);
      }
      const readings = [...shown.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
      for (let count = 0; count < 96; count += 1) {
        const localTime = `${date} ${timeOf(count)}`;
        const expected = shown.get(localTime) ?? readings.find(([reading]) => reading > localTime)?.[1];
        assertSame(+instantAt(date, timeOf(count), zone), expected, `${zone} ${localTime}`);
      }
    }
  }
}

/** Properties of series in every zone from 2024 to 2030, by description. Each function throws on a violation. */
export const timeProperties: Record<string, (zones: readonly string[]) => void> = {
  'a series of 09:00 stays at 09:00': staysOnTheWall,
  'nothing ends before it begins, and travel time is occupied': neverEndsBeforeItBegins,
  'a later local time is never an earlier instant': laterIsNeverEarlier,
  'an end of 00:00 is the start of the next day': midnightClosesTheDay,
  'a repeated time is its first occurrence, a skipped time is the change': changesOfClocks,
};
