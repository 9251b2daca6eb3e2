import { describe, expect, test } from '@jest/globals';
import { createNumbers, minutesSeconds } from './numbers.ts';

describe('numbers', () => {
  test('are written as the reader’s locale does', () => {
    expect(createNumbers('en-AU').count(12_345)).toBe('12,345');
    expect(createNumbers('pt-BR').average(4.56)).toBe('4,6');
    expect(createNumbers('en').average(4)).toBe('4.0');
  });

  test('format file sizes and shares', () => {
    const { fileSize, percent } = createNumbers('en');
    expect([300, 640 * 1024, 1.44 * 1024 ** 2, 4 * 1024 ** 3].map(fileSize)).toEqual(
      ['0.3 kB', '640 kB', '1.4 MB', '4 GB'].map((shown) => shown.replace(' ', '\u00a0')),
    );
    expect(percent(0.43)).toBe('43%');
  });

  test('of minutes are hours and minutes, and none are zero minutes', () => {
    const { duration } = createNumbers('en');
    expect([0, 59, 60, 510].map((minutes) => duration(minutes).replaceAll('\u00a0', ' '))).toEqual([
      '0 min',
      '59 min',
      '1 hr',
      '8 hr 30 min',
    ]);
  });

  test('that are not there are a dash', () => {
    expect([createNumbers('en').count(null), createNumbers('en').average(Number.NaN)]).toEqual(['–', '–']);
  });

  // R203
  test.each([
    [0, '0:00'],
    [59, '0:59'],
    [3675, '61:15'],
    [59.6, '0:59'],
    [61.9, '1:01'],
    [-1, '–'],
    [null, '–'],
    [undefined, '–'],
    [Number.NaN, '–'],
  ])('%p seconds are %s minutes', (seconds, shown) => {
    expect(minutesSeconds(seconds)).toBe(shown);
  });
});
