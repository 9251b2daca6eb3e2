import { expect, test } from '@jest/globals';
import { parseTime } from './times.ts';

test.each([
  ['8', '08:00'],
  ['18', '18:00'],
  ['830', '08:30'],
  ['0800', '08:00'],
  ['8:00', '08:00'],
  ['8.30', '08:30'],
  ['08:00', '08:00'],
  [' 23:59 ', '23:59'],
  ['8 : 30', '08:30'],
  ['0', '00:00'],
  ['0:00', '00:00'],
])('%p is the time %s, as a beginning and as an end', (typed, time) => {
  expect(parseTime(typed)).toBe(time);
  expect(parseTime(typed, { isEnd: true })).toBe(time);
});

test.each(['24:00', '2400', '24', '24.00'])(
  '%s is midnight as the end of a time range, and invalid as its start',
  (typed) => {
    expect(parseTime(typed, { isEnd: true })).toBe('00:00');
    expect(parseTime(typed)).toBeNull();
  },
);

test.each(['', ' ', '25', '24:30', '8:60', '8:3', '08:00:00', '-8', '8h', 'noon'])('%p is no time', (typed) => {
  expect(parseTime(typed)).toBeNull();
  expect(parseTime(typed, { isEnd: true })).toBeNull();
});
