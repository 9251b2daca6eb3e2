import { describe, expect, it } from '@jest/globals';
import { anyDatabase } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { nothingBroken, playBookings } from '../support/randomBookings.ts';

/** Zones, and the day before their clocks change; where they change no more, in years in which they did. */
const seasons = [
  { zone: 'Europe/Vilnius', first: '2024-05-06', acts: 1000 },
  { zone: 'Europe/Vilnius', first: '2025-03-29', acts: 400 },
  { zone: 'Pacific/Chatham', first: '2024-09-28', acts: 400 },
  { zone: 'Pacific/Chatham', first: '2025-04-05', acts: 400 },
  { zone: 'America/Sao_Paulo', first: '2018-11-03', acts: 200 },
  { zone: 'America/Sao_Paulo', first: '2018-02-17', acts: 200 },
  { zone: 'America/Vancouver', first: '2024-11-02', acts: 200 },
  { zone: 'America/Vancouver', first: '2025-03-08', acts: 200 },
];
const acts = [
  'accept',
  'approve',
  'ask',
  'assign',
  'call_off',
  'cancel',
  'change',
  'change_series',
  'decline',
  'delete',
  'delete_following',
  'delete_shift',
  'end_shift',
  'enter',
  'forget_wish',
  'give_shift',
  'grant',
  'hand_back',
  'move_shift',
  'offer',
  'plan_shift',
  'put_back',
  'reject',
  'report',
  'settle',
  'shorten_shift',
  'suspend',
  'take_back',
  'unsuspend',
  'wish_never',
  'wish_preferred',
];

describe.each(anyDatabase)(
  '3000 random acts of eight clients on bookings, shifts, absences and wishes, by day and night, on the %s database',
  (kind) => {
    const backend = backendOf(kind);

    // Q24
    it('answer for nobody else, overbook and overwork nobody, count nobody who cannot come, keep wall times, and tell customers only what planners decide', async () => {
      const kinds = new Set<string>();
      for (const { acts: number, ...season } of seasons) {
        const { broken, done } = await playBookings(backend, { acts: number, seed: 2, season });
        expect({ ...season, ...broken }).toEqual({ ...season, ...nothingBroken });
        for (const act of Object.keys(done)) kinds.add(act);
        await backend.reset();
      }
      expect([...kinds].toSorted()).toEqual(acts);
    });
  },
);
