import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { urgentKinds } from '../../contract/notificationKinds.ts';
import type { Notification, NotificationSettings } from '../../contract/notifications.ts';
import { anyDatabase, startBackend, type TestBackend, testDeployment, testStart } from '../support/backend.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { startPushService } from '../support/pushService.ts';
import { platformOf } from '../support/platform.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const emergency = { channel: 'online', session_mode: 'VRI', queue_type: 'emergency', category: 'Police' };

describe.each(anyDatabase)('notifications, on the %s database', (kind) => {
  let backend: TestBackend;
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
      options: { privateWebhooks: true, dashboardUrl: 'https://dashboard.testland.example/' },
    });
  beforeAll(async () => {
    backend = await startBackend(kind);
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
  afterAll(() => backend.close());

  const settingsOf = async (calls: Calls): Promise<NotificationSettings> =>
    (await calls.get('/notifications/settings/')).json();
  const choose = async (calls: Calls, changes: object) => {
    const { etag } = await settingsOf(calls);
    const answer = await calls.patch('/notifications/settings/', etag, changes);
    expect([answer.statusCode, answer.json().code]).toEqual([200, undefined]);
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
  const laterMails = () => backend.database.db.selectFrom('notification_mails').selectAll().execute();
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
      },
      headers: { 'content-encoding': 'aes128gcm', urgency: 'normal', topic: results[0]?.id },
      signedBy: key,
    });
    expect(subjectsTo(people.una.email)).toEqual(['New in your calendar: 06-05-2024']);
    expect((await inbox(manager)).count).toBe(0);
  });

  it('offer no choice about parts of the product that the deployment does not have', async () => {
    const without = await backend.app({ flags: { live: false, reservations: false } });
    const kindsOf = async (calls: Calls) => (await settingsOf(calls)).kinds.map(({ kind: name }) => name);
    expect(await kindsOf(manager)).toEqual(expect.arrayContaining(['requests', 'reservations', 'coverage']));
    expect(await kindsOf(callsOf(without, people.staff))).toEqual(['emergencies', 'approvals', 'jobs', 'security']);
    expect(await kindsOf(callsOf(without, people.una))).toEqual(['offers', 'shifts', 'security']);
    // Apps are reused by later tests: an open one would go on sending.
    await without.close();
  });

  it('use only the channels that the person has chosen, and always e-mail for the security of the account', async () => {
    await addDevice(una);
    const off = { inbox: false, browser: false, push: false, email: false };
    await choose(una, {
      kinds: [
        { kind: 'shifts', channels: { ...off, inbox: true } },
        { kind: 'security', channels: off },
      ],
    });
    expect((await settingsOf(una)).kinds).toContainEqual({
      kind: 'security',
      channels: { ...off, email: true },
      fixed: ['email'],
    });
    await booking.shift();
    const owner = callsOf(app, await backend.signedIn());
    expect((await owner.remove(`/users/${people.una.id}/sessions/`)).statusCode).toBe(204);
    await backend.mailsAreSent();
    una = callsOf(app, await backend.openSession(people.una));
    expect((await inbox(una)).results.map(({ title }) => title)).toEqual(['New in your calendar: 06-05-2024']);
    expect(subjectsTo(people.una.email)).toEqual(['Your sessions at Brú & Co were ended']);
    expect([await waitingPushes(), service.messages]).toEqual([[], []]);
  });

  it('refuse a change of settings that were changed meanwhile, and impossible quiet hours', async () => {
    const { etag } = await settingsOf(una);
    const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Tallinn', exceptions: [] };
    const tried = [
      await una.patch('/notifications/settings/', etag, { quiet: { ...quiet, zone: 'Europe/Nowhere' } }),
      await una.patch('/notifications/settings/', etag, { quiet: { ...quiet, to: '22:00' } }),
      await una.patch('/notifications/settings/', etag, { quiet }),
      await una.patch('/notifications/settings/', etag, { quiet: null }),
    ];
    expect(tried.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [400, 'invalid'],
      [400, 'invalid'],
      [200, undefined],
      [412, 'precondition_failed'],
    ]);
  });

  it('wait for the end of quiet hours across midnight, except of the kinds that the person has excepted', async () => {
    // It is 23:00 in Tallinn. Sessions end after twelve hours.
    pass(10 * hour);
    manager = callsOf(app, await backend.openSession(people.staff));
    una = callsOf(app, await backend.openSession(people.una));
    const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Tallinn', exceptions: [...urgentKinds] };
    for (const calls of [una, manager]) await choose(calls, { quiet });
    await addDevice(una);
    await addDevice(manager);
    await booking.shift();
    const send = await startPlatform();
    expect(await send('request.created', 'r-1', emergency)).toBe('accepted');
    await eventually(() => service.messages.length === 1);
    expect(service.messages[0]).toMatchObject({
      content: { title: 'Emergency waits for an answer' },
      headers: { urgency: 'high' },
    });
    const end = new Date('2024-05-02T04:00:00Z');
    await eventually(async () => (await waitingPushes()).length === 1);
    expect([(await waitingPushes()).map(({ due }) => due), (await laterMails()).map(({ due }) => due)]).toEqual([
      [end],
      [end],
    ]);
    expect(subjectsTo(people.una.email)).toEqual([]);
    expect((await inbox(una)).unread).toBe(1);
    pass(8 * hour);
    await eventually(() => service.messages.length === 2 && subjectsTo(people.una.email).length === 1);
    expect(service.titles()[1]).toBe('New in your calendar: 06-05-2024');
  });

  it('are sent together once a day, once by two processes, without what the person has seen', async () => {
    await choose(una, { digest: 'daily' });
    const first = await booking.shift({ date: '2024-05-06' });
    await booking.shift({ date: '2024-05-07' });
    await booking.shift({ date: '2024-05-08' });
    const { results } = await inbox(una);
    const seen = results.find(({ title }) => title.includes('07-05-2024'))?.id;
    expect((await una.post('/notifications/marks/', { ids: [seen], as: 'seen' })).statusCode).toBe(204);
    expect([first.date, subjectsTo(people.una.email)]).toEqual(['2024-05-06', []]);
    pass(day);
    await eventually(async () => (await laterMails()).length === 0);
    await backend.mailsAreSent();
    const mails = backend.sink.messages.filter(({ to }) => to.includes(people.una.email));
    expect(mails.map(({ subject }) => subject)).toEqual(['Several changes that concern you: 2']);
    expect(mails[0]?.text).toContain('06-05-2024');
    expect(mails[0]?.text).not.toContain('07-05-2024');
  });

  it('tell coordinators of an emergency once, and end as soon as somebody answers; tell an interpreter of an offer', async () => {
    const send = await startPlatform();
    const offer = { interpreter: people.una.email };
    expect(await send('request.created', 'r-1', emergency)).toBe('accepted');
    expect(await send('request.created', 'r-1', emergency)).toBe('duplicate');
    expect(await send('request.offered', 'r-1', offer)).toBe('accepted');
    pass(1);
    expect(await send('request.offered', 'r-1', offer)).toBe('accepted');
    expect(await send('request.created', 'r-2', emergency, new Date('2024-05-01T08:00:00Z'))).toBe('accepted');
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
