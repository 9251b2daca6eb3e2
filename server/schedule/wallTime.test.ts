import { expect, test } from '@jest/globals';
import { instantAt, inZone } from './wallTime.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const first = Date.UTC(1973, 0);
const last = Date.UTC(2038, 0);

/** Reads the offset of a zone from the platform, not from the tested code: minutes east of UTC. */
function offsetReader(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  return (at) => {
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(at)) ?? [];
    return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  };
}

/** The first minutes from 1973 to 2037 after a change of clocks in a zone, found with samples ten days apart. */
function changesOf(offsetAt: (at: number) => number): number[] {
  const changes: number[] = [];
  let before = offsetAt(first);
  for (let at = first + 10 * day; at < last; at += 10 * day) {
    const after = offsetAt(at);
    if (after === before) continue;
    let [low, high] = [at - 10 * day, at];
    while (high - low > minute) {
      const middle = low + Math.floor((high - low) / 2 / minute) * minute;
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    changes.push(high);
    before = after;
  }
  return changes;
}

function expected(at: number, offset: number): string {
  const wall = new Date(at + offset * minute).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${wall}${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

const zones = Intl.supportedValuesOf('timeZone').map((zone) => {
  const offsetAt = offsetReader(zone);
  return { zone, offsetAt, changes: changesOf(offsetAt) };
});

test('St. John’s changed its clocks one minute after midnight, not on a quarter of an hour', () => {
  const at = (iso: string) => inZone(new Date(iso), 'America/St_Johns');
  expect(at('2010-11-07T02:30:00Z')).toBe('2010-11-07T00:00:00-02:30');
  expect(at('2010-11-07T02:31:00Z')).toBe('2010-11-06T23:01:00-03:30');
  expect(at('2010-11-07T02:35:00Z')).toBe('2010-11-06T23:05:00-03:30');
});

test('Santiago has no midnight on the day when its clocks go forward, and two of 23:30 when they go back', () => {
  const at = (iso: string) => inZone(new Date(iso), 'America/Santiago');
  expect(at('2026-09-06T03:59:00Z')).toBe('2026-09-05T23:59:00-04:00');
  expect(at('2026-09-06T04:00:00Z')).toBe('2026-09-06T01:00:00-03:00');
  expect(at('2026-04-05T02:30:00Z')).toBe('2026-04-04T23:30:00-03:00');
  expect(at('2026-04-05T03:30:00Z')).toBe('2026-04-04T23:30:00-04:00');
});

test('instants have the right offset on both sides of every change of clocks in the world from 1973 to 2037', () => {
  const wrong: string[] = [];
  for (const { zone, offsetAt, changes } of zones) {
    for (const change of changes) {
      // The later instant comes first, to check that its cached result is not used for the earlier one.
      for (const at of [change + 7 * minute, change, change - 1000, change - minute, change - 7 * minute]) {
        const [found, wanted] = [inZone(new Date(at), zone), expected(at, offsetAt(at))];
        if (found !== wanted) wrong.push(`${zone}: ${found} instead of ${wanted}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(zones.flatMap(({ changes }) => changes).length).toBeGreaterThan(15_000);
});

test('an ambiguous local time is its first instant', () => {
  const wrong: string[] = [];
  for (const { zone, offsetAt, changes } of zones) {
    for (const change of changes) {
      const turned = offsetAt(change - minute) - offsetAt(change);
      for (const at of [change - minute, change]) {
        const wall = expected(at, offsetAt(at));
        const found = instantAt(wall.slice(0, 10), wall.slice(11, 16), zone).getTime();
        // The first occurrence of a repeated time is before the change by the length of the shift.
        const isAgain = at >= change && turned > 0;
        const wanted = isAgain ? at - turned * minute : at;
        if (found !== wanted) wrong.push(`${zone} ${wall}: ${inZone(new Date(found), zone)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
