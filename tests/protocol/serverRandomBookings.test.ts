import { describe, expect, it } from '@jest/globals';
import { anyDatabase } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { nothingBroken, playBookings } from '../support/randomBookings.ts';

describe.each(anyDatabase)(
  '150 random acts of eight clients on bookings, shifts, absences and wishes when clocks go back, on the %s database',
  (kind) => {
    const backend = sharedBackendOf(kind);

    // Q24
    it('answer for nobody else, overbook and overwork nobody, count nobody who cannot come, and tell customers only what planners decide', async () => {
      const season = { zone: 'Europe/Vilnius', first: '2024-10-26' };
      expect((await playBookings(backend, { acts: 150, seed: 1, season })).broken).toEqual(nothingBroken);
    });
  },
);
