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
