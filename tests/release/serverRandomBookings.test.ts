import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anyDatabase, startBackend, type TestBackend } from '../support/backend.ts';
import { nothingBroken, playBookings } from '../support/randomBookings.ts';

describe.each(anyDatabase)(
  '3000 random acts of eight clients on bookings, shifts, absences and wishes, on the %s database',
  (kind) => {
    let backend: TestBackend;
    beforeAll(async () => {
      backend = await startBackend(kind);
    });
    afterAll(() => backend.close());

    // Q24
    it('answer for nobody else, overbook and overwork nobody, count nobody who cannot come, and tell customers only what planners decide', async () => {
      const { broken, done } = await playBookings(backend, { acts: 3000, seed: 2 });
      expect(broken).toEqual(nothingBroken);
      // Every kind of act was done.
      expect(Object.keys(done).toSorted()).toEqual([
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
      ]);
    });
  },
);
