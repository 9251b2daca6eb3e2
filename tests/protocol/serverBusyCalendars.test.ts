import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { BusyKind } from '../../contract/busyCalendarLimits.ts';
import type { BusyCalendar } from '../../contract/busyCalendars.ts';
import { anyDatabase, startBackend, type TestBackend, testStart } from '../support/backend.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { calendarOf, startCalendarHost } from '../support/calendarHost.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { openEvents } from '../support/events.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const path = '/private-5e7a/basic.ics';
const afternoon = ['20240506T140000Z', '20240506T160000Z'] as const;
const morning = ['20240507T080000Z', '20240507T090000Z'] as const;
const week = '/busy_times/?from_day=2024-05-06&to_day=2024-05-12';

describe.each(anyDatabase)('busy calendars, on the %s database', (kind) => {
  let backend: TestBackend;
  let app: FastifyInstance;
  let host: Awaited<ReturnType<typeof startCalendarHost>>;
  let people: Awaited<ReturnType<typeof addBookingPeople>>;
  let manager: Calls;
  let una: Calls;
  let booking: ReturnType<typeof createBooking>;
  let now = 0;
  const start = async () => {
    app = await backend.app({
      options: { privateWebhooks: true, dashboardUrl: 'https://dashboard.testland.example/' },
    });
    await app.ready();
  };
  const signIn = () => {
    manager = callsOf(app, people.staff);
    una = callsOf(app, people.una);
  };
  beforeAll(async () => {
    backend = await startBackend(kind);
  });
  beforeEach(async () => {
    now = testStart.getTime();
    host = await startCalendarHost();
    await start();
    people = await addBookingPeople(backend);
    signIn();
    booking = createBooking(() => ({ manager, interpreters: [people.una.id], customer: people.customer.id }));
  });
  afterEach(async () => {
    // Apps are reused by later tests: an open one would go on reading.
    await app.close();
    await host.stop();
    await backend.reset();
  });
  afterAll(() => backend.close());

  const add = async (calls: Calls, changes: { address?: string; kind?: BusyKind } = {}): Promise<BusyCalendar> => {
    const address = changes.address ?? host.serve(path, { status: 200, body: calendarOf(afternoon) });
    const answer = await calls.post('/busy_calendars/', { name: 'Teaching', kind: 'busy', ...changes, address });
    expect([answer.statusCode, answer.json().errors]).toEqual([201, undefined]);
    return answer.json();
  };
  const listed = async (): Promise<BusyCalendar[]> => (await una.get('/busy_calendars/')).json().results;
  const times = async (calls: Calls, query = '') => (await calls.get(`${week}${query}`)).json().results;
  /** Lets the time pass, and starts another process, which reads what is due. Resolves when no calendar is due or being read. */
  const later = async (milliseconds: number) => {
    backend.pass(milliseconds);
    now += milliseconds;
    await app.close();
    await start();
    people = { ...people, staff: await backend.openSession(people.staff), una: await backend.openSession(people.una) };
    signIn();
    const unread = () =>
      backend.database.db
        .selectFrom('busy_calendars')
        .select('id')
        .where('due', '<', new Date(now + 20 * minute))
        .execute();
    while ((await unread()).length > 0) await new Promise((again) => setTimeout(again, 10));
  };

  it('are read when they are added, and show only their host afterwards', async () => {
    const calendar = await add(una);
    expect(calendar).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'Teaching',
      kind: 'busy',
      host: host.host,
      created: '2024-05-01T10:00:00.000Z',
      read: '2024-05-01T10:00:00.000Z',
      failure: null,
      failing_since: null,
    });
    expect(await listed()).toEqual([calendar]);
    expect(await times(manager)).toEqual([
      { interpreter: people.una.id, kind: 'busy', from: '2024-05-06T14:00:00.000Z', to: '2024-05-06T16:00:00.000Z' },
    ]);
    const { rows } = await sql<{ text: string }>`
      select encode(sealed_address, 'escape') || busy_calendars::text || coalesce(busy_times::text, '') as text
      from busy_calendars left join busy_times on calendar_id = busy_calendars.id`.execute(backend.database.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toMatch(/5e7a|basic\.ics|Dentist|Main Street|anna@/);
  });

  it('are seen by the person and those who plan, not by other interpreters', async () => {
    await add(una);
    await add(callsOf(app, people.orri), { kind: 'leave' });
    expect(await times(una)).toMatchObject([{ interpreter: people.una.id }]);
    expect(await times(una, `&interpreter[]=${people.orri.id}`)).toEqual([]);
    expect(await times(manager)).toHaveLength(2);
    expect(await times(manager, `&interpreter[]=${people.orri.id}`)).toMatchObject([
      { interpreter: people.orri.id, kind: 'leave' },
    ]);
    expect((await manager.get('/busy_calendars/')).json().results).toEqual([]);
    expect((await manager.get('/busy_times/?from_day=2024-05-01&to_day=2024-06-12')).json().code).toBe('check_dates');
  });

  it('warn whoever plans a schedule, and prevent nothing', async () => {
    await add(una);
    const draft = {
      interpreter: people.una.id,
      date: '2024-05-06',
      until: '2024-05-07',
      repeat: 'daily',
      time_from: '09:00',
      time_to: '17:00',
      location_type: 'remote',
      request_type: 'online',
    };
    const preview = (await manager.post('/schedules/preview/', draft)).json();
    expect(preview.possible).toBe(true);
    expect(preview.occurrences.map(({ date, away }: { date: string; away: unknown }) => [date, away])).toEqual([
      ['2024-05-06', [{ kind: 'busy', from: '2024-05-06T14:00:00+00:00', to: '2024-05-06T16:00:00+00:00' }]],
      ['2024-05-07', []],
    ]);
    const schedule = await booking.shift({ repeat: 'daily', until: '2024-05-07' });
    const change = (await manager.post(`/schedules/${schedule.id}/preview/`, { time_from: '15:00' })).json();
    expect(change.occurrences[0].away).toHaveLength(1);
    await booking.reserve({ time_from: '15:00', time_to: '16:00' });
  });

  it.each([
    ['ftp://calendar.example.com/a.ics', 'calendar_not_https'],
    ['no address', 'calendar_not_https'],
    ['http://calendar.example.com/a.ics', 'calendar_not_https'],
    ['https://10.0.0.5/a.ics', 'private_address'],
    ['webcal://169.254.169.254/latest/', 'private_address'],
    ['https://metadata.localhost/a.ics', 'private_address'],
    ['https://calendar.invalid/a.ics', 'calendar_unreachable'],
  ])('are refused at %s: %s', async (address, code) => {
    await app.close();
    app = await backend.app();
    const answer = await callsOf(app, people.una).post('/busy_calendars/', { name: 'Teaching', kind: 'busy', address });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid', errors: { address: [code] } }),
    ]);
    expect(await backend.database.db.selectFrom('busy_calendars').select('id').execute()).toEqual([]);
  });

  it.each([
    ['the host does not know them', { status: 404 }, 'calendar_refused'],
    ['the host asks for a password', { status: 401 }, 'calendar_refused'],
    ['the host fails', { status: 503 }, 'calendar_unreachable'],
    ['they are a web page', { status: 200, body: '<!doctype html><p>Sign in</p>' }, 'calendar_unreadable'],
    ['they have more than 5 MB', { status: 200, body: Buffer.alloc(5 * 1024 * 1024 + 1, ' ') }, 'calendar_too_large'],
    [
      'they repeat every second',
      { status: 200, body: calendarOf(afternoon).replace('END:VEVENT', 'RRULE:FREQ=SECONDLY\r\nEND:VEVENT') },
      'calendar_too_many_events',
    ],
    [
      'they lead to a place without TLS',
      { status: 302, headers: { location: 'ftp://calendar.example.com/' } },
      'calendar_not_https',
    ],
    ['they lead to themselves', { status: 302, headers: { location: '/loop.ics' } }, 'calendar_refused'],
  ])('are refused if %s', async (_, answer, code) => {
    const address = host.serve('/loop.ics', answer);
    const refusal = await una.post('/busy_calendars/', { name: 'Teaching', kind: 'busy', address });
    expect([refusal.statusCode, refusal.json().errors]).toEqual([400, { address: [code] }]);
    expect(await listed()).toEqual([]);
  });

  it('are found behind a redirect', async () => {
    host.serve(path, { status: 200, body: calendarOf(morning) });
    await add(una, { address: host.serve('/old.ics', { status: 301, headers: { location: path } }) });
    expect(host.asked.map((call) => call.path)).toEqual(['/old.ics', path]);
    expect(await times(una)).toMatchObject([{ from: '2024-05-07T08:00:00.000Z' }]);
  });

  it('are at most five of a person, also if several are added at once', async () => {
    const address = host.serve(path, { status: 200, body: calendarOf(afternoon) });
    const answers = await Promise.all(
      Array.from({ length: 7 }, (_, at) =>
        una.post('/busy_calendars/', { name: `Calendar ${at}`, kind: 'busy', address }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
    expect((await una.post('/busy_calendars/', { name: 'More', kind: 'busy', address })).json().code).toBe(
      'too_many_busy_calendars',
    );
    expect(await listed()).toHaveLength(5);
    // The same time in five calendars is one time.
    expect(await times(manager)).toHaveLength(1);
  });

  it('are read again after half an hour, without their contents if these have not changed', async () => {
    host.serve(path, { status: 200, headers: { etag: '"1"' }, body: calendarOf(afternoon) });
    await add(una, { address: `http://${host.host}${path}` });
    host.serve(path, { status: 200, headers: { etag: '"2"' }, body: calendarOf(afternoon, morning) });
    await later(30 * minute);
    expect(await times(manager)).toHaveLength(2);
    host.serve(path, { status: 304 });
    await later(30 * minute);
    expect(host.asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', '"2"']);
    expect(await listed()).toMatchObject([{ read: '2024-05-01T11:00:00.000Z', failure: null }]);
    expect(await times(manager)).toHaveLength(2);
  });

  it('keep their times while they cannot be read, and their owner is told once, after a day', async () => {
    await add(una);
    host.serve(path, { status: 503 });
    await later(30 * minute);
    expect(await listed()).toMatchObject([
      { failure: 'calendar_unreachable', failing_since: '2024-05-01T10:30:00.000Z', read: '2024-05-01T10:00:00.000Z' },
    ]);
    const notificationsOfUna = async () =>
      (await una.get('/notifications/'))
        .json()
        .results.map(({ kind: about, title, path: page }: Record<string, string>) => [about, title, page]);
    expect(await notificationsOfUna()).toEqual([]);
    host.serve(path, { status: 404 });
    await later(day);
    const news = ['calendars', 'Brú & Co: your calendar “Teaching” cannot be read', '/dashboard/calendar-feeds'];
    expect(await notificationsOfUna()).toEqual([news]);
    expect(await listed()).toMatchObject([{ failure: 'calendar_refused' }]);
    await backend.mailsAreSent();
    expect(backend.sink.messages.filter(({ to }) => to.includes(people.una.email))).toHaveLength(1);
    await later(day);
    expect(await notificationsOfUna()).toEqual([news]);
    host.serve(path, { status: 200, body: calendarOf(afternoon) });
    await later(day);
    expect(await listed()).toMatchObject([{ failure: null, failing_since: null }]);
  });

  it('take their times with them when they are removed, by their owner only', async () => {
    const { id } = await add(una);
    expect((await manager.remove(`/busy_calendars/${id}/`)).statusCode).toBe(404);
    expect((await una.remove(`/busy_calendars/${id}/`)).statusCode).toBe(204);
    expect(await times(manager)).toEqual([]);
    const owner = callsOf(app, await backend.signedIn());
    const { results } = (await owner.get('/audit/?collection=busy_calendars')).json();
    expect(results.map(({ act, after }: { act: string; after: unknown }) => [act, after])).toEqual([
      ['remove_busy_calendar', { name: 'Teaching' }],
      ['add_busy_calendar', { name: 'Teaching', kind: 'busy' }],
    ]);
  });

  it('end with a suspension; when it is lifted, an e-mail tells the person to add them again', async () => {
    await add(una);
    await manager.post(`/users/${people.una.id}/suspend/`, { reason: 'On leave' });
    expect(await backend.database.db.selectFrom('busy_calendars').select('id').execute()).toEqual([]);
    expect(await times(manager)).toEqual([]);
    await manager.post(`/users/${people.una.id}/unsuspend/`);
    await backend.mailsAreSent();
    const mail = backend.sink.messages.findLast(({ to }) => to.includes(people.una.email));
    const news =
      'The suspension deleted your calendar feeds and the calendars of absences that you had added. Add them again if you need them.';
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(news);
    expect(mail?.html).toContain(news);
  });

  it('are in the export of the data of a person, without their address, and gone after an erasure', async () => {
    await add(una);
    const owner = callsOf(app, await backend.signedIn());
    const file = await owner.get(`/privacy/people/${people.una.id}/export/?output=json`);
    expect(file.body).toContain(host.host);
    expect(file.body).toContain('2024-05-06T14:00:00');
    expect(file.body).not.toContain('sealed_address');
    const erased = await owner.post(`/privacy/people/${people.una.id}/erasure/`, { confirmation: people.una.email });
    expect([erased.statusCode, erased.json().code]).toEqual([200, undefined]);
    expect(await times(manager)).toEqual([]);
  });

  it('tell open calendars of a change', async () => {
    const stream = await openEvents(app, people.staff);
    const { id } = await add(una);
    expect(await stream.changeOf('calendar')).toEqual({ kind: 'calendar', id });
    stream.close();
  });

  it('have few attempts an hour, because each of them calls another host', async () => {
    const address = host.serve(path, { status: 404 });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 31; attempt += 1)
      statuses.push((await una.post('/busy_calendars/', { name: 'Teaching', kind: 'busy', address })).statusCode);
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});
