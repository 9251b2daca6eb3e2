import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anyDatabase, startBackend, type TestBackend } from '../support/backend.ts';
import { nothingBroken, playBookings } from '../support/randomBookings.ts';

describe.each(anyDatabase)('2000 random acts of eight clients on bookings and absences, on the %s database', (kind) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend(kind);
  });
  afterAll(() => backend.close());

  // Q24
  it('answer for nobody else, overbook nothing, count nobody who is absent, and tell customers only what planners decide', async () => {
    const { broken, done } = await playBookings(backend, { acts: 2000, seed: 2 });
    expect(broken).toEqual(nothingBroken);
    // Every kind of act was done.
    expect(Object.keys(done).toSorted()).toEqual([
      'accept',
      'approve',
      'ask',
      'assign',
      'cancel',
      'change',
      'decline',
      'delete',
      'enter',
      'grant',
      'hand_back',
      'offer',
      'reject',
      'report',
      'settle',
      'suspend',
      'take_back',
      'unsuspend',
    ]);
  });
});
