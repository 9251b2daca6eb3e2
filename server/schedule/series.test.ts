import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { spanText, wallSpan } from '../../contract/wallSpan.ts';
import { daysOf, occurrenceOn, splitBefore, type Series } from './series.ts';
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

  it('are literal ones over a leap day, the end of a month and a change of clocks', () => {
    expect(daysOf({ date: '2028-02-28', until: '2028-03-01', repeat: 'daily' })).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(daysOf({ date: '2026-02-27', until: '2026-04-09', repeat: 'weekly' })).toEqual([
      '2026-02-27',
      '2026-03-06',
      '2026-03-13',
      '2026-03-20',
      '2026-03-27',
      '2026-04-03',
    ]);
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

  // R182, R202
  it.each([
    ['18:00', '00:00', { minutes: 360, isNextDay: false }, '18:00–00:00'],
    ['00:00', '00:00', { minutes: 1440, isNextDay: false }, '00:00–00:00'],
    ['22:00', '06:00', { minutes: 480, isNextDay: true }, '22:00–06:00 +1'],
    ['18:00', '10:00', { minutes: 960, isNextDay: true }, '18:00–10:00 +1'],
    ['18:00', '10:01', null, '18:00–10:01 +1'],
    ['18:00', '18:00', null, '18:00–18:00'],
  ])('from %s to %s mean %j', (time_from, time_to, span, text) => {
    expect(wallSpan({ time_from, time_to })).toEqual(span);
    expect(spanText({ time_from, time_to })).toBe(text);
  });

  it.each([
    ['2026-10-24', 'Europe/Vilnius', '2026-10-24T19:00:00.000Z', '2026-10-25T04:00:00.000Z'],
    ['2026-03-28', 'Europe/Vilnius', '2026-03-28T20:00:00.000Z', '2026-03-29T03:00:00.000Z'],
    ['2027-04-03', 'Pacific/Chatham', '2027-04-03T08:15:00.000Z', '2027-04-03T17:15:00.000Z'],
  ])('over the change of clocks after %s in %s keep their local times', (date, zone, from, to) => {
    const night = occurrenceOn(date, { time_from: '22:00', time_to: '06:00', zone }, 0);
    expect([night?.from.toISOString(), night?.to.toISOString()]).toEqual([from, to]);
  });
});
