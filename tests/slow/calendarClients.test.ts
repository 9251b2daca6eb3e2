import { describe, expect, it } from '@jest/globals';
import { testDeployment } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { subscribe } from '../support/calendarPrograms.ts';
import { callsOf } from '../support/calls.ts';
import { freePort } from '../support/freePort.ts';

const zone = 'Europe/Tallinn';

describe('calendar programs of Debian', () => {
  const backend = sharedBackendOf('embedded');

  it('vdirsyncer subscribes to a feed, follows its changes, and khal shows local times across a change of the clocks', async () => {
    const port = await freePort();
    const app = await backend.app({
      deployment: { ...testDeployment, timeZone: zone },
      options: { publicUrl: `http://127.0.0.1:${port}/` },
    });
    await app.listen({ host: '127.0.0.1', port });
    const { staff, una, customer } = await addBookingPeople(backend);
    const manager = callsOf(app, staff);
    const booking = createBooking(() => ({ manager, interpreters: [una.id], customer: customer.id }));
    await booking.shift({ date: '2024-10-21', repeat: 'weekly', until: '2024-10-28' });
    const reservation = await booking.reserve({ date: '2024-10-28' });
    const { address } = (await callsOf(app, una).post('/calendar_feeds/', { name: 'Phone', covers: 'own' })).json();

    const calendar = await subscribe({ address, zone });
    await calendar.sync();
    expect(calendar.count()).toBe(3);
    expect(await calendar.listed('2024-10-21', 8)).toEqual([
      '2024-10-21',
      expect.stringMatching(/^09:00-17:00 Shift · Brú & Co\s*$|^09:00-17:00 Shift · Brú & Co CONFIRMED/),
      '2024-10-28',
      expect.stringMatching(/^09:00-17:00 Shift · Brú & Co/),
      expect.stringMatching(/^10:00-11:30 Reservation · Brú & Co/),
    ]);
    await booking.act(reservation.id, 'cancel');
    await calendar.sync();
    expect((await calendar.listed('2024-10-21', 8)).at(-1)).toMatch(/^10:00-11:30 Reservation · Brú & Co.*CANCELLED/);
    calendar.end();
    await app.close();
  });
});
