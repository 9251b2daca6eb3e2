import { describe, expect, it } from '@jest/globals';
import { nextDigest, quietUntil } from './times.ts';

const night = { from: '22:00', to: '07:00', zone: 'Europe/Tallinn' };

describe('quiet hours', () => {
  it.each([
    ['before they begin', '2024-05-01T18:59:59Z', null],
    ['from their first moment', '2024-05-01T19:00:00Z', '2024-05-02T04:00:00.000Z'],
    ['after midnight', '2024-05-01T22:30:00Z', '2024-05-02T04:00:00.000Z'],
    ['at their end', '2024-05-02T04:00:00Z', null],
    ['in the night that is an hour shorter', '2024-03-30T21:00:00Z', '2024-03-31T04:00:00.000Z'],
    ['in the night that is an hour longer', '2024-10-26T20:00:00Z', '2024-10-27T05:00:00.000Z'],
    ['after the clock was set back', '2024-10-27T04:59:59Z', '2024-10-27T05:00:00.000Z'],
  ])('across midnight, %s', (_, now, end) => {
    expect(quietUntil(new Date(now), night)?.toISOString() ?? null).toBe(end);
  });

  it('within one day end on it', () => {
    const noon = { from: '12:00', to: '13:00', zone: 'Europe/Tallinn' };
    expect(quietUntil(new Date('2024-05-01T09:30:00Z'), noon)?.toISOString()).toBe('2024-05-01T10:00:00.000Z');
    expect(quietUntil(new Date('2024-05-01T10:00:00Z'), noon)).toBeNull();
  });

  it('that begin at a time that the clock skips begin when it is set', () => {
    const early = { from: '03:30', to: '05:00', zone: 'Europe/Tallinn' };
    expect(quietUntil(new Date('2024-03-31T01:00:00Z'), early)?.toISOString()).toBe('2024-03-31T02:00:00.000Z');
  });
});

describe('the next e-mail about several notifications', () => {
  it.each([
    ['at_once', '2024-05-01T10:20:00.000Z'],
    ['hourly', '2024-05-01T11:00:00.000Z'],
    ['daily', '2024-05-02T04:00:00.000Z'],
  ] as const)('%s', (digest, due) => {
    expect(nextDigest(new Date('2024-05-01T10:20:00Z'), digest, 'Europe/Tallinn').toISOString()).toBe(due);
  });

  it('is sent in the morning of the same day if that is still to come', () => {
    const due = nextDigest(new Date('2024-05-01T03:00:00Z'), 'daily', 'Europe/Tallinn');
    expect(due.toISOString()).toBe('2024-05-01T04:00:00.000Z');
  });
});
