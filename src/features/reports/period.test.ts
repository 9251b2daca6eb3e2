import { expect, test } from '@jest/globals';
import { compare } from './comparison.ts';
import { intervalFor, isRange, rangeBefore, rangeOf } from './period.ts';

// R94
test('names mean days: today counts, last month and last year are those of the calendar (Q8)', () => {
  const on = (today: string) => ({
    week: rangeOf('last_7_days', today),
    days: rangeOf('last_30_days', today),
    thisMonth: rangeOf('this_month', today),
    lastMonth: rangeOf('last_month', today),
    lastYear: rangeOf('last_year', today),
  });
  expect(on('2024-03-05')).toEqual({
    week: { from: '2024-02-28', to: '2024-03-05' },
    days: { from: '2024-02-05', to: '2024-03-05' },
    thisMonth: { from: '2024-03-01', to: '2024-03-05' },
    lastMonth: { from: '2024-02-01', to: '2024-02-29' },
    lastYear: { from: '2023-01-01', to: '2023-12-31' },
  });
  expect(on('2024-01-01').lastMonth).toEqual({ from: '2023-12-01', to: '2023-12-31' });
});

test('a period is compared with the one before: as many days from the same weekday, the same days of the month before, the whole month or year', () => {
  const before = (name: Parameters<typeof rangeOf>[0]) => rangeBefore(name, rangeOf(name, '2024-03-31'));
  expect(before('last_7_days')).toEqual({ from: '2024-03-18', to: '2024-03-24' });
  expect(before('last_30_days')).toEqual({ from: '2024-01-27', to: '2024-02-25' });
  expect(before('this_month')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  expect(before('last_month')).toEqual({ from: '2024-01-01', to: '2024-01-31' });
  expect(before('last_year')).toEqual({ from: '2022-01-01', to: '2022-12-31' });
  expect(rangeBefore('custom', { from: '2024-03-01', to: '2024-03-01' })).toEqual({
    from: '2024-02-23',
    to: '2024-02-23',
  });
});

// R201
test('a range has days that are there, from 1900 to 2099, ten years at most', () => {
  expect(isRange({ from: '1900-01-01', to: '1900-01-01' })).toBe(true);
  expect(isRange({ from: '2090-01-01', to: '2099-12-31' })).toBe(true);
  for (const [from, to] of [
    ['1899-12-31', '1900-01-02'],
    ['2099-12-31', '2100-01-01'],
    ['2024-02-30', '2024-03-01'],
    ['2024-03-02', '2024-03-01'],
    ['2010-01-01', '2024-01-01'],
    ['', ''],
  ] as const)
    expect([from, to, isRange({ from, to })]).toEqual([from, to, false]);
});

test('the default interval of a range is days, weeks or months, depending on its length', () => {
  expect(intervalFor(rangeOf('last_30_days', '2024-05-01'))).toBe('days');
  expect(intervalFor({ from: '2024-01-01', to: '2024-04-30' })).toBe('weeks');
  expect(intervalFor(rangeOf('last_year', '2024-05-01'))).toBe('months');
});

test('a figure is compared in its own unit, and not with zero or a missing figure', () => {
  expect(compare('requests', 150, 100)).toEqual({ unit: 'share', amount: 0.5, direction: 'up', tone: 'neutral' });
  expect(compare('abandoned', 5, 10)).toEqual({ unit: 'share', amount: 0.5, direction: 'down', tone: 'good' });
  expect(compare('average_waiting', 40, 25)).toEqual({ unit: 'seconds', amount: 15, direction: 'up', tone: 'bad' });
  expect(compare('service_level', 87.5, 90)).toEqual({ unit: 'points', amount: 2.5, direction: 'down', tone: 'bad' });
  expect(compare('average_feedback', 4.5, 4.5)).toMatchObject({ direction: 'same', tone: 'neutral' });
  expect(compare('requests', 3, 0)).toBeNull();
  expect(compare('average_feedback', null, 4)).toBeNull();
});
