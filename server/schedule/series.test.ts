import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { repeats } from '../../contract/schedules.ts';
import { loadTenant, tenantIds } from '../../tenants/manifest.ts';
import { daysOf, isInOrder, occurrenceOn, splitBefore, type Series } from './series.ts';
import { addDays, dayAt, endAt, instantAt, inZone, weekday } from './wallTime.ts';

const day = fc.integer({ min: 0, max: 2556 }).map((count) => addDays('2024-01-01', count));
const time = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const hours = String(Math.floor(quarter / 4)).padStart(2, '0');
  return `${hours}:${String((quarter % 4) * 15).padStart(2, '0')}`;
});

/** The time on the wall, read by the platform and not by what is tested. */
const onTheWall = (instant: Date, zone: string) =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(instant);

describe('a series, in the zones of the deployments from 2024 to 2030', () => {
  let zones: string[];
  beforeAll(async () => {
    const tenants = await Promise.all(tenantIds().map((id) => loadTenant(id)));
    zones = [...new Set(tenants.map(({ tenant }) => tenant.timeZone))];
  });
  const zone = () => fc.constantFrom(...zones);

  it('of 09:00 stays at 09:00', () => {
    fc.assert(
      fc.property(
        zone(),
        day,
        fc.constantFrom(...repeats),
        fc.integer({ min: 0, max: 400 }),
        (zoneName, date, repeat, length) => {
          const series: Series = {
            date,
            until: addDays(date, length),
            repeat,
            time_from: '09:00',
            time_to: '12:30',
            zone: zoneName,
          };
          for (const one of daysOf(series)) {
            const found = occurrenceOn(one, series, 0);
            expect(found && onTheWall(found.from, zoneName)).toBe(`${one} 09:00`);
            expect(found && onTheWall(found.to, zoneName)).toBe(`${one} 12:30`);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('never ends before it begins, and occupies the way there and back', () => {
    fc.assert(
      fc.property(zone(), day, time, time, fc.integer({ min: 0, max: 480 }), (zoneName, date, one, other, travel) => {
        const [time_from = '', time_to = ''] = [one, other].toSorted();
        fc.pre(time_from !== time_to);
        const found = occurrenceOn(date, { time_from, time_to, zone: zoneName }, travel);
        if (!found) return;
        expect(found.to.getTime()).toBeGreaterThan(found.from.getTime());
        expect(found.from.getTime() - found.occupiedFrom.getTime()).toBe(travel * 60_000);
        expect(found.occupiedTo.getTime() - found.to.getTime()).toBe(travel * 60_000);
      }),
      { numRuns: 2000 },
    );
  });

  it('never turns a later time on the wall into an earlier instant', () => {
    fc.assert(
      fc.property(zone(), day, time, time, (zoneName, date, one, other) => {
        const [first = '', second = ''] = [one, other].toSorted();
        expect(instantAt(date, second, zoneName) >= instantAt(date, first, zoneName)).toBe(true);
        expect(endAt(date, '00:00', zoneName) >= instantAt(date, second, zoneName)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('that ends at 00:00 ends where the next day begins', () => {
    fc.assert(
      fc.property(zone(), day, (zoneName, date) => {
        const found = occurrenceOn(date, { time_from: '18:00', time_to: '00:00', zone: zoneName }, 0);
        expect(found?.to).toEqual(instantAt(addDays(date, 1), '00:00', zoneName));
        expect(found && dayAt(found.to, zoneName)).toBe(addDays(date, 1));
      }),
      { numRuns: 1000 },
    );
  });

  it('has the same instants on a host in any zone', async () => {
    const program = `
      import { createHash } from 'node:crypto';
      const { addDays, instantAt } = await import(${JSON.stringify(join(import.meta.dirname, 'wallTime.ts'))});
      const hash = createHash('sha256');
      for (const zone of ${JSON.stringify(zones)})
        for (let day = '2024-01-01'; day < '2031-01-01'; day = addDays(day, 1))
          for (const time of ['00:00', '01:30', '02:30', '03:30', '09:00'])
            hash.update(instantAt(day, time, zone).toISOString());
      console.log(hash.digest('hex'));`;
    const hosts = ['UTC', 'America/Vancouver', 'Australia/Sydney'];
    const digests = await Promise.all(
      hosts.map(async (TZ) => {
        const options = { env: { ...process.env, TZ } };
        const { stdout } = await promisify(execFile)(
          process.execPath,
          ['--input-type=module', '--eval', program],
          options,
        );
        return stdout;
      }),
    );
    expect(new Set(digests).size).toBe(1);
  }, 60_000);
});

describe('a change of clocks', () => {
  const zone = 'Europe/Tallinn';
  const on = (date: string, time_from: string, time_to: string) => {
    const found = occurrenceOn(date, { time_from, time_to, zone }, 0);
    return found && [inZone(found.from, zone), inZone(found.to, zone)];
  };

  it.each([
    ['before the hour that is left out', '2024-03-31', '02:00', '05:00', '02:00:00+02:00', '05:00:00+03:00'],
    ['within it: from the change on', '2024-03-31', '03:30', '05:00', '04:00:00+03:00', '05:00:00+03:00'],
    ['up to within it: until the change', '2024-03-31', '02:00', '03:30', '02:00:00+02:00', '04:00:00+03:00'],
    ['in the hour that comes twice: the first', '2024-10-27', '03:30', '05:00', '03:30:00+03:00', '05:00:00+02:00'],
    ['up to within it: the first', '2024-10-27', '02:00', '03:30', '02:00:00+03:00', '03:30:00+03:00'],
  ])('begins %s', (_, date, from, to, begins, ends) => {
    expect(on(date, from, to)).toEqual([`${date}T${begins}`, `${date}T${ends}`]);
  });

  it('leaves out what lies within the hour that is left out', () => {
    expect(on('2024-03-31', '03:15', '03:45')).toBeNull();
  });
});

describe('the days of a series', () => {
  it.each([
    ['once', ['2024-05-03']],
    [
      'daily',
      ['2024-05-03', '2024-05-04', '2024-05-05', '2024-05-06', '2024-05-07', '2024-05-08', '2024-05-09', '2024-05-10'],
    ],
    ['weekdays', ['2024-05-03', '2024-05-06', '2024-05-07', '2024-05-08', '2024-05-09', '2024-05-10']],
    ['weekly', ['2024-05-03', '2024-05-10']],
  ] as const)('%s, until the last day and with it', (repeat, days) => {
    expect(daysOf({ date: '2024-05-03', until: '2024-05-10', repeat })).toEqual(days);
  });

  it('are the same when it is cut in two', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom('daily', 'weekdays', 'weekly'),
        fc.nat(200),
        fc.nat(200),
        (date, repeat, length, at) => {
          const series: Series = {
            date,
            until: addDays(date, length),
            repeat,
            time_from: '09:00',
            time_to: '10:00',
            zone: 'UTC',
          };
          const days = daysOf(series);
          fc.pre(days.length > 0);
          const cut = days[at % days.length] ?? date;
          const { before, following } = splitBefore(series, cut);
          expect([...(before ? daysOf(before) : []), ...daysOf(following)]).toEqual(days);
        },
      ),
    );
  });

  it('of weekdays hold no weekend', () => {
    const days = daysOf({ date: '2024-05-01', until: '2024-12-31', repeat: 'weekdays' });
    expect(days.filter((one) => weekday(one) > 5)).toEqual([]);
  });

  it('lie in the order of the day, where 00:00 closes it', () => {
    expect(isInOrder({ time_from: '18:00', time_to: '00:00' })).toBe(true);
    expect(isInOrder({ time_from: '00:00', time_to: '00:00' })).toBe(true);
    expect(isInOrder({ time_from: '18:00', time_to: '18:00' })).toBe(false);
    expect(isInOrder({ time_from: '18:00', time_to: '09:00' })).toBe(false);
  });
});
