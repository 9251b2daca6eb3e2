import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addFormats } from './intl.ts';

const native = { DateTimeFormat: Intl.DateTimeFormat, NumberFormat: Intl.NumberFormat };
const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, month * 2 + 1, 9, 5, 7)));

beforeAll(addFormats);
afterAll(() => {
  Object.assign(Intl, native);
});

describe('Icelandic for browsers that have none', () => {
  test.each<Intl.DateTimeFormatOptions>([
    {},
    { month: 'long' },
    { month: 'short' },
    { month: 'narrow' },
    { month: 'long', year: 'numeric' },
    { weekday: 'long' },
    { weekday: 'short' },
    { weekday: 'narrow' },
    { day: 'numeric' },
    { day: 'numeric', month: 'long' },
    { day: 'numeric', month: 'long', year: 'numeric' },
    { weekday: 'long', day: 'numeric', month: 'long' },
    { weekday: 'short', day: 'numeric', month: 'short' },
    { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    { day: '2-digit', month: '2-digit', year: 'numeric' },
    { hour: '2-digit', minute: '2-digit' },
    { hour: '2-digit', minute: '2-digit', second: '2-digit' },
    { dateStyle: 'full' },
    { dateStyle: 'long' },
    { dateStyle: 'medium', timeStyle: 'medium' },
  ])('writes %j as the language does', (options) => {
    const ours = new Intl.DateTimeFormat('is-IS', { ...options, timeZone: 'UTC' });
    const theirs = new native.DateTimeFormat('is-IS', { ...options, timeZone: 'UTC' });
    expect(days.map((day) => ours.format(day))).toEqual(days.map((day) => theirs.format(day)));
  });

  test.each(['Atlantic/Reykjavik', 'Europe/Tallinn'])('names the zone %s as the language does', (timeZone) => {
    const zoneIn = (Format: typeof Intl.DateTimeFormat) =>
      new Format('is-IS', { timeZone, timeZoneName: 'longGeneric' })
        .formatToParts(days[0])
        .find(({ type }) => type === 'timeZoneName')?.value;
    expect(zoneIn(Intl.DateTimeFormat)).toBe(zoneIn(native.DateTimeFormat));
  });

  test.each<[number, Intl.NumberFormatOptions]>([
    [1_234_567.891, {}],
    [12_345, { maximumFractionDigits: 0 }],
    [-5.5, { minimumFractionDigits: 1 }],
    [0.26, { style: 'percent' }],
  ])('writes the number %d with %j as the language does', (number, options) => {
    const theirs = new native.NumberFormat('is', options).format(number);
    expect(new Intl.NumberFormat('is', options).format(number)).toBe(theirs);
  });

  test('leaves the other languages alone', () => {
    expect(new Intl.DateTimeFormat('lt', { month: 'long', timeZone: 'UTC' }).format(days[0])).toBe('sausis');
    expect(new Intl.NumberFormat('en').format(1234.5)).toBe('1,234.5');
  });
});
