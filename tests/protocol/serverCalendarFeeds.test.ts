import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { CalendarFeed } from '../../contract/calendarFeeds.ts';
import { mailTexts } from '../../server/mail/layout.ts';
import { anyDatabase, testDeployment, testPassword, type SignedIn } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { feedEntriesOf } from '../support/feedEntries.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const zone = 'Europe/Tallinn';

describe.each(anyDatabase)('calendar feeds, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let app: FastifyInstance;
  let people: Awaited<ReturnType<typeof addBookingPeople>>;
  let owner: SignedIn;
  let manager: Calls;
  let booking: ReturnType<typeof createBooking>;
  beforeEach(async () => {
    app = await backend.app({
      deployment: { ...testDeployment, timeZone: zone },
      options: { publicUrl: 'https://api.example.com/v1/' },
    });
    people = await addBookingPeople(backend);
    owner = await backend.signedIn({ first_name: 'Ása', language: 'en' });
    manager = callsOf(app, people.staff);
    booking = createBooking(() => ({ manager, interpreters: [people.una.id], customer: people.customer.id }));
  });

  const add = async (calls: Calls, changes: object = {}): Promise<{ path: string; record: CalendarFeed }> => {
    const answer = await calls.post('/calendar_feeds/', { name: 'Phone', covers: 'own', ...changes });
    expect(answer.statusCode).toBe(201);
    const { address, qr, record } = answer.json();
    expect(address).toMatch(/^https:\/\/api\.example\.com\/v1\/calendars\/[\w-]{43}\.ics$/);
    expect(qr).toContain(`<title>${address}</title>`);
    return { path: new URL(address).pathname.replace('/v1', ''), record };
  };
  const open = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
  const read = async (path: string) => feedEntriesOf((await open(path)).body);
  const una = () => callsOf(app, people.una);

  it('show an interpreter their shifts and reservations, without a session', async () => {
    const schedule = await booking.shift({
      location_type: 'site',
      request_type: 'live',
      address: 'Pärnu mnt 7',
      travel_time: 30,
    });
    const [shift] = await booking.shiftsOf(schedule.id);
    const reservation = await booking.reserve({ type: 'site', address: 'Pärnu mnt 7' });
    const { path } = await add(una());
    const answer = await open(path);
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-cache',
    ]);
    expect(answer.body).toContain('DTSTART;TZID=Europe/Tallinn:20240506T090000');
    expect(answer.body).toContain('X-WR-CALNAME:Phone');
    const [work, hearing, ...others] = feedEntriesOf(answer.body);
    expect(others).toEqual([]);
    expect(work).toMatchObject({
      uid: `shift-${shift.id}@testland`,
      summary: 'Shift · Brú & Co',
      location: 'Pärnu mnt 7',
      status: 'CONFIRMED',
      starts: '2024-05-06T06:00:00.000Z',
      ends: '2024-05-06T14:00:00.000Z',
    });
    expect(work?.description).toContain('Travel time: 30\u00a0min');
    expect(hearing).toMatchObject({
      uid: `reservation-${reservation.id}@testland`,
      summary: 'Reservation · Brú & Co',
      status: 'TENTATIVE',
      starts: '2024-05-06T07:00:00.000Z',
    });
    expect(hearing?.description).toContain('Customer: Katrín');
    expect(hearing?.description).not.toContain('Una');
  });

  it('have the UIDs of the mails and rising sequences, and call off what is cancelled', async () => {
    await booking.shift();
    const { path } = await add(una());
    const reservation = await booking.reserve();
    await backend.mailsAreSent();
    const [before] = (await read(path)).filter(({ uid }) => uid.startsWith('reservation'));
    const files = backend.sink.messages.flatMap(({ to, calendars }) =>
      to.includes(people.una.email) ? calendars : [],
    );
    expect(files.map(({ content }) => content).join('')).toContain(`UID:${before?.uid}\r\n`);
    await booking.act(reservation.id, 'cancel');
    const [after] = (await read(path)).filter(({ uid }) => uid.startsWith('reservation'));
    expect(after).toMatchObject({ uid: before?.uid, status: 'CANCELLED' });
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    backend.pass(13 * day);
    expect((await read(path)).filter(({ uid }) => uid.startsWith('reservation'))).toEqual([]);
  });

  it('keep the local time of a series when the clocks change', async () => {
    await booking.shift({ repeat: 'weekly', date: '2024-10-21', until: '2024-11-04', time_from: '09:00' });
    const { path } = await add(una());
    expect((await read(path)).map(({ wall, starts }) => [wall, starts])).toEqual([
      ['2024-10-21T09:00:00', '2024-10-21T06:00:00.000Z'],
      ['2024-10-28T09:00:00', '2024-10-28T07:00:00.000Z'],
      ['2024-11-04T09:00:00', '2024-11-04T07:00:00.000Z'],
    ]);
  });

  it('name the people in the feeds of managers: everybody, or one department', async () => {
    const { id: department } = (await manager.post('/departments/', { name: 'Tallinn' })).json();
    const { db } = backend.database;
    await db.updateTable('users').set({ department_id: department }).where('id', '=', people.orri.id).execute();
    await booking.shift();
    await booking.shift({ interpreter: people.orri.id });
    const all = await add(manager, { covers: 'all' });
    expect((await read(all.path)).map(({ summary }) => summary).toSorted()).toEqual([
      'Shift · Orri Bjarnason',
      'Shift · Una Arnardóttir',
    ]);
    const some = await add(manager, { covers: 'department', department });
    expect(some.record).toMatchObject({ covers: 'department', department_name: 'Tallinn' });
    expect((await read(some.path)).map(({ summary }) => summary)).toEqual(['Shift · Orri Bjarnason']);
  });

  it('answer 304 while nothing has changed', async () => {
    await booking.shift();
    const { path } = await add(una());
    const { etag } = (await open(path)).headers;
    const same = await open(path, { 'if-none-match': String(etag) });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    await booking.reserve();
    expect((await open(path, { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  it('show what the person may see now', async () => {
    await booking.shift();
    await booking.shift({ interpreter: people.orri.id });
    const { path } = await add(manager, { covers: 'all' });
    expect(await read(path)).toHaveLength(2);
    const { db } = backend.database;
    await db.updateTable('users').set({ role: 'interpreter' }).where('id', '=', people.staff.id).execute();
    expect(await read(path)).toEqual([]);
    await db.updateTable('users').set({ role: 'deaf' }).where('id', '=', people.staff.id).execute();
    expect((await open(path)).statusCode).toBe(404);
  });

  it('go on after a change of the password, of which the mail tells people who have one', async () => {
    const { path } = await add(callsOf(app, owner));
    const form = {
      current_password: testPassword,
      password: 'a new password',
      password_confirmation: 'a new password',
    };
    for (const person of [owner, people.staff])
      expect((await callsOf(app, person).post('/auth/change_password/', form)).statusCode).toBe(204);
    expect((await app.inject(path)).statusCode).toBe(200);
    await backend.mailsAreSent();
    const textTo = ({ email }: SignedIn) => backend.sink.messages.find(({ to }) => to.includes(email))?.text;
    const { calendars } = mailTexts('en', testDeployment).people.password_changed;
    expect([textTo(owner)?.includes(calendars), textTo(people.staff)?.includes(calendars)]).toEqual([true, false]);
  });

  it('end with a suspension, and do not come back after it', async () => {
    const { path } = await add(una());
    const asOwner = callsOf(app, owner);
    await asOwner.post(`/users/${people.una.id}/suspend/`, { reason: 'On leave' });
    expect((await open(path)).statusCode).toBe(404);
    await asOwner.post(`/users/${people.una.id}/unsuspend/`);
    expect((await open(path)).statusCode).toBe(404);
  });

  it('are ended by their person and by owners, who see those of everybody', async () => {
    const feedOfUna = await add(una());
    const second = await add(una(), { name: 'Laptop' });
    const others = await add(manager, { covers: 'all', name: 'Wall' });
    expect((await una().get('/calendar_feeds/')).json().results).toHaveLength(2);
    expect((await una().remove(`/calendar_feeds/${others.record.id}/`)).statusCode).toBe(404);
    expect((await una().remove(`/calendar_feeds/${feedOfUna.record.id}/`)).statusCode).toBe(204);
    expect((await open(feedOfUna.path)).statusCode).toBe(404);
    const asOwner = callsOf(app, owner);
    const listed = (await asOwner.get('/calendar_feeds/')).json().results;
    expect(listed.map((feed: CalendarFeed) => [feed.name, feed.person_name]).toSorted()).toEqual([
      ['Laptop', 'Una Arnardóttir'],
      ['Wall', expect.stringContaining('Manni')],
    ]);
    expect((await asOwner.remove(`/calendar_feeds/${second.record.id}/`)).statusCode).toBe(204);
    await backend.mailsAreSent();
    expect(backend.sink.messages.at(-1)).toMatchObject({
      to: [people.una.email],
      text: expect.stringContaining('“Laptop”'),
    });
    const { results } = (await asOwner.get('/audit/?collection=calendar_feeds')).json();
    expect(results.map(({ act }: { act: string }) => act)).toEqual([
      'remove_calendar_feed',
      'remove_calendar_feed',
      'add_calendar_feed',
      'add_calendar_feed',
      'add_calendar_feed',
    ]);
  });

  it('are not for everybody’s entries if an interpreter asks, nor without a recent proof', async () => {
    const refused = await una().post('/calendar_feeds/', { name: 'Phone', covers: 'all' });
    expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden' });
    backend.pass(hour);
    const late = await una().post('/calendar_feeds/', { name: 'Phone', covers: 'own' });
    expect(late.json().code).toBe('insufficient_user_authentication');
  });

  it('are ten at most, and store no address', async () => {
    const made = [];
    for (let number = 1; number <= 10; number += 1) made.push(await add(una(), { name: `Phone ${number}` }));
    expect((await una().post('/calendar_feeds/', { name: 'One more', covers: 'own' })).json().code).toBe(
      'too_many_feeds',
    );
    const stored = JSON.stringify([
      await backend.database.db.selectFrom('calendar_feeds').selectAll().execute(),
      (await callsOf(app, owner).get('/audit/')).json(),
    ]);
    for (const { path } of made) expect(stored).not.toContain(path.slice('/calendars/'.length, -'.ics'.length));
  });

  it('record their use once a day for each address, and refused calls, which are throttled', async () => {
    const { path } = await add(una());
    // The app of earlier tests remembers their refused calls for a minute.
    backend.pass(hour);
    for (let call = 0; call < 3; call += 1) await open(path);
    await open('/calendars/wrong.ics');
    const events = async (): Promise<unknown[][]> => {
      const answer = await callsOf(app, owner).get('/security_events/?event[]=link_used&event[]=link_refused');
      return answer.json().results.map(({ event, object, person }: Record<string, unknown>) => [event, object, person]);
    };
    while ((await events()).length < 2) await new Promise((again) => setTimeout(again, 10));
    expect(new Set(await events())).toEqual(
      new Set([
        ['link_refused', 'calendar_link', null],
        ['link_used', 'calendar_link', people.una.id],
      ]),
    );
    expect((await una().get('/calendar_feeds/')).json().results[0].used).toBe('2024-05-01T08:00:00.000Z');
    for (let call = 0; call < 30; call += 1) await open('/calendars/wrong.ics');
    expect((await open('/calendars/wrong.ics')).statusCode).toBe(429);
    expect((await open(path)).statusCode).toBe(200);
  });
});
