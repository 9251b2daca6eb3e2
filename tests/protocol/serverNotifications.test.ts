import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { Notification } from '../../contract/notifications.ts';
import { anyDatabase, testDeployment, testStart } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { startPushService } from '../support/pushService.ts';
import { platformOf } from '../support/platform.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const emergency = { channel: 'online', session_mode: 'VRI', queue_type: 'emergency', category: 'Police' };

describe.each(anyDatabase)('notifications, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  let app: FastifyInstance;
  let other: FastifyInstance;
  let people: Awaited<ReturnType<typeof addBookingPeople>>;
  let manager: Calls;
  let una: Calls;
  let booking: ReturnType<typeof createBooking>;
  let service: Awaited<ReturnType<typeof startPushService>>;
  const start = () =>
    backend.app({
      deployment: { ...testDeployment, timeZone: 'Europe/Tallinn' },
      options: { privateWebhooks: true, dashboardUrl: 'https://dashboard.testland.example/', pollInterval: 200 },
    });
  beforeEach(async () => {
    service = await startPushService();
    passed = 0;
    // Two processes on the same database, as two servers would be.
    [app, other] = [await start(), await start()];
    await Promise.all([app.ready(), other.ready()]);
    people = await addBookingPeople(backend);
    manager = callsOf(app, people.staff);
    una = callsOf(app, people.una);
    booking = createBooking(() => ({ manager, interpreters: [people.una.id], customer: people.customer.id }));
  });
  afterEach(async () => {
    await Promise.all([app.close(), other.close()]);
    await service.stop();
    await backend.reset();
  });

  const switchEmails = async (calls: Calls, email: boolean) => {
    const answer = await calls.patch('/notifications/settings/', null, { email });
    expect([answer.statusCode, answer.json()]).toEqual([200, { email }]);
  };
  const addDevice = async (calls: Calls, device = service.subscribe()) => {
    expect((await calls.post('/notifications/push/', device)).statusCode).toBe(201);
    return device;
  };
  const inbox = async (calls: Calls): Promise<{ count: number; unread: number; results: Notification[] }> =>
    (await calls.get('/notifications/')).json();
  let passed = 0;
  const pass = (milliseconds: number) => {
    passed += milliseconds;
    backend.pass(milliseconds);
  };
  /** The video platform, whose requests begin now. */
  const startPlatform = async () => {
    const owner = callsOf(app, await backend.signedIn());
    const account = await owner.post('/service_accounts/', { name: 'Video', scopes: ['platform'], days: 30 });
    const platform = platformOf(app, account.json().secret);
    return async (type: string, subject: string, data: object, time = new Date(testStart.getTime() + passed)) => {
      const event = { specversion: '1.0', source: '//video.example', type: `signboard.${type}`, subject, data };
      const { result } = await platform.send({
        ...event,
        id: `${type} ${subject} ${time.getTime()}`,
        time: time.toISOString(),
      });
      return result?.status;
    };
  };
  const eventually = async (done: () => boolean | Promise<boolean>) => {
    while (!(await done())) await sleep(20);
  };
  const waitingPushes = () => backend.database.db.selectFrom('push_messages').selectAll().execute();
  const pushesAreSent = () => eventually(async () => (await waitingPushes()).length === 0);
  const subjectsTo = (email: string) =>
    backend.sink.messages.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);

  it('reach an interpreter once on each channel, encrypted for their browser, when their shift is planned', async () => {
    await addDevice(una);
    const { key } = (await una.get('/notifications/push/')).json();
    await booking.shift();
    await eventually(() => service.messages.length > 0);
    await pushesAreSent();
    await backend.mailsAreSent();
    const { count, unread, results } = await inbox(una);
    expect({ count, unread, results }).toMatchObject({
      count: 1,
      unread: 1,
      results: [
        {
          kind: 'shifts',
          title: 'New in your calendar: 06-05-2024',
          path: '/dashboard/calendar?day=2024-05-06',
          read: false,
        },
      ],
    });
    expect(service.messages).toHaveLength(1);
    expect(service.messages[0]).toMatchObject({
      content: {
        id: results[0]?.id,
        title: 'New in your calendar: 06-05-2024',
        path: '/dashboard/calendar?day=2024-05-06',
        language: 'en',
        direction: 'ltr',
        isUrgent: false,
      },
      headers: { 'content-encoding': 'aes128gcm', urgency: 'normal', topic: results[0]?.id },
      signedBy: key,
    });
    expect(subjectsTo(people.una.email)).toEqual(['New in your calendar: 06-05-2024']);
    expect((await inbox(manager)).count).toBe(0);
  });

  it('are in the list and on devices without an e-mail for people who have switched e-mails off', async () => {
    await addDevice(una);
    expect((await una.get('/notifications/settings/')).json()).toEqual({ email: true });
    await switchEmails(una, false);
    await booking.shift({ date: '2024-05-06' });
    await eventually(() => service.messages.length === 1);
    await switchEmails(una, true);
    await booking.shift({ date: '2024-05-07' });
    await backend.mailsAreSent();
    expect((await inbox(una)).count).toBe(2);
    expect(subjectsTo(people.una.email)).toEqual(['New in your calendar: 07-05-2024']);
  });

  it('come by e-mail in any case if they are urgent: emergencies, offers, and the security of the account', async () => {
    await switchEmails(una, false);
    await switchEmails(manager, false);
    const send = await startPlatform();
    expect(await send('request.created', 'r-1', emergency)).toBe('accepted');
    expect(await send('request.offered', 'r-1', { interpreter: people.una.email })).toBe('accepted');
    const owner = callsOf(app, await backend.signedIn());
    expect((await owner.remove(`/users/${people.una.id}/sessions/`)).statusCode).toBe(204);
    await backend.mailsAreSent();
    expect(subjectsTo(people.staff.email)).toEqual(['Emergency waits for an answer']);
    expect(subjectsTo(people.una.email).toSorted()).toEqual([
      'A request is offered to you',
      'Your sessions at Brú & Co were ended',
    ]);
  });

  it('wake devices for emergencies', async () => {
    await addDevice(manager);
    const send = await startPlatform();
    expect(await send('request.created', 'r-1', emergency)).toBe('accepted');
    await eventually(() => service.messages.length === 1);
    expect(service.messages[0]).toMatchObject({
      content: { title: 'Emergency waits for an answer', isUrgent: true },
      headers: { urgency: 'high' },
    });
  });

  it('are only in the list and on open pages if they are about live requests that wait', async () => {
    await addDevice(manager);
    const send = await startPlatform();
    const place = { location_type: 'site', queue_type: 'social' };
    const live = { channel: 'live', session_mode: 'VRI', category: 'Health', ...place };
    expect(await send('request.created', 'r-1', live)).toBe('accepted');
    await backend.mailsAreSent();
    expect((await inbox(manager)).results).toMatchObject([{ kind: 'requests' }]);
    expect((await manager.get('/notifications/news/')).json().results).toHaveLength(1);
    expect([await waitingPushes(), service.messages, subjectsTo(people.staff.email)]).toEqual([[], [], []]);
  });

  it('appear on a device only while it is switched on, also on its open pages', async () => {
    await addDevice(una);
    const [{ id, enabled }] = (await una.get('/notifications/push/')).json().results;
    const switchTo = (calls: Calls, isOn: boolean) =>
      calls.patch(`/notifications/push/${id}/`, null, { enabled: isOn });
    const news = async () =>
      (await una.get('/notifications/news/')).json().results.map(({ title }: Notification) => title);
    expect([enabled, (await switchTo(manager, false)).statusCode]).toEqual([true, 404]);
    expect((await switchTo(una, false)).json().results).toMatchObject([{ id, enabled: false, is_current: true }]);
    await booking.shift({ date: '2024-05-06' });
    expect([await waitingPushes(), await news(), (await inbox(una)).count]).toEqual([[], [], 1]);
    expect((await switchTo(una, true)).json().results).toMatchObject([{ id, enabled: true }]);
    await booking.shift({ date: '2024-05-07' });
    await eventually(() => service.messages.length === 1);
    expect(service.titles()).toEqual(['New in your calendar: 07-05-2024']);
    expect((await news()).toSorted()).toEqual(['New in your calendar: 06-05-2024', 'New in your calendar: 07-05-2024']);
  });

  it('tell coordinators of an emergency once, and end as soon as somebody answers; tell an interpreter of an offer', async () => {
    await addDevice(manager);
    const send = await startPlatform();
    const offer = { interpreter: people.una.email };
    expect(await send('request.created', 'r-1', emergency)).toBe('accepted');
    expect(await send('request.created', 'r-1', emergency)).toBe('duplicate');
    expect(await send('request.offered', 'r-1', offer)).toBe('accepted');
    pass(1);
    expect(await send('request.offered', 'r-1', offer)).toBe('accepted');
    expect(await send('request.created', 'r-2', emergency, new Date('2024-05-01T05:00:00Z'))).toBe('accepted');
    const [{ results }, offered] = [await inbox(manager), await inbox(una)];
    expect(results).toMatchObject([
      { kind: 'emergencies', read: false, path: expect.stringContaining('/dashboard/online/') },
    ]);
    expect(offered.results).toMatchObject([{ kind: 'offers', title: 'A request is offered to you' }]);
    expect((await manager.get('/notifications/news/')).json().results).toHaveLength(1);
    expect(await send('request.answered', 'r-1', offer)).toBe('accepted');
    expect([(await inbox(manager)).unread, (await inbox(una)).unread]).toEqual([0, 0]);
    expect((await manager.get('/notifications/news/')).json().results).toEqual([]);
  });

  it('go to no device whose session has ended, and again after its person has signed in', async () => {
    const device = await addDevice(una);
    expect((await una.post('/auth/logout/')).statusCode).toBe(204);
    await booking.shift({ date: '2024-05-06' });
    expect(await waitingPushes()).toEqual([]);
    const [again, stranger] = [callsOf(app, await backend.openSession(people.una)), callsOf(app, people.orri)];
    const resume = (calls: Calls) => calls.post('/notifications/push/resume/', { endpoint: device.endpoint });
    expect([(await resume(stranger)).statusCode, (await resume(again)).statusCode]).toEqual([404, 204]);
    await booking.shift({ date: '2024-05-07' });
    await eventually(() => service.messages.length === 1);
    expect(service.titles()).toEqual(['New in your calendar: 07-05-2024']);
  });

  it('are sent again after a failure of the push service, and no more once it has forgotten the device', async () => {
    await addDevice(una);
    service.answerWith(503);
    await booking.shift({ date: '2024-05-06' });
    // Released for the next attempt, which is sooner than the end of a lease.
    const soon = testStart.getTime() + minute / 2;
    await eventually(async () => (await waitingPushes()).some(({ tries, due }) => tries === 1 && +due < soon));
    service.answerWith(201);
    pass(minute);
    await eventually(() => service.messages.length === 1);
    service.answerWith(410);
    await booking.shift({ date: '2024-05-07' });
    await eventually(async () => (await una.get('/notifications/push/')).json().results.length === 0);
    expect(service.messages).toHaveLength(1);
  });

  it('refuse addresses that are no push services', async () => {
    const closed = await backend.app();
    const device = service.subscribe();
    for (const endpoint of [
      'http://push.example/1',
      'https://127.0.0.1/1',
      'https://metadata.localhost/',
      'no address',
    ]) {
      const answer = await callsOf(closed, people.una).post('/notifications/push/', { ...device, endpoint });
      expect([answer.statusCode, answer.json().errors]).toEqual([400, { endpoint: ['link_invalid'] }]);
    }
  });

  it('do not exist for devices where a deployment does not want them', async () => {
    const without = await backend.app({ flags: { webPush: false } });
    expect((await callsOf(without, people.una).get('/notifications/push/')).statusCode).toBe(404);
    expect((await callsOf(without, people.una).get('/auth/me/')).json().offers).not.toContain('push');
  });

  const rows = () => backend.database.db.selectFrom('notifications').select('user_id').execute();

  it('are kept for 90 days', async () => {
    await booking.shift({ date: '2024-05-06' });
    pass(2 * day);
    manager = callsOf(app, await backend.openSession(people.staff));
    await booking.shift({ date: '2024-05-07' });
    expect(await rows()).toHaveLength(2);
    pass(89 * day);
    // Housekeeping runs when a process starts.
    await other.close();
    other = await start();
    await other.ready();
    await eventually(async () => (await rows()).length < 2);
    una = callsOf(app, await backend.openSession(people.una));
    expect((await inbox(una)).results.map(({ title }) => title)).toEqual(['New in your calendar: 07-05-2024']);
  });

  it('end with the account', async () => {
    await booking.shift();
    await addDevice(una);
    expect(await rows()).toHaveLength(1);
    await backend.database.db.deleteFrom('users').where('id', '=', people.una.id).execute();
    expect([await rows(), await backend.database.db.selectFrom('push_subscriptions').select('id').execute()]).toEqual([
      [],
      [],
    ]);
  });
});
