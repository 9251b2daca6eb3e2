import { expect, it } from '@jest/globals';
import { suggestedDeadline } from './offerDeadline.ts';

it.each([
  ['a quarter of the time left', '2024-05-02T08:00:00Z', '2024-05-01T15:30:00.000Z'],
  ['at most 24 hours', '2024-06-01T08:00:00Z', '2024-05-02T10:00:00.000Z'],
  ['at least 15 minutes', '2024-05-01T10:20:00Z', '2024-05-01T10:15:00.000Z'],
  ['before it starts', '2024-05-01T10:15:00Z', '2024-05-01T10:07:00.000Z'],
  ['before it starts, even in the last minute', '2024-05-01T10:00:30Z', '2024-05-01T10:00:15.000Z'],
])('suggests %s as the deadline of an offer', (_name, starts, deadline) => {
  expect(suggestedDeadline(new Date('2024-05-01T10:00:00Z'), new Date(starts)).toISOString()).toBe(deadline);
});
