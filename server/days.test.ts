import { expect, it } from '@jest/globals';
import { lastDays, shownEnd, spanOfDays } from './days.ts';

const zone = 'Europe/Vilnius';

it('days begin and end at midnight of the deployment, also where the clocks change between', () => {
  expect(spanOfDays({ from_day: '2026-03-28', to_day: '2026-03-29' }, zone)).toEqual({
    from: new Date('2026-03-27T22:00:00Z'),
    to: new Date('2026-03-29T21:00:00Z'),
  });
  expect(lastDays(new Date('2026-10-25T22:30:00Z'), zone, 2)).toEqual({
    fromDay: '2026-10-25',
    toDay: '2026-10-26',
    from: new Date('2026-10-24T21:00:00Z'),
    to: new Date('2026-10-26T22:00:00Z'),
  });
});

it('an interval that ends at midnight is shown with its last day', () => {
  expect(shownEnd(new Date('2026-03-29T21:00:00Z'), zone)).toBe('29-03-2026');
  expect(shownEnd(new Date('2026-03-29T20:30:00Z'), zone)).toBe('29-03-2026 23:30');
});
