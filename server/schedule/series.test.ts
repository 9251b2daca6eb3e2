import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { daysOf, isInOrder, occurrenceOn, splitBefore, type Series } from './series.ts';
import { addDays, inZone, weekday } from './wallTime.ts';

const day = fc.integer({ min: 0, max: 2556 }).map((count) => addDays('2024-01-01', count));

describe('a change of clocks', () => {
  const zone = 'Europe/Tallinn';
  const on = (date: string, time_from: string, time_to: string) => {
    const found = occurrenceOn(date, { time_from, time_to, zone }, 0);
    return found && [inZone(found.from, zone), inZone(found.to, zone)];
  };

  it.each([
    ['before the skipped hour', '2024-03-31', '02:00', '05:00', '02:00:00+02:00', '05:00:00+03:00'],
    ['within the skipped hour: from the change on', '2024-03-31', '03:30', '05:00', '04:00:00+03:00', '05:00:00+03:00'],
    [
      'ending within the skipped hour: until the change',
      '2024-03-31',
      '02:00',
      '03:30',
      '02:00:00+02:00',
      '04:00:00+03:00',
    ],
    ['in the repeated hour: the first one', '2024-10-27', '03:30', '05:00', '03:30:00+03:00', '05:00:00+02:00'],
    [
      'ending within the repeated hour: the first one',
      '2024-10-27',
      '02:00',
      '03:30',
      '02:00:00+03:00',
      '03:30:00+03:00',
    ],
  ])('begins %s', (_, date, from, to, begins, ends) => {
    expect(on(date, from, to)).toEqual([`${date}T${begins}`, `${date}T${ends}`]);
  });

  it('skips occurrences within the skipped hour', () => {
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
  ] as const)('%s, up to and including the last day', (repeat, days) => {
    expect(daysOf({ date: '2024-05-03', until: '2024-05-10', repeat })).toEqual(days);
  });

  it('stay the same when it is split', () => {
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

  it('on weekdays exclude weekends', () => {
    const days = daysOf({ date: '2024-05-01', until: '2024-12-31', repeat: 'weekdays' });
    expect(days.filter((date) => weekday(date) > 5)).toEqual([]);
  });

  it('are in order within the day, where 00:00 is its end', () => {
    expect(isInOrder({ time_from: '18:00', time_to: '00:00' })).toBe(true);
    expect(isInOrder({ time_from: '00:00', time_to: '00:00' })).toBe(true);
    expect(isInOrder({ time_from: '18:00', time_to: '18:00' })).toBe(false);
    expect(isInOrder({ time_from: '18:00', time_to: '09:00' })).toBe(false);
  });
});
