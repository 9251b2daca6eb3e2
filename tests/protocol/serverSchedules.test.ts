import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { Flags } from '../../contract/flags.ts';
import { randomId } from '../../server/randomId.ts';
import { databaseKinds, raceRounds, testPassword, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

describe.each(databaseKinds)('the calendar, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let app: FastifyInstance;
  let manager: string;
  let managerEmail: string;
  let interpreter: { id: string; email: string };
  let colleague: { id: string; email: string };

  const signIn = async (email: string, on = app): Promise<string> => {
    const answer = await on.inject({ method: 'POST', url: '/auth/login/', payload: { email, password: testPassword } });
    return answer.json().token;
  };
  const open = (flags: Partial<Flags> = {}) => backend.app({ flags: { twoFactor: false, ...flags } });
  /** Lets days pass; the manager's session expires. */
  const passDays = async (count: number) => {
    backend.pass(count * 24 * 60 * 60_000);
    manager = await signIn(managerEmail);
  };
  const send = async (
    method: Method,
    url: string,
    payload?: object,
    { token = manager, etag, on = app }: { token?: string; etag?: string; on?: FastifyInstance } = {},
  ) => {
    const headers = { authorization: `Token ${token}`, ...(etag ? { 'if-match': etag } : {}) };
    const answer = await on.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.body ? answer.json() : null };
  };
  const draft = (changes: object = {}) => ({
    interpreter: interpreter.id,
    date: '2024-05-06',
    repeat: 'once',
    time_from: '09:00',
    time_to: '12:00',
    location_type: 'remote',
    request_type: 'online',
    ...changes,
  });
  const create = (changes: object = {}, options?: Parameters<typeof send>[3]) =>
    send('POST', '/schedules/', draft(changes), options);
  const shifts = async (query = '', options?: Parameters<typeof send>[3]) =>
    (await send('GET', `/shifts/?from_day=2024-05-01&to_day=2024-05-31${query}`, undefined, options)).body;
  /** The shift on a day of May 2024. */
  const on = async (date: string) => {
    const { results } = await shifts();
    return results.find((shift: { date: string }) => shift.date === date);
  };
  const patch = async (url: string, changes: object, options: Parameters<typeof send>[3] = {}) => {
    const { body } = await send('GET', url.replace('following/', ''), undefined, options);
    return send('PATCH', url, changes, { ...options, etag: body.etag });
  };
  const reserve = async (from: string, to: string, status: 'pending' | 'approved' = 'approved') => {
    const id = randomId();
    await backend.database.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('reservations')
        .values({
          id,
          name: 'Court',
          status,
          starts: new Date(from),
          ends: new Date(to),
          location_type: 'remote',
          address: null,
          link: null,
          created: new Date(),
        })
        .execute();
      await trx
        .insertInto('reservation_interpreters')
        .values({ reservation_id: id, interpreter_id: interpreter.id })
        .execute();
    });
    return id;
  };
  const week = { repeat: 'daily', until: '2024-05-10' };

  beforeEach(async () => {
    app = await open();
    managerEmail = (await backend.addUser({ role: 'manager' })).email;
    manager = await signIn(managerEmail);
    interpreter = await backend.addUser({ role: 'interpreter', first_name: 'Una' });
    colleague = await backend.addUser({ role: 'interpreter' });
  });

  describe('creating', () => {
    // R112, R113, R147, R152
    it('writes a schedule with all its days', async () => {
      const { status, body } = await create({ repeat: 'weekdays', date: '2024-05-03', until: '2024-05-07' });
      expect(status).toBe(201);
      expect(body).toMatchObject({ interpreter: interpreter.id, repeat: 'weekdays', source: 'platform' });
      const { count, results } = await shifts();
      expect(count).toBe(3);
      expect(results.map((shift: { date: string }) => shift.date)).toEqual(['2024-05-03', '2024-05-06', '2024-05-07']);
      expect(results[0]).toMatchObject({
        schedule: body.id,
        interpreter_name: 'Una Jónsdóttir',
        from: '2024-05-03T09:00:00+03:00',
        to: '2024-05-03T12:00:00+03:00',
        state: 'enabled',
        allowReservations: false,
        changed_alone: false,
        can: { update: true, delete: true },
      });
      expect((await send('GET', `/schedules/${body.id}/`)).body).toEqual(body);
    });

    it('creates once per key, with an audit log entry', async () => {
      const again = () =>
        app.inject({
          method: 'POST',
          url: '/schedules/',
          headers: { authorization: `Token ${manager}`, 'idempotency-key': 'one-act-of-a-form' },
          payload: draft(),
        });
      const answers = await Promise.all([again(), again()]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
      expect(answers[0]?.json()).toEqual(answers[1]?.json());
      expect((await shifts()).count).toBe(1);
      const trail = await backend.database.db.selectFrom('audit_entries').selectAll().execute();
      expect(trail.map((entry) => [entry.collection, entry.act, entry.person_email])).toEqual(
        expect.arrayContaining([
          ['schedules', 'create', managerEmail],
          ['shifts', 'create', managerEmail],
        ]),
      );
    });

    it('previews every day of a draft with its verdict, and writes nothing', async () => {
      const first = await create({ date: '2024-05-07' });
      const { body } = await send(
        'POST',
        '/schedules/preview/',
        draft({ ...week, date: '2024-05-01', until: '2024-05-08' }),
      );
      const taken = (await on('2024-05-07')).id;
      expect(body.possible).toBe(false);
      expect(body.occurrences.map(({ date, reasons }: { date: string; reasons: string[] }) => [date, reasons])).toEqual(
        [
          ['2024-05-01', ['event_in_past']],
          ...['2024-05-02', '2024-05-03', '2024-05-04', '2024-05-05', '2024-05-06'].map((date) => [date, []]),
          ['2024-05-07', ['shift_overlap']],
          ['2024-05-08', []],
        ],
      );
      expect(body.occurrences[6]).toMatchObject({ verdict: 'refused', shifts: [taken] });
      expect((await shifts()).count).toBe(1);
      expect(first.status).toBe(201);
    });

    // R180
    it('refuses two shifts at the same time, names the days, and writes none of them', async () => {
      await create({ date: '2024-05-08' });
      const { status, body } = await create({ ...week, time_from: '11:59', time_to: '13:00' });
      expect([status, body.code, body.days]).toEqual([409, 'shift_overlap', ['2024-05-08']]);
      expect((await shifts()).count).toBe(1);
      expect((await create({ ...week, interpreter: colleague.id })).status).toBe(201);
    });

    it('allows a shift to begin when another ends', async () => {
      await create();
      expect((await create({ time_from: '12:00', time_to: '14:00' })).status).toBe(201);
    });

    // R114
    it('counts travel time as occupied', async () => {
      await create();
      const site = {
        location_type: 'site',
        request_type: 'live',
        address: 'Laugavegur 1',
        time_from: '12:30',
        time_to: '14:00',
      };
      expect((await create({ ...site, travel_time: 31 })).body.code).toBe('shift_overlap');
      expect((await create({ ...site, travel_time: 30 })).status).toBe(201);
      expect((await create({ time_from: '14:29', time_to: '15:00' })).body.code).toBe('shift_overlap');
      expect((await create({ time_from: '14:30', time_to: '15:00' })).status).toBe(201);
      const { results } = await shifts('&location_type=site');
      expect(results[0]).toMatchObject({
        occupied_from: '2024-05-06T12:00:00+03:00',
        occupied_to: '2024-05-06T14:30:00+03:00',
      });
    });

    it('refuses a series whose travel time overlaps its next day', async () => {
      const allDay = {
        ...week,
        location_type: 'site',
        request_type: 'live',
        address: 'Laugavegur 1',
        time_from: '00:00',
        time_to: '00:00',
      };
      const { body } = await create({ ...allDay, travel_time: 5 });
      expect([body.code, body.days]).toEqual([
        'shift_overlap',
        ['2024-05-07', '2024-05-08', '2024-05-09', '2024-05-10'],
      ]);
      expect((await create({ ...allDay, travel_time: 0 })).status).toBe(201);
    });

    // R202
    it('ends the day at 00:00', async () => {
      await create({ time_from: '18:00', time_to: '00:00' });
      expect(await on('2024-05-06')).toMatchObject({ to: '2024-05-07T00:00:00+03:00', time_to: '00:00' });
    });

    // R182
    it('ends on the next day at a time before its start, at most 16 hours later', async () => {
      const { body } = await create({ ...week, time_from: '22:00', time_to: '06:00' });
      expect(body).toMatchObject({ time_from: '22:00', time_to: '06:00' });
      expect(await on('2024-05-06')).toMatchObject({ date: '2024-05-06', to: '2024-05-07T06:00:00+03:00' });
      // The next shift may begin when the night ends, and not before.
      expect((await create({ date: '2024-05-07', time_from: '05:00', time_to: '09:00' })).body.code).toBe(
        'shift_overlap',
      );
      expect((await create({ date: '2024-05-07', time_from: '06:00', time_to: '09:00' })).status).toBe(201);
      for (const time_to of ['14:01', '22:00'])
        expect((await create({ date: '2024-05-20', time_from: '22:00', time_to })).body).toMatchObject({
          code: 'check_dates',
          errors: { time_to: ['check_dates'] },
        });
    });

    // R181
    it('refuses the past', async () => {
      expect((await create({ date: '2024-05-01', time_from: '09:59' })).body.code).toBe('event_in_past');
      expect((await create({ date: '2024-05-01', time_from: '10:01' })).status).toBe(201);
    });

    it.each([
      ['times out of order', { time_from: '12:00', time_to: '09:00' }],
      ['an end before the beginning', { ...week, until: '2024-05-05' }],
      ['an end too far in the future', { ...week, until: '2026-05-05' }],
      ['no day at all', { repeat: 'weekdays', date: '2024-05-04', until: '2024-05-05' }],
    ])('asks to check the dates of %s', async (_, changes) => {
      const { status, body } = await create(changes);
      expect([status, body.code]).toEqual([400, 'check_dates']);
    });

    it.each([
      ['a site shift without an address', { location_type: 'site', request_type: 'live' }, { address: ['required'] }],
      ['a site shift for online requests', { location_type: 'site', address: 'Here' }, { request_type: ['invalid'] }],
      ['a remote shift with an address', { address: 'Here' }, { address: ['invalid'] }],
      ['a remote shift with travel time', { travel_time: 10 }, { travel_time: ['invalid'] }],
      ['an impossible time', { time_from: '24:00' }, { time_from: ['invalid'] }],
      ['a person who does not exist', { interpreter: 'f'.repeat(24) }, { interpreter: ['invalid'] }],
      ['transcription, where it is off', { communication_type: 'both' }, { communication_type: ['feature_off'] }],
    ])('refuses %s', async (_, changes, errors) => {
      const { status, body } = await create(changes);
      expect([status, body.code, body.errors]).toEqual([400, 'invalid', errors]);
    });

    it('gives shifts to interpreters only', async () => {
      const { id } = await backend.addUser({ role: 'manager' });
      expect((await create({ interpreter: id })).body.errors).toEqual({ interpreter: ['invalid'] });
      const waiting = await backend.addUser({ role: 'interpreter', approval_status: 'pending' });
      expect((await create({ interpreter: waiting.id })).body.errors).toEqual({ interpreter: ['invalid'] });
    });

    it.each([
      ['live', { location_type: 'site', request_type: 'live', address: 'Here' }, ['location_type', 'request_type']],
      ['online', {}, ['request_type']],
      ['emergencySchedules', { emergency: true }, ['emergency']],
      ['reservations', { allowReservations: true }, ['allowReservations']],
    ] as const)('hides everything of the disabled flag %s', async (flag, changes, fields) => {
      const other = await open({ [flag]: false });
      const { status, body } = await create(changes, { on: other });
      expect([status, body.errors]).toEqual([400, Object.fromEntries(fields.map((field) => [field, ['feature_off']]))]);
      expect((await create(changes)).status).toBe(201);
    });
  });

  describe('reading', () => {
    // R118
    it('filters by interpreter, state, kind and emergency', async () => {
      await create({ emergency: true });
      await create({ interpreter: colleague.id });
      expect((await shifts(`&interpreter[]=${colleague.id}`)).count).toBe(1);
      expect((await shifts('&emergency=true')).count).toBe(1);
      expect((await shifts('&emergency=false')).count).toBe(1);
      expect((await shifts('&state[]=disabled')).count).toBe(0);
      expect((await shifts('&request_type=live')).count).toBe(0);
      expect((await shifts('&source=external')).count).toBe(0);
    });

    it('lists schedules by interpreter, time, repeat, kind and words', async () => {
      const { body: first } = await create({ ...week, emergency: true });
      const { body: second } = await create({ interpreter: colleague.id, date: '2024-05-20' });
      const { body: third } = await create({
        date: '2024-05-20',
        location_type: 'site',
        request_type: 'live',
        address: 'Hlemmur 2',
      });
      const found = async (query: string, options?: Parameters<typeof send>[3]) =>
        (await send('GET', `/schedules/${query}`, undefined, options)).body.results.map(({ id }: { id: string }) => id);
      expect(await found('?ordering=created&interpreter[]=' + interpreter.id)).toHaveLength(2);
      expect(await found('?from_day=2024-05-10&to_day=2024-05-10')).toEqual([first.id]);
      expect(await found('?repeat[]=daily&repeat[]=weekly')).toEqual([first.id]);
      expect(await found('?emergency=false&request_type=online')).toEqual([second.id]);
      expect(await found('?search=una%20hlemmur')).toEqual([third.id]);
      expect(await found('?source=external')).toEqual([]);
      expect(await found('?page=2&page_size=2')).toEqual([first.id]);
      expect(await found('', { token: await signIn(colleague.email) })).toEqual([second.id]);
    });

    it('returns a page of interpreters with their shifts in a month, including those without', async () => {
      const [{ body: series }] = [await create(week), await create({ interpreter: colleague.id, date: '2024-06-20' })];
      const calendar = async (query = '', options?: Parameters<typeof send>[3]) =>
        (await send('GET', `/calendar/?from_day=2024-05-01&to_day=2024-05-31${query}`, undefined, options)).body;
      const all = await calendar();
      expect(all.count).toBe(2);
      const byId = new Map(all.results.map((lane: { interpreter: string }) => [lane.interpreter, lane]));
      expect(byId.get(colleague.id)).toMatchObject({ shifts: [] });
      const { shifts: days } = byId.get(interpreter.id) as { shifts: object[] };
      expect(days).toHaveLength(5);
      const { body: first } = await send('GET', `/shifts/${(days[0] as { id: string }).id}/`);
      // Its fields of a shift are those of the shift itself.
      expect(first).toMatchObject(days[0] ?? {});
      expect(days[0]).toMatchObject({ schedule: series.id, date: '2024-05-06', can: { update: true, delete: true } });
      const secondPage = await calendar('&page_size=1&page=2');
      expect([secondPage.count, secondPage.results]).toEqual([2, all.results.slice(1)]);
      expect((await calendar(`&interpreter[]=${interpreter.id}&state[]=disabled`)).results[0].shifts).toEqual([]);
      const who = async (query: string) =>
        (await calendar(query)).results.map((person: { interpreter: string }) => person.interpreter);
      expect(await who('&people=busy')).toEqual([interpreter.id]);
      expect(await who('&people=free')).toEqual([colleague.id]);
      expect(await who(`&people=busy&emergency=${!first.emergency}`)).toEqual([]);
      const partner = randomId();
      const { db } = backend.database;
      await db
        .insertInto('partners')
        .values({ id: partner, name: 'Court', slug: 'court', created: new Date() })
        .execute();
      const reserved = await reserve('2024-05-07T07:00:00Z', '2024-05-07T08:00:00Z', 'pending');
      await db.updateTable('reservations').set({ partner_id: partner }).where('id', '=', reserved).execute();
      const theirs = (await calendar(`&people=busy&partner=${partner}`)).results;
      expect(theirs.map((lane: { shifts: { date: string }[] }) => lane.shifts.map(({ date }) => date))).toEqual([
        ['2024-05-07'],
      ]);
      const lanesOfColleague = await calendar('', { token: await signIn(colleague.email) });
      expect([lanesOfColleague.count, lanesOfColleague.results[0].interpreter]).toEqual([1, colleague.id]);
    });

    it('names who is on shift now and free: nobody who is booked, in a call, or whose shift is to come', async () => {
      await create({ allowReservations: true });
      await create({ interpreter: colleague.id });
      const who = async () =>
        (await send('GET', '/calendar/?from_day=2024-05-06&to_day=2024-05-06&people=free_now')).body.results.map(
          (person: { interpreter: string }) => person.interpreter,
        );
      expect(await who()).toEqual([]);
      backend.pass(Date.parse('2024-05-06T07:00:00Z') - testStart.getTime());
      manager = await signIn(managerEmail);
      expect((await who()).toSorted()).toEqual([interpreter.id, colleague.id].toSorted());
      await reserve('2024-05-06T07:00:00Z', '2024-05-06T08:00:00Z');
      expect(await who()).toEqual([colleague.id]);
      await backend.database.db
        .insertInto('interpretations')
        .values({
          id: randomId(),
          channel: 'online',
          session_mode: 'VRI',
          location_type: 'remote',
          queue_type: 'social',
          category: 'Health',
          created: testStart,
          started: testStart,
          interpreter_id: colleague.id,
        })
        .execute();
      expect(await who()).toEqual([]);
    });

    it('returns the reservations of each lane, and for planners those short of people and the hours of a day', async () => {
      await create({ ...week, allowReservations: true });
      const booked = await reserve('2024-05-07T06:00:00Z', '2024-05-07T07:00:00Z');
      const unknown = await reserve('2024-05-11T06:00:00Z', '2024-05-11T07:00:00Z', 'pending');
      const { db } = backend.database;
      await db.updateTable('reservations').set({ interpreters_needed: 3 }).where('id', '=', unknown).execute();
      const offered = await reserve('2024-05-08T06:00:00Z', '2024-05-08T07:00:00Z', 'pending');
      await db
        .updateTable('reservation_interpreters')
        .set({ response: 'offered' })
        .where('reservation_id', '=', offered)
        .execute();
      const range = 'from_day=2024-05-06&to_day=2024-05-12';
      const read = async (options?: Parameters<typeof send>[3], url = `/calendar/?${range}`) =>
        (await send('GET', url, undefined, options)).body;
      const ids = (found: { id: string }[]) => found.map(({ id }) => id);
      const { results, unassigned } = await read();
      const lanes = new Map<string, { bookings: { id: string }[] }>(
        results.map((lane: { interpreter: string }) => [lane.interpreter, lane]),
      );
      const bookings = lanes.get(interpreter.id)?.bookings ?? [];
      expect(bookings).toMatchObject([
        { id: booked, status: 'approved', response: 'not_asked', obstacle: null, missing: 0, time_from: '09:00' },
        { id: unknown, status: 'pending', obstacle: 'no_shift', interpreters_needed: 3, missing: 2, travel_time: 0 },
      ]);
      expect(lanes.get(colleague.id)?.bookings).toEqual([]);
      expect([unassigned.count, ids(unassigned.results)]).toEqual([2, [offered, unknown]]);
      const month = (await read({}, `/calendar/month/?${range}`)).days;
      expect(month[1]).toEqual({ date: '2024-05-07', count: 1, planned: 180, booked: 60, open: 0, short: 0 });
      expect(month.at(-1)).toEqual({ date: '2024-05-11', count: 0, planned: 0, booked: 0, open: 120, short: 2 });

      // An interpreter reads what is offered to them, and nothing of colleagues.
      const token = await signIn(interpreter.email);
      const mine = await read({ token });
      expect([ids(mine.results[0].bookings), 'unassigned' in mine]).toEqual([[booked, offered, unknown], false]);
      expect((await read({ token: await signIn(colleague.email) })).results[0].bookings).toEqual([]);
      const without = await open({ reservations: false });
      const plain = await read({ token: await signIn(managerEmail, without), on: without });
      expect([plain.results[0].bookings, plain.unassigned]).toEqual([undefined, undefined]);
    });

    it('returns 304 while a calendar has not changed, and only then', async () => {
      await create(week);
      const read = (etag?: string) =>
        app.inject({
          url: '/calendar/?from_day=2024-05-01&to_day=2024-05-31',
          headers: { authorization: `Token ${manager}`, ...(etag ? { 'if-none-match': etag } : {}) },
        });
      const etag = String((await read()).headers.etag);
      const again = await read(etag);
      expect([again.statusCode, again.body]).toEqual([304, '']);
      await patch(`/shifts/${(await on('2024-05-07')).id}/`, { time_from: '10:00' });
      expect((await read(etag)).statusCode).toBe(200);
    });

    it('spans six weeks at most', async () => {
      expect((await send('GET', '/calendar/?from_day=2024-05-01&to_day=2024-06-12')).body.code).toBe('check_dates');
      const range = (to: string) => send('GET', `/shifts/?from_day=2024-05-01&to_day=${to}`);
      expect((await range('2024-06-11')).status).toBe(200);
      expect((await range('2024-06-12')).body.code).toBe('check_dates');
      expect((await range('2024-04-30')).body.code).toBe('check_dates');
    });

    // R188
    it('returns 404 for missing records', async () => {
      for (const url of ['/schedules/nothing/', `/shifts/${randomId()}/`])
        expect(await send('GET', url)).toMatchObject({ status: 404, body: { code: 'schedule_not_found' } });
    });
  });

  describe('changing one day', () => {
    // R116
    it('keeps the others unchanged, and is kept when the series changes', async () => {
      const { body: schedule } = await create(week);
      const { id } = await on('2024-05-07');
      const { status, body } = await patch(`/shifts/${id}/`, { time_from: '10:00' });
      expect([status, body.time_from, body.changed_alone]).toEqual([200, '10:00', true]);
      expect((await on('2024-05-08')).time_from).toBe('09:00');
      expect((await patch(`/schedules/${schedule.id}/`, { time_to: '13:00' })).status).toBe(200);
      expect(await on('2024-05-07')).toMatchObject({ time_from: '10:00', time_to: '12:00' });
      expect(await on('2024-05-08')).toMatchObject({ time_from: '09:00', time_to: '13:00' });
    });

    it('requires the version that was read', async () => {
      await create();
      const { id, etag } = await on('2024-05-06');
      expect(await send('PATCH', `/shifts/${id}/`, { time_to: '11:00' })).toMatchObject({ status: 428 });
      expect(await send('PATCH', `/shifts/${id}/`, { time_to: '11:00' }, { etag })).toMatchObject({ status: 200 });
      expect(await send('PATCH', `/shifts/${id}/`, { time_to: '10:00' }, { etag })).toMatchObject({ status: 412 });
    });

    it('cancels it, which frees the time, and restores it only while the time is free', async () => {
      await create();
      const { id } = await on('2024-05-06');
      expect((await patch(`/shifts/${id}/`, { state: 'disabled' })).body.state).toBe('disabled');
      expect((await create()).status).toBe(201);
      expect((await patch(`/shifts/${id}/`, { state: 'enabled' })).body.code).toBe('shift_overlap');
    });

    // R159
    it('offers no change of a shift that has begun, except to complete it permanently', async () => {
      await create({ date: '2024-05-01', time_from: '11:00' });
      const { id } = await on('2024-05-01');
      expect((await patch(`/shifts/${id}/`, { state: 'completed' })).body.code).toBe('transition_refused');
      expect((await on('2024-05-01')).can).toEqual({ update: true, delete: true, end: false });
      backend.pass(2 * 60 * 60_000);
      expect((await on('2024-05-01')).can).toEqual({ update: false, delete: false, end: false });
      expect((await patch(`/shifts/${id}/`, { time_to: '13:00' })).body.code).toBe('event_in_past');
      expect((await patch(`/shifts/${id}/`, { state: 'completed' })).body.state).toBe('completed');
      expect((await patch(`/shifts/${id}/`, { state: 'enabled' })).body.code).toBe('transition_refused');
    });

    it('of a shift that runs ends it now or at another time to come, and changes nothing else', async () => {
      await create({ date: '2024-05-01', time_from: '11:00', time_to: '17:00' });
      await create({ date: '2024-05-01', time_from: '18:00', time_to: '19:00' });
      const { id } = await on('2024-05-01');
      backend.pass(2.5 * 60 * 60_000 + 59_999);
      expect((await on('2024-05-01')).can).toEqual({ update: false, delete: false, end: true });
      expect((await patch(`/shifts/${id}/`, { state: 'disabled' })).body.code).toBe('event_in_past');
      expect((await patch(`/shifts/${id}/`, { time_to: '15:00', travel_time: 5 })).body.code).toBe('event_in_past');
      expect((await patch(`/shifts/${id}/`, { time_to: '12:29' })).body.errors).toEqual({ time_to: ['event_in_past'] });
      expect((await patch(`/shifts/${id}/`, { time_to: '18:30' })).body.code).toBe('shift_overlap');
      expect((await patch(`/shifts/${id}/`, { time_to: '18:00' })).body.time_to).toBe('18:00');
      expect((await patch(`/shifts/${id}/`, { time_to: '12:30' })).body).toMatchObject({
        time_to: '12:30',
        to: '2024-05-01T12:30:00+03:00',
        changed_alone: true,
        can: { end: false },
      });
    });

    it('does not move into the past or onto another shift', async () => {
      await create({ date: '2024-05-01', time_from: '11:00' });
      const { id } = await on('2024-05-01');
      await create({ date: '2024-05-01', time_from: '12:00', time_to: '13:00' });
      expect((await patch(`/shifts/${id}/`, { time_from: '09:00' })).body.code).toBe('event_in_past');
      expect((await patch(`/shifts/${id}/`, { time_to: '12:01' })).body.code).toBe('shift_overlap');
    });

    it('moves it to another date, where it stays when the series changes, and leaves the day empty', async () => {
      const { body: schedule } = await create(week);
      const { id } = await on('2024-05-08');
      const { status, body } = await patch(`/shifts/${id}/`, { date: '2024-05-18', time_from: '10:00' });
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          date: '2024-05-18',
          series_date: '2024-05-08',
          from: '2024-05-18T10:00:00+03:00',
          changed_alone: true,
        }),
      ]);
      expect((await patch(`/schedules/${schedule.id}/`, { time_to: '13:00' })).status).toBe(200);
      expect(await on('2024-05-08')).toBeUndefined();
      expect(await on('2024-05-18')).toMatchObject({ id, time_to: '12:00' });
      expect((await shifts()).count).toBe(5);
      const { id: another } = await on('2024-05-09');
      expect((await patch(`/shifts/${another}/`, { date: '2024-05-18', time_from: '11:00' })).body.code).toBe(
        'shift_overlap',
      );
      expect((await patch(`/shifts/${another}/`, { date: '2024-04-30' })).body.code).toBe('event_in_past');
      expect(
        (await patch(`/shifts/${another}/`, { date: '2024-05-10', time_from: '14:00', time_to: '15:00' })).status,
      ).toBe(200);
      expect((await send('DELETE', `/shifts/${id}/following/`)).status).toBe(204);
      expect((await shifts()).results.map((shift: { date: string }) => shift.date)).toEqual([
        '2024-05-06',
        '2024-05-07',
      ]);
    });

    it('deletes it permanently', async () => {
      const { body: schedule } = await create(week);
      const { id } = await on('2024-05-07');
      expect((await send('DELETE', `/shifts/${id}/`)).status).toBe(204);
      await patch(`/schedules/${schedule.id}/`, { time_to: '13:00' });
      expect(await on('2024-05-07')).toBeUndefined();
      expect((await shifts()).count).toBe(4);
    });
  });

  describe('changing this day and the following days', () => {
    it('makes them a new schedule', async () => {
      const { body: schedule } = await create(week);
      const { id } = await on('2024-05-08');
      const { status, body } = await patch(`/shifts/${id}/following/`, { time_from: '10:00' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ date: '2024-05-08', until: '2024-05-10', time_from: '10:00' });
      expect(body.id).not.toBe(schedule.id);
      expect((await send('GET', `/schedules/${schedule.id}/`)).body).toMatchObject({
        until: '2024-05-07',
        time_from: '09:00',
      });
      const { results } = await shifts();
      expect(results.map((shift: { time_from: string }) => shift.time_from)).toEqual([
        '09:00',
        '09:00',
        '10:00',
        '10:00',
        '10:00',
      ]);
      expect((await on('2024-05-08')).id).toBe(id);
    });

    it('from the first day changes the whole series', async () => {
      const { body: schedule } = await create(week);
      const { id } = await on('2024-05-06');
      expect((await patch(`/shifts/${id}/following/`, { time_from: '10:00' })).body.id).toBe(schedule.id);
    });

    it('deletes them', async () => {
      const { body: schedule } = await create(week);
      const { id } = await on('2024-05-08');
      expect((await send('DELETE', `/shifts/${id}/following/`)).status).toBe(204);
      expect((await shifts()).count).toBe(2);
      expect((await send('GET', `/schedules/${schedule.id}/`)).body.until).toBe('2024-05-07');
    });
  });

  describe('changing the whole series', () => {
    // R117
    it('changes the future days, and keeps the past ones', async () => {
      const { body: schedule } = await create({ ...week, date: '2024-05-02' });
      await passDays(3);
      expect((await patch(`/schedules/${schedule.id}/`, { time_from: '08:00' })).status).toBe(200);
      const { results } = await shifts();
      expect(results.map((shift: { time_from: string }) => shift.time_from)).toEqual([
        '09:00',
        '09:00',
        '09:00',
        ...Array.from({ length: 6 }, () => '08:00'),
      ]);
    });

    it('moves the days of a series past each other, and to another interpreter', async () => {
      const { body } = await create({ ...week, time_from: '00:00', time_to: '12:00' });
      expect((await patch(`/schedules/${body.id}/`, { time_from: '12:00', time_to: '00:00' })).status).toBe(200);
      expect((await patch(`/schedules/${body.id}/`, { interpreter: colleague.id })).status).toBe(200);
      expect((await shifts(`&interpreter[]=${colleague.id}`)).count).toBe(5);
    });

    it('makes it longer or shorter', async () => {
      const { body } = await create(week);
      await patch(`/schedules/${body.id}/`, { until: '2024-05-12' });
      expect((await shifts()).count).toBe(7);
      await patch(`/schedules/${body.id}/`, { until: '2024-05-07' });
      expect((await shifts()).count).toBe(2);
    });

    // R117
    it('deletes it, except for past days', async () => {
      const { body } = await create({ ...week, date: '2024-05-02' });
      await passDays(1);
      expect((await send('DELETE', `/schedules/${body.id}/`)).status).toBe(204);
      expect((await shifts()).count).toBe(1);
      expect((await send('DELETE', `/schedules/${body.id}/`)).body.code).toBe('event_in_past');
      const { body: other } = await create(week);
      await send('DELETE', `/schedules/${other.id}/`);
      expect((await send('GET', `/schedules/${other.id}/`)).status).toBe(404);
    });
  });

  describe('with an approved reservation', () => {
    // R179
    it('changes and deletes nothing, and names it', async () => {
      const { body: schedule } = await create({ ...week, allowReservations: true });
      const reservation = await reserve('2024-05-08T07:00:00Z', '2024-05-08T08:00:00Z');
      await reserve('2024-05-07T07:00:00Z', '2024-05-07T08:00:00Z', 'pending');
      const { id } = await on('2024-05-08');
      const refused = await Promise.all([
        patch(`/shifts/${id}/`, { time_to: '13:00' }),
        patch(`/shifts/${id}/`, { state: 'disabled' }),
        patch(`/shifts/${id}/following/`, { time_to: '13:00' }),
        patch(`/schedules/${schedule.id}/`, { time_to: '13:00' }),
        send('DELETE', `/shifts/${id}/`),
        send('DELETE', `/shifts/${id}/following/`),
        send('DELETE', `/schedules/${schedule.id}/`),
      ]);
      for (const { status, body } of refused)
        expect([status, body.code, body.reservations]).toEqual([409, 'shift_reserved', [reservation]]);
      expect((await shifts()).results.every((shift: { time_to: string }) => shift.time_to === '12:00')).toBe(true);
      expect((await patch(`/shifts/${(await on('2024-05-07')).id}/`, { time_to: '13:00' })).status).toBe(200);
      expect((await patch(`/schedules/${schedule.id}/`, { until: '2024-05-12' })).status).toBe(200);
      const blocking = {
        count: 1,
        results: [expect.objectContaining({ id: reservation, name: 'Court', shifts: [id] })],
      };
      expect((await send('GET', `/shifts/${id}/blocking_reservations/`)).body).toEqual(blocking);
      expect((await send('GET', `/schedules/${schedule.id}/blocking_reservations/`)).body).toEqual(blocking);
    });

    it('that runs or is to come, a running shift ends after it, not before', async () => {
      await create({ date: '2024-05-01', time_from: '11:00', time_to: '17:00', allowReservations: true });
      await reserve('2024-05-01T08:00:00Z', '2024-05-01T08:30:00Z');
      const reservation = await reserve('2024-05-01T09:00:00Z', '2024-05-01T10:00:00Z');
      const { id } = await on('2024-05-01');
      backend.pass(2.5 * 60 * 60_000);
      expect((await patch(`/shifts/${id}/`, { time_to: '12:45' })).body).toMatchObject({
        code: 'shift_reserved',
        reservations: [reservation],
      });
      expect((await patch(`/shifts/${id}/`, { time_to: '13:00' })).status).toBe(200);
    });

    // R115
    it('requires a shift that allows it, even in SQL', async () => {
      await create();
      await expect(reserve('2024-05-06T07:00:00Z', '2024-05-06T08:00:00Z')).rejects.toThrow('is not covered: no_shift');
      await patch(`/shifts/${(await on('2024-05-06')).id}/`, { allowReservations: true });
      await expect(reserve('2024-05-06T07:00:00Z', '2024-05-06T09:01:00Z')).rejects.toThrow('is not covered: no_shift');
      await reserve('2024-05-06T07:00:00Z', '2024-05-06T09:00:00Z');
    });
  });

  // R154
  it('leaves external schedules to their own system', async () => {
    const { body: schedule } = await create(week);
    await backend.database.db.updateTable('schedules').set({ source: 'external' }).execute();
    const { id, can } = await on('2024-05-08');
    expect(can).toEqual({ update: false, delete: false, end: false });
    const refused = await Promise.all([
      patch(`/shifts/${id}/`, { time_to: '13:00' }),
      patch(`/shifts/${id}/following/`, { time_to: '13:00' }),
      patch(`/schedules/${schedule.id}/`, { time_to: '13:00' }),
      send('DELETE', `/shifts/${id}/`),
      send('DELETE', `/shifts/${id}/following/`),
      send('DELETE', `/schedules/${schedule.id}/`),
    ]);
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'schedule_external'));
  });

  it('lets interpreters read, create and change only their own', async () => {
    const token = await signIn(interpreter.email);
    const { body: foreign } = await create({ interpreter: colleague.id });
    const other = (await shifts()).results[0];
    const { body: schedule, status } = await create(week, { token });
    expect([status, schedule.can]).toEqual([201, { update: true, delete: false }]);
    expect((await create({ interpreter: colleague.id, date: '2024-05-20' }, { token })).body.code).toBe('forbidden');
    expect((await shifts('', { token })).count).toBe(5);
    expect((await shifts(`&interpreter[]=${colleague.id}`, { token })).count).toBe(0);
    expect((await send('GET', `/schedules/${foreign.id}/`, undefined, { token })).status).toBe(404);
    const { body } = await send('PATCH', `/shifts/${other.id}/`, { time_to: '11:00' }, { token, etag: other.etag });
    expect(body.code).toBe('schedule_not_found');
    expect((await patch(`/schedules/${schedule.id}/`, { time_to: '11:00' }, { token })).status).toBe(200);
    expect((await patch(`/schedules/${schedule.id}/`, { interpreter: colleague.id }, { token })).body.code).toBe(
      'forbidden',
    );
    expect((await send('DELETE', `/schedules/${schedule.id}/`, undefined, { token })).body.code).toBe('forbidden');
  });

  describe('concurrently', () => {
    const rounds = Array.from({ length: raceRounds }, (_, round) => `2024-06-${String(round + 1).padStart(2, '0')}`);

    it('accepts one of fifty overlapping shifts', async () => {
      for (const date of rounds) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) => create({ date, time_from: `09:${String(index).padStart(2, '0')}` })),
        );
        const refused = answers.filter(({ status, body }) => status === 409 && body.code === 'shift_overlap');
        expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([1, 49]);
      }
    });

    it('runs crossing series one after the other, without a deadlock', async () => {
      for (const date of rounds) {
        const [first, second] = await Promise.all([
          create({ date, time_from: '06:00', time_to: '07:00' }),
          create({ date, time_from: '06:00', time_to: '07:00', interpreter: colleague.id }),
        ]);
        // Each moves to the other's interpreter, whose time is occupied until the other has moved.
        const answers = await Promise.all([
          patch(`/schedules/${first.body.id}/`, { interpreter: colleague.id, time_from: '06:30' }),
          patch(`/schedules/${second.body.id}/`, { interpreter: interpreter.id, time_from: '06:30' }),
        ]);
        expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
          [409, 'shift_overlap'],
          [409, 'shift_overlap'],
        ]);
        const moved = await Promise.all([
          patch(`/schedules/${first.body.id}/`, { interpreter: colleague.id, time_from: '07:00', time_to: '08:00' }),
          patch(`/schedules/${second.body.id}/`, { interpreter: interpreter.id, time_from: '07:00', time_to: '08:00' }),
        ]);
        expect(moved.map(({ status }) => status)).toEqual([200, 200]);
      }
    });

    it('accepts either a change of a shift or the approval of a reservation in it', async () => {
      const { db } = backend.database;
      for (const date of rounds) {
        const { body: schedule } = await create({ date, allowReservations: true });
        const reservation = await reserve(`${date}T11:00:00Z`, `${date}T12:00:00Z`, 'pending');
        const { etag } = schedule;
        const [change, approval] = await Promise.all([
          send('PATCH', `/schedules/${schedule.id}/`, { time_to: '11:30' }, { etag }),
          db
            .updateTable('reservations')
            .set({ status: 'approved' })
            .where('id', '=', reservation)
            .execute()
            .then(
              () => 'approved',
              (error: { code: string }) => error.code,
            ),
        ]);
        const outcome = [change.status, change.body.code ?? null, approval];
        expect([
          [200, null, '23514'],
          [409, 'shift_reserved', 'approved'],
        ]).toContainEqual(outcome);
      }
    });
  });
});
