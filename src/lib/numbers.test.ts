import { describe, expect, test } from '@jest/globals';
import { createNumbers, minutesSeconds } from './numbers.ts';

describe('numbers', () => {
  test('are written as the reader’s locale does', () => {
    expect(createNumbers('en-AU').count(12_345)).toBe('12,345');
    expect(createNumbers('pt-BR').average(4.56)).toBe('4,6');
    expect(createNumbers('en').average(4)).toBe('4.0');
  });

  test('that are not there are a dash', () => {
    expect([createNumbers('en').count(null), createNumbers('en').average(Number.NaN)]).toEqual(['–', '–']);
  });

  test.each([
    [0, '0:00'],
    [59, '0:59'],
    [3675, '61:15'],
    [61.9, '1:01'],
    [-1, '–'],
    [null, '–'],
    [undefined, '–'],
    [Number.NaN, '–'],
  ])('%p seconds are %s minutes', (seconds, shown) => {
    expect(minutesSeconds(seconds)).toBe(shown);
  });
});
