import { expect, test } from '@jest/globals';
import type { ImportField } from '../../../contract/importKinds.ts';
import { testDeployment } from '../../../tests/support/backend.ts';
import { createReader } from './values.ts';

const read = createReader({ ...testDeployment, country: null, timeZone: 'Europe/Vilnius' });
const field = (name: string, type: ImportField['type']): ImportField => ({ name, type });
const instant = (cell: string) => read(field('created', 'instant'), cell);
const day = (cell: string) => read(field('date', 'day'), cell);

test('24:00 ends a day and begins none', () => {
  expect(read(field('time_to', 'time'), '24:00')).toBe('00:00');
  expect(() => read(field('time_to', 'time'), '24:01')).toThrow('time_invalid');
  expect(() => read(field('time_from', 'time'), '24:00')).toThrow('time_invalid');
});

test('a time that the clocks repeat or skip is not guessed', () => {
  expect(instant('2026-10-25 02:59')).toBe('2026-10-24T23:59:00.000Z');
  expect(() => instant('2026-10-25 03:00')).toThrow('date_ambiguous');
  expect(() => instant('2026-10-25 03:59')).toThrow('date_ambiguous');
  expect(instant('2026-10-25 04:00')).toBe('2026-10-25T02:00:00.000Z');
  expect(() => instant('2026-03-29 03:30')).toThrow('date_invalid');
});

test('a day with slashes is read only if day and month cannot be confused', () => {
  expect(day('13/05/2026')).toBe('2026-05-13');
  expect(day('05/13/2026')).toBe('2026-05-13');
  expect(day('12/12/2026')).toBe('2026-12-12');
  expect(() => day('12/05/2026')).toThrow('date_ambiguous');
});
