import { expect, test } from '@jest/globals';
import { readRange } from './buckets.ts';

test('a range has at most ten years, 3660 days, and ends on its first day or later', () => {
  expect(readRange({ from_day: '2010-01-01', to_day: '2020-01-08' })).toEqual({
    fromDay: '2010-01-01',
    toDay: '2020-01-08',
  });
  expect(() => readRange({ from_day: '2010-01-01', to_day: '2020-01-09' })).toThrow('check_dates');
  expect(readRange({ from_day: '2024-02-29', to_day: '2024-02-29' })).toMatchObject({ toDay: '2024-02-29' });
  expect(() => readRange({ from_day: '2024-02-29', to_day: '2024-02-28' })).toThrow('check_dates');
});
