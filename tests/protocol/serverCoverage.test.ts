import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { databaseKinds, raceRounds, type SignedIn } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';

describe.each(databaseKinds)('coverage of reservations, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let app: FastifyInstance;
  let manager: Calls;
  let staff: SignedIn;
  let una: SignedIn;
  let orri: SignedIn;
  let customer: { id: string; email: string };
  beforeEach(async () => {
    app = await backend.app();
    ({ staff, una, orri, customer } = await addBookingPeople(backend, { staff: { role: 'owner' } }));
    manager = callsOf(app, staff);
  });

  const { shift, shiftsOf, reserve, act, tryAct, approved, read } = createBooking(() => ({
    manager,
    interpreters: [una.id],
    customer: customer.id,
  }));
  const uncovered = async () =>
    (await manager.get('/reservations/?uncovered=true')).json().results.map(({ id }: { id: string }) => id);
  const userEtag = async (id: string) => (await manager.get(`/users/${id}/`)).json().etag;

  type Decisions = { reservations?: object[] };
  /** Every act of staff that takes an interpreter away. */
  const acts = [
    {
      name: 'deleting them',
      run: async (id: string, { reservations }: Decisions) =>
        reservations
          ? manager.post('/users/bulk_delete/', { ids: [id], reservations })
          : app.inject({ method: 'DELETE', url: `/users/${id}/`, headers: staff.headers }),
      query: 'act=delete',
      keepsTheUser: false,
    },
    {
      name: 'suspending them',
      run: (id: string, decisions: Decisions) => manager.post(`/users/${id}/suspend/`, { reason: 'Ill', ...decisions }),
      query: 'act=suspend',
      keepsTheUser: true,
    },
    {
      name: 'rejecting them',
      run: (id: string, decisions: Decisions) => manager.post(`/users/${id}/reject/`, decisions),
      query: 'act=reject',
      keepsTheUser: true,
    },
    {
      name: 'giving them another role',
      run: async (id: string, decisions: Decisions) =>
        app.inject({
          method: 'PATCH',
          url: `/users/${id}/`,
          headers: { ...staff.headers, 'if-match': await userEtag(id) },
          payload: { role: 'manager', ...decisions },
        }),
      query: 'act=change_role&role=manager',
      keepsTheUser: true,
    },
  ] as const;

  describe.each(acts)('is checked before $name', ({ run, query, keepsTheUser }) => {
    it('lists the approved reservations that would lose it; nothing is done without a decision', async () => {
      await shift();
      const { id: booked } = await approved();
      await reserve({ time_from: '14:00', time_to: '15:00' });
      const affected = (await manager.get(`/users/affected/?${query}&id[]=${una.id}`)).json();
      expect(affected).toMatchObject({
        reservations: [{ id: booked, status: 'approved' }],
        pending: 1,
        shifts: 1,
        people: 1,
      });
      const refused = await run(una.id, {});
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({ code: 'reservations_affected', reservations: [booked] });
      expect(await read(booked)).toMatchObject({
        status: 'approved',
        uncovered: false,
        interpreters: [{ id: una.id }],
      });
    });

    it('and each reservation gets another interpreter, is pending again, or is cancelled', async () => {
      await shift();
      await shift({ interpreter: orri.id });
      const [{ id: first }, { id: second }, { id: third }] = [
        await approved(),
        await approved({ time_from: '12:00', time_to: '13:00' }),
        await approved({ time_from: '14:00', time_to: '15:00' }),
      ];
      const done = await run(una.id, {
        reservations: [
          { reservation: first, outcome: 'reassign', interpreters: [orri.id] },
          { reservation: second, outcome: 'pending' },
          { reservation: third, outcome: 'cancel' },
        ],
      });
      expect([done.statusCode, done.json().code]).toEqual([200, undefined]);
      expect(await read(first)).toMatchObject({
        status: 'approved',
        uncovered: false,
        interpreters: [{ id: orri.id }],
      });
      expect(await read(second)).toMatchObject({ status: 'pending', interpreters: [] });
      expect(await read(third)).toMatchObject({ status: 'cancelled' });
      expect(await uncovered()).toEqual([]);
      const log = (await manager.get('/audit/?page_size=100')).json().results;
      const actsOn = (id: string) =>
        log.filter(({ record }: { record: string }) => record === id).map((entry: { act: string }) => entry.act);
      expect(actsOn(first)).toContain('assign');
      expect(actsOn(second)).toContain('return_to_pending');
      expect(actsOn(third)).toContain('cancel');
      expect((await manager.get(`/users/${una.id}/`)).statusCode).toBe(keepsTheUser ? 200 : 404);
      const calendarsOf = async (to: string, count: number) => {
        const mail = await backend.sink.waitFor(
          ({ to: [reader], calendars }) =>
            reader === to &&
            calendars.length === count &&
            calendars.every(({ filename }) => filename.startsWith('reservation')),
        );
        return mail.calendars.map(({ filename, method }) => `${method} ${filename}`).toSorted();
      };
      const name = (id: string) => `reservation-${id}.ics`;
      expect(await calendarsOf(orri.email, 1)).toEqual([`REQUEST ${name(first)}`]);
      expect(await calendarsOf(una.email, 3)).toEqual(
        [first, second, third].map((id) => `CANCEL ${name(id)}`).toSorted(),
      );
      expect(await calendarsOf(customer.email, 3)).toEqual(
        [`REQUEST ${name(first)}`, `REQUEST ${name(second)}`, `CANCEL ${name(third)}`].toSorted(),
      );
    });

    it('and nothing is done if one of the decisions is not possible', async () => {
      await shift();
      const [{ id: first }, { id: second }] = [
        await approved(),
        await approved({ time_from: '12:00', time_to: '13:00' }),
      ];
      const answer = await run(una.id, {
        reservations: [
          { reservation: first, outcome: 'cancel' },
          { reservation: second, outcome: 'reassign', interpreters: [orri.id] },
        ],
      });
      const body = answer.json();
      expect(body.code ?? body.results[0].code).toBe('no_interpreters_in_shift');
      expect(await read(first)).toMatchObject({ status: 'approved', interpreters: [{ id: una.id }] });
      expect(await read(second)).toMatchObject({ status: 'approved', interpreters: [{ id: una.id }] });
    });
  });

  it('is not lost by a suspension that ends earlier', async () => {
    await shift();
    const { id: booked } = await approved();
    const expires = '2024-05-04T21:00:00Z';
    const affected = await manager.get(`/users/affected/?act=suspend&id[]=${una.id}&expires=${expires}`);
    expect(affected.json()).toEqual({ reservations: [], pending: 0, shifts: 0, people: 0 });
    expect((await manager.post(`/users/${una.id}/suspend/`, { reason: 'Ill', expires })).statusCode).toBe(200);
    expect(await read(booked)).toMatchObject({ uncovered: false });
  });

  describe('prevents removing shifts and series', () => {
    const patch = async (url: string, payload: object) =>
      app.inject({
        method: 'PATCH',
        url,
        headers: { ...staff.headers, 'if-match': (await manager.get(url.replace('following/', ''))).json().etag },
        payload,
      });
    const remove = (url: string) => app.inject({ method: 'DELETE', url, headers: staff.headers });

    it.each<[string, (shiftId: string, scheduleId: string) => Promise<{ statusCode: number; json: () => unknown }>]>([
      ['a shift is cancelled', (id) => patch(`/shifts/${id}/`, { state: 'disabled' })],
      ['a shift is shortened', (id) => patch(`/shifts/${id}/`, { time_from: '12:00' })],
      ['a shift is reassigned', (id) => patch(`/shifts/${id}/`, { interpreter: orri.id })],
      [
        'a shift changes its location',
        (id) => patch(`/shifts/${id}/`, { location_type: 'site', request_type: 'live', address: 'Harpa' }),
      ],
      ['a shift is no longer reservable', (id) => patch(`/shifts/${id}/`, { allowReservations: false })],
      ['a shift is deleted', (id) => remove(`/shifts/${id}/`)],
      ['a series is changed', (_, id) => patch(`/schedules/${id}/`, { time_from: '12:00' })],
      ['a series is shortened', (_, id) => patch(`/schedules/${id}/`, { until: '2024-05-07' })],
      ['a series is deleted', (_, id) => remove(`/schedules/${id}/`)],
    ])('when %s: 409 with the reservations', async (_, run) => {
      const series = await shift({ repeat: 'daily', until: '2024-05-08' });
      const { id: booked } = await approved({ date: '2024-05-08' });
      const last = (await shiftsOf(series.id)).at(-1);
      const answer = await run(last.id, series.id);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'shift_reserved', reservations: [booked] });
      expect(await read(booked)).toMatchObject({ status: 'approved', uncovered: false });
    });

    it('when a running shift is completed before its last reservation', async () => {
      const series = await shift();
      const { id: booked } = await approved({ time_from: '15:00', time_to: '16:00' });
      const [only] = await shiftsOf(series.id);
      backend.pass(Date.parse('2024-05-06T09:00:00Z') - Date.parse('2024-05-01T07:00:00Z'));
      staff = await backend.openSession(staff);
      manager = callsOf(app, staff);
      const answer = await patch(`/shifts/${only.id}/`, { state: 'completed' });
      expect(answer.json()).toMatchObject({ code: 'shift_reserved', reservations: [booked] });
    });
  });

  describe('has a single definition', () => {
    const free = async (id: string) =>
      (await manager.get(`/interpreters/free/?reservation=${id}`))
        .json()
        .results.map((lane: { interpreter: string }) => lane.interpreter);

    it('two adjacent shifts of one interpreter cover a reservation; two with a gap do not', async () => {
      await shift({ time_to: '12:00' });
      await shift({ time_from: '12:00' });
      const { id } = await approved({ time_from: '11:00', time_to: '13:00' });
      expect(await read(id)).toMatchObject({ uncovered: false, interpreters: [{ obstacle: null }] });
      await shift({ interpreter: orri.id, time_to: '12:00' });
      await shift({ interpreter: orri.id, time_from: '12:30' });
      const other = await reserve({ interpreters: [orri.id], time_from: '11:00', time_to: '13:00' });
      expect(await read(other.id)).toMatchObject({ interpreters: [{ obstacle: 'no_shift' }] });
      expect(await tryAct(other.id, 'approve')).toMatchObject({ status: 409, code: 'no_interpreters_in_shift' });
    });

    it('a suspended interpreter is neither free, planned nor booked', async () => {
      await shift();
      await shift({ interpreter: orri.id });
      const { id } = await reserve({ interpreters: [] });
      expect(await free(id)).toEqual([una.id, orri.id]);
      expect((await manager.post(`/users/${una.id}/suspend/`, { reason: 'Ill' })).statusCode).toBe(200);
      expect(await free(id)).toEqual([orri.id]);
      const planned = await manager.post('/schedules/', {
        interpreter: una.id,
        date: '2024-05-20',
        repeat: 'once',
        time_from: '09:00',
        time_to: '17:00',
        location_type: 'remote',
        request_type: 'online',
      });
      expect(planned.json()).toMatchObject({ status: 409, code: 'interpreter_inactive', days: ['2024-05-20'] });
      expect(await tryAct(id, 'assign', { interpreters: [una.id] })).toMatchObject({
        status: 409,
        code: 'interpreter_inactive',
        values: { interpreters: 'Una Arnardóttir' },
      });
      const lanes = (await manager.get('/calendar/?from_day=2024-05-06&to_day=2024-05-06')).json().results;
      expect(lanes).toMatchObject([
        { interpreter: orri.id, active: true },
        { interpreter: una.id, active: false, suspended_until: null },
      ]);
    });

    it('two reservations on site need travel time between them, unless they have the same address', async () => {
      const site = { type: 'site', location_type: 'site', request_type: 'live' };
      await shift({ ...site, type: undefined, address: 'Faro', travel_time: 60 });
      await approved({ type: 'site', address: 'Rua do Porto 1', time_from: '10:00', time_to: '11:00' });
      const braga = await reserve({ type: 'site', address: 'Braga', time_from: '11:00', time_to: '12:00' });
      expect(await read(braga.id)).toMatchObject({ interpreters: [{ obstacle: 'travel' }] });
      expect(await tryAct(braga.id, 'approve')).toMatchObject({
        status: 409,
        code: 'travel_too_short',
        values: { interpreters: 'Una Arnardóttir' },
      });
      expect(await free(braga.id)).not.toContain(una.id);
      await approved({ type: 'site', address: ' RUA do  porto 1', time_from: '11:00', time_to: '12:00' });
      await approved({ type: 'site', address: 'Braga', time_from: '13:00', time_to: '14:00' });
    });

    it('a reservation needs as many interpreters as it asks for', async () => {
      await shift();
      await shift({ interpreter: orri.id });
      const { id } = await reserve({ interpreters_needed: 2 });
      expect(await tryAct(id, 'approve')).toMatchObject({
        status: 409,
        code: 'too_few_interpreters',
        values: { needed: '2', assigned: '1' },
      });
      expect(await act(id, 'assign', { interpreters: [una.id, orri.id] })).toMatchObject({ status: 'pending' });
      expect(await act(id, 'approve')).toMatchObject({ status: 'approved', uncovered: false });
    });

    it('a change to transcription needs a shift for transcription', async () => {
      manager = callsOf(await backend.app({ flags: { transcription: true } }), staff);
      await shift({ communication_type: 'interpretation' });
      const { id } = await approved();
      const { etag } = await read(id);
      const changed = await manager.patch(`/reservations/${id}/`, etag, { service_kind: 'transcription' });
      expect(changed.json()).toMatchObject({
        status: 409,
        code: 'no_interpreters_in_shift',
        values: { interpreters: 'Una Arnardóttir' },
      });
    });

    it('any approved reservation that loses it is in the list of uncovered ones', async () => {
      await shift();
      const { id } = await approved();
      expect(await uncovered()).toEqual([]);
      await backend.database.db.deleteFrom('users').where('id', '=', una.id).execute();
      expect(await read(id)).toMatchObject({ status: 'approved', uncovered: true, interpreters: [] });
      expect(await uncovered()).toEqual([id]);
    });

    it('an uncovered team can be filled step by step', async () => {
      await shift();
      await shift({ interpreter: orri.id });
      const { id } = await approved({ interpreters: [una.id, orri.id] });
      await backend.database.db.deleteFrom('users').where('id', '=', una.id).execute();
      expect(await uncovered()).toEqual([id]);
      const ari = await backend.addUser({ role: 'interpreter', first_name: 'Ari' });
      expect(await tryAct(id, 'assign', { interpreters: [orri.id, ari.id] })).toMatchObject({
        code: 'no_interpreters_in_shift',
      });
      await shift({ interpreter: ari.id });
      expect(await act(id, 'assign', { interpreters: [orri.id, ari.id] })).toMatchObject({ uncovered: false });
      expect(await uncovered()).toEqual([]);
    });
  });

  it('is locked: concurrent suspending and approving never leaves an undetected gap', async () => {
    for (const day of Array.from(
      { length: raceRounds },
      (_, round) => `2024-05-${String(round + 7).padStart(2, '0')}`,
    )) {
      const person = await backend.addUser({ role: 'interpreter' });
      await shift({ interpreter: person.id, date: day });
      const { id } = await reserve({ interpreters: [person.id], date: day });
      const [approval, suspension] = await Promise.all([
        tryAct(id, 'approve'),
        manager.post(`/users/${person.id}/suspend/`, { reason: 'Ill' }),
      ]);
      if (approval.status === 'approved') expect(suspension.json().code).toBe('reservations_affected');
      else expect([approval.code, suspension.statusCode]).toEqual(['interpreter_inactive', 200]);
    }
    expect(await uncovered()).toEqual([]);
  });
});
