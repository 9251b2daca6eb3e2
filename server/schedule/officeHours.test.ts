import { expect, test } from '@jest/globals';
import { afterHours, beginOfWork } from './officeHours.ts';

const office = { zone: 'Europe/Vilnius', officeHours: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' } };

test('hours are counted while people are at work, in the zone of the deployment', () => {
  const after = (since: string, given = office) => afterHours(new Date(since), 4, given).toISOString();
  // Monday at 10:00, then Friday at 15:00, Saturday, and before the beginning of Monday.
  expect(after('2024-05-06T07:00:00Z')).toBe('2024-05-06T11:00:00.000Z');
  expect(after('2024-05-03T12:00:00Z')).toBe('2024-05-06T08:00:00.000Z');
  expect(after('2024-05-04T10:00:00Z')).toBe('2024-05-06T10:00:00.000Z');
  expect(after('2024-05-06T01:00:00Z')).toBe('2024-05-06T10:00:00.000Z');
  expect(afterHours(new Date('2024-05-04T22:00:00Z'), 4, { ...office, officeHours: null }).toISOString()).toBe(
    '2024-05-05T02:00:00.000Z',
  );
});

test('work begins with the office hours, and at eight on other days', () => {
  expect(beginOfWork('2024-05-06', office).toISOString()).toBe('2024-05-06T06:00:00.000Z');
  expect(beginOfWork('2024-05-05', office).toISOString()).toBe('2024-05-05T05:00:00.000Z');
});

test('over a change of clocks, office hours stay those of the clock on the wall', () => {
  const after = (since: string, hours: number) => afterHours(new Date(since), hours, office).toISOString();
  // Friday at 15:00 and Monday at 11:00: the clocks go forward, and back, on the Sunday between.
  expect(after('2026-03-27T13:00:00Z', 4)).toBe('2026-03-30T08:00:00.000Z');
  expect(after('2026-10-23T12:00:00Z', 4)).toBe('2026-10-26T09:00:00.000Z');
  expect(beginOfWork('2026-03-27', office).toISOString()).toBe('2026-03-27T07:00:00.000Z');
  expect(beginOfWork('2026-03-30', office).toISOString()).toBe('2026-03-30T06:00:00.000Z');
  expect(beginOfWork('2026-10-26', office).toISOString()).toBe('2026-10-26T07:00:00.000Z');
});

test('on the day of a change of clocks, a night of eight hours has seven or nine', () => {
  const nights = { zone: 'Europe/Vilnius', officeHours: { days: [7], from: '00:00', until: '08:00' } };
  const after = (since: string, hours: number) => afterHours(new Date(since), hours, nights).toISOString();
  // Nine hours of work last into the next Sunday where the clocks go forward, and end with the night where they go back.
  expect(after('2026-03-28T20:00:00Z', 7)).toBe('2026-03-29T05:00:00.000Z');
  expect(after('2026-03-28T20:00:00Z', 9)).toBe('2026-04-04T23:00:00.000Z');
  expect(after('2026-10-24T20:00:00Z', 9)).toBe('2026-10-25T06:00:00.000Z');
  expect(after('2026-10-24T20:00:00Z', 10)).toBe('2026-10-31T23:00:00.000Z');
});

test('a wait that ends with the day of work ends on that day', () => {
  expect(afterHours(new Date('2024-05-06T10:00:00Z'), 4, office).toISOString()).toBe('2024-05-06T14:00:00.000Z');
});
