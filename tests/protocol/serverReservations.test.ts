import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { randomId } from '../../server/randomId.ts';
import { databaseKinds, type SignedIn, testDeployment } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { picture, upload } from '../support/uploads.ts';

const hour = 60 * 60_000;
const rounds = Array.from({ length: 20 }, (_, round) => `2024-06-${String(round + 1).padStart(2, '0')}`);

describe.each(databaseKinds)('reservations, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let app: FastifyInstance;
  let manager: Calls;
  let staff: SignedIn;
  let una: SignedIn;
  let orri: SignedIn;
  let customer: { id: string; email: string };
  beforeEach(async () => {
    app = await backend.app();
    ({ staff, una, orri, customer } = await addBookingPeople(backend));
    manager = callsOf(app, staff);
  });

  const { form, shift, reserve, act, tryAct, approved, read } = createBooking(() => ({
    manager,
    interpreters: [una.id],
    customer: customer.id,
  }));
  const list = async (query = '', calls = manager) => (await calls.get(`/reservations/${query}`)).json();

  describe('are written by staff', () => {
    // R148
    it('with all fields', async () => {
      await shift();
      const body = await reserve({ link: 'https://meet.example/court', note: 'Room 2', languages: ['icl', 'isl'] });
      expect(body).toMatchObject({
        name: 'Court hearing',
        start: '2024-05-06T10:00:00+03:00',
        end: '2024-05-06T11:30:00+03:00',
        date: '2024-05-06',
        time: '10:00–11:30',
        time_from: '10:00',
        time_to: '11:30',
        type: 'remote',
        address: null,
        link: 'https://meet.example/court',
        status: 'pending',
        interpreters: [
          {
            id: una.id,
            name: 'Una Arnardóttir',
            obstacle: null,
            response: 'asked',
            responded: null,
            message: null,
            language_reason: null,
            booked_by_name: null,
          },
        ],
        customer: customer.id,
        customer_name: 'Katrín Jónsdóttir',
        partner: null,
        partner_name: null,
        service_kind: 'interpretation',
        emergency: false,
        languages: ['icl', 'isl'],
        note: 'Room 2',
        answer: null,
        answered: null,
        is_past: false,
        no_interpreters_in_shift: false,
        can: { update: true, delete: true, approve: true, reject: true, cancel: true, assign: true },
      });
      const answer = await manager.get(`/reservations/${body.id}/`);
      expect(answer.json()).toEqual(body);
      expect(answer.headers['etag']).toBe(body.etag);
    });

    it.each([
      ['without a name', { name: 'A' }, 'invalid', { name: ['too_short'] }],
      ['before the first day', { date: '1899-12-31' }, 'invalid', { date: ['check_dates'] }],
      ['after the last day', { date: '2100-01-01' }, 'invalid', { date: ['check_dates'] }],
      [
        'on a day that ends in a year of five digits',
        { date: '9999-12-31', time_to: '00:00' },
        'invalid',
        { date: ['check_dates'] },
      ],
      ['with times out of order', { time_to: '09:00' }, 'check_dates', { time_to: ['check_dates'] }],
      [
        'in the past',
        { date: '2024-05-01', time_from: '09:00', time_to: '11:00' },
        'event_in_past',
        { date: ['event_in_past'] },
      ],
      ['on site without an address', { type: 'site' }, 'invalid', { address: ['required'] }],
      ['at a distance with an address', { address: 'Laugavegur 1' }, 'invalid', { address: ['invalid'] }],
      ['with an invalid link', { link: 'javascript:alert(1)' }, 'invalid', { link: ['link_invalid'] }],
      ['for a missing customer', { customer: 'f'.repeat(24) }, 'invalid', { customer: ['not_found'] }],
      ['for a missing partner', { partner: 'f'.repeat(24) }, 'invalid', { partner: ['not_found'] }],
      ['with a missing interpreter', { interpreters: ['f'.repeat(24)] }, 'invalid', { interpreters: ['invalid'] }],
      ['for transcription, where it is off', { service_kind: 'both' }, 'invalid', { service_kind: ['feature_off'] }],
    ])('but not %s', async (_, changes, code, errors) => {
      const answer = await manager.post('/reservations/', form(changes));
      expect(answer.json()).toMatchObject({ status: 400, code, errors });
      expect((await list()).count).toBe(0);
    });

    it('for people of partners as for deaf people, and for nobody else', async () => {
      const person = await backend.addUser({ role: 'partner', first_name: 'Ester', last_name: 'Lind' });
      expect(await reserve({ customer: person.id })).toMatchObject({ customer_name: 'Ester Lind' });
      const answer = await manager.post('/reservations/', form({ customer: orri.id }));
      expect(answer.json()).toMatchObject({ status: 400, errors: { customer: ['not_found'] } });
    });

    // Q21
    it('over midnight, also in two shifts that meet', async () => {
      await shift({ time_from: '20:00', time_to: '02:00' });
      await shift({ date: '2024-05-07', time_from: '02:00', time_to: '08:00' });
      const { id } = await reserve({ time_from: '22:00', time_to: '04:00' });
      expect(await read(id)).toMatchObject({
        end: '2024-05-07T04:00:00+03:00',
        date: '2024-05-06',
        time: '22:00–04:00 +1',
        interpreters: [{ obstacle: null }],
      });
      expect(await act(id, 'approve')).toMatchObject({ status: 'approved', uncovered: false });
      const { id: later } = await reserve({ date: '2024-05-07', time_from: '03:30', time_to: '05:00' });
      expect(await tryAct(later, 'approve')).toMatchObject({ code: 'reservation_overlap' });
    });

    it.each(['00:00', '12:00', '23:30'])('from %s, on the same day when only their end changes', async (time_from) => {
      const { id, etag, date } = await reserve({ time_from, time_to: '00:30' });
      await manager.patch(`/reservations/${id}/`, etag, { time_to: '01:00' });
      expect(await read(id)).toMatchObject({ date, time_from, time_to: '01:00' });
    });

    it('with midnight as the end of the day, and an address that is removed with the site', async () => {
      const { id, etag } = await reserve({
        type: 'site',
        address: 'Laugavegur 1',
        time_from: '22:00',
        time_to: '00:00',
      });
      expect(await read(id)).toMatchObject({
        end: '2024-05-07T00:00:00+03:00',
        time: '22:00–00:00',
      });
      const changed = await manager.patch(`/reservations/${id}/`, etag, { type: 'remote', note: 'By video' });
      expect(changed.json()).toMatchObject({ type: 'remote', address: null, note: 'By video', time: '22:00–00:00' });
      expect((await manager.patch(`/reservations/${id}/`, etag, { note: 'Late' })).statusCode).toBe(412);
      expect((await manager.patch(`/reservations/${id}/`, null, { note: 'Late' })).statusCode).toBe(428);
    });

    // R89
    it('and deleted, but not while they are approved', async () => {
      await shift();
      const { id } = await approved();
      expect((await manager.remove(`/reservations/${id}/`)).json().code).toBe('transition_refused');
      await act(id, 'cancel');
      expect((await manager.remove(`/reservations/${id}/`)).statusCode).toBe(204);
      expect((await manager.get(`/reservations/${id}/`)).json().code).toBe('not_found');
    });

    // R91
    it('with files, which are deleted with them', async () => {
      const { id } = await reserve();
      const mine = await upload(app, staff, { purpose: 'reservation', bytes: await picture(), name: 'Summons' });
      const { id: file } = mine.json();
      const attached = await manager.post(`/reservations/${id}/files/`, { file });
      expect(attached.json().files).toMatchObject([{ id: file, name: 'Summons.png', media_type: 'image/png' }]);
      const [{ url }] = (await list()).results[0].files;
      expect((await app.inject(`/${url}`)).statusCode).toBe(200);
      expect((await manager.post(`/reservations/${id}/files/`, { file })).json().errors).toEqual({
        file: ['not_found'],
      });
      const foreign = await upload(app, await backend.signedIn({ role: 'manager' }), {
        purpose: 'reservation',
        bytes: await picture(),
      });
      const refused = await manager.post(`/reservations/${id}/files/`, { file: foreign.json().id });
      expect(refused.json().errors).toEqual({ file: ['not_found'] });
      expect((await manager.remove(`/reservations/${id}/files/${foreign.json().id}/`)).statusCode).toBe(404);
      expect((await manager.remove(`/reservations/${id}/files/${file}/`)).statusCode).toBe(204);
      expect((await list()).results[0].files).toEqual([]);
    });

    it('with audit log entries of each answer', async () => {
      await shift();
      const { id } = await approved();
      const owner = callsOf(app, await backend.signedIn({ role: 'owner' }));
      const { results } = (await owner.get(`/audit/?record=${id}`)).json();
      expect(
        results.map((entry: { collection: string; act: string; person_email: string }) => [
          entry.collection,
          entry.act,
          entry.person_email,
        ]),
      ).toEqual([
        ['reservations', 'approve', staff.email],
        ['reservation_interpreters', 'create', staff.email],
        ['reservations', 'create', staff.email],
      ]);
    });
  });

  describe('are found', () => {
    it('by status, time, interpreter, place, words and open work', async () => {
      await shift({ until: '2024-05-08', repeat: 'daily' });
      const first = await approved();
      const second = await reserve({ date: '2024-05-07', name: 'Doctor', interpreters: [orri.id], emergency: true });
      const third = await reserve({ date: '2024-05-08', type: 'site', address: 'Hlemmur 2', interpreters: [] });
      const found = async (query: string) => (await list(query)).results.map(({ id }: { id: string }) => id);
      expect(await found('?ordering=start')).toEqual([first.id, second.id, third.id]);
      expect(await found('')).toEqual([third.id, second.id, first.id]);
      expect(await found('?status[]=approved')).toEqual([first.id]);
      expect(await found('?from_day=2024-05-07&to_day=2024-05-07')).toEqual([second.id]);
      expect(await found(`?interpreter[]=${orri.id}`)).toEqual([second.id]);
      expect(await found('?type=site')).toEqual([third.id]);
      expect(await found('?search=hlemmur')).toEqual([third.id]);
      expect(await found('?search=katrin%20bjarnason')).toEqual([second.id]);
      expect(await found(`?customer=${customer.id}&emergency=true`)).toEqual([second.id]);
      expect(await found('?open=true')).toEqual([third.id, second.id]);
      expect(await found('?unfilled=true')).toEqual([third.id]);
      expect(await found('?unfilled=false')).toEqual([second.id, first.id]);
      expect(await found('?past=true')).toEqual([]);
      backend.pass(6 * 24 * hour + 2 * hour);
      manager = callsOf(app, await backend.openSession(staff));
      expect(await found('?open=true')).toEqual([third.id]);
      expect(await found('?past=true')).toEqual([second.id, first.id]);
      expect((await manager.get('/reservations/?colour=red')).statusCode).toBe(400);
    });
  });

  describe('that wait for somebody are counted', () => {
    const workOf = async (calls = manager) => (await calls.get('/reservations/work/')).json();

    const today = { date: '2024-05-01', time_from: '14:00', time_to: '15:00' };

    it('for planners, each once in the total, as many as their lists have', async () => {
      await shift({ until: '2024-05-08', repeat: 'daily' });
      const { id } = await approved();
      await approved({ date: '2024-05-07' });
      await reserve({ date: '2024-05-08', interpreters: [] });
      await reserve({ ...today, interpreters: [orri.id] });
      // It begins at the end of today.
      const night = { date: '2024-05-02', time_from: '00:00', time_to: '01:00' };
      await shift({ ...night, interpreter: orri.id });
      await approved({ ...night, interpreters: [orri.id] });
      const { id: rejected } = await reserve(today);
      await act(rejected, 'reject');
      await callsOf(app, una).post(`/reservations/${id}/decline/`, {});
      expect(await workOf()).toEqual({ to_answer: 2, short: 2, uncovered: 1, today: 1, waiting: 3 });
      for (const [query, count] of [
        ['open=true', 2],
        ['short=true', 2],
        ['uncovered=true', 1],
        ['from_day=2024-05-01&to_day=2024-05-01&status[]=pending&status[]=approved', 1],
      ] as const)
        expect(await list(`?${query}`)).toMatchObject({ count });
    });

    it('for interpreters, as long as they have not answered', async () => {
      await shift();
      const { id } = await reserve({ interpreters: [una.id, orri.id] });
      await reserve({ ...today, interpreters: [orri.id] });
      const asUna = callsOf(app, una);
      expect(await workOf(asUna)).toEqual({ to_answer: 1, short: 0, uncovered: 0, today: 0, waiting: 1 });
      expect(await workOf(callsOf(app, orri))).toMatchObject({ to_answer: 2, today: 1, waiting: 2 });
      expect((await list('?unanswered=true', asUna)).results).toMatchObject([{ id }]);
      await asUna.post(`/reservations/${id}/accept/`, {});
      expect(await workOf(asUna)).toMatchObject({ to_answer: 0, waiting: 0 });
      expect((await list('?unanswered=true', asUna)).count).toBe(0);
      expect((await list('?unanswered=false', asUna)).count).toBe(1);
    });
  });

  describe('are part of the overview’s day', () => {
    type HalfHour = { from: string; requests: number; reserved: number; planned: number };
    const dayOf = async (calls: Calls) => {
      const { half_hours, ...about } = (await calls.get('/overview/day/')).json();
      const filled = half_hours.filter(
        ({ requests, reserved, planned }: HalfHour) => requests + reserved + planned > 0,
      );
      const rows = filled.map(
        ({ from, requests, reserved, planned }: HalfHour) => `${from.slice(11, 16)} ${requests} ${reserved} ${planned}`,
      );
      return { ...about, count: half_hours.length, rows };
    };

    it('by half hours, beside the planned shifts; an interpreter sees their own', async () => {
      const today = { date: '2024-05-01' };
      await shift({ ...today, time_from: '11:00', time_to: '12:15' });
      const off = await shift({ ...today, time_from: '15:00', time_to: '16:00' });
      await backend.database.db
        .updateTable('shifts')
        .set({ state: 'disabled' })
        .where('schedule_id', '=', off.id)
        .execute();
      await shift({ ...today, interpreter: orri.id, time_from: '11:30', time_to: '12:00' });
      await approved({ ...today, time_from: '11:15', time_to: '11:45' });
      for (const [instant, interpreter] of [
        ['2024-05-01T06:29:59Z', una.id],
        ['2024-05-01T06:30:00Z', orri.id],
        ['2024-05-01T06:59:59Z', null],
        ['2024-05-01T21:00:00Z', una.id],
      ] as const)
        await backend.database.db
          .insertInto('interpretations')
          .values({
            id: randomId(),
            channel: 'online',
            session_mode: 'VRI',
            location_type: 'remote',
            queue_type: 'social',
            category: 'Heilsa',
            created: new Date(instant),
            interpreter_id: interpreter,
          })
          .execute();
      expect(await dayOf(manager)).toEqual({
        day: '2024-05-01',
        scope: 'all',
        count: 48,
        rows: ['09:00 1 0 0', '09:30 2 0 0', '11:00 0 1 1', '11:30 0 1 2', '12:00 0 0 1'],
      });
      expect(await dayOf(callsOf(app, orri))).toMatchObject({
        scope: 'own',
        rows: ['09:30 1 0 0', '11:30 0 0 1'],
      });
    });

    it('on a day of 25 hours, all of them', async () => {
      const zone = await backend.app({ deployment: { ...testDeployment, timeZone: 'Europe/Vilnius' } });
      backend.pass(Date.parse('2024-10-27T10:00:00Z') - Date.parse('2024-05-01T07:00:00Z'));
      expect(await dayOf(callsOf(zone, await backend.openSession(staff)))).toMatchObject({
        day: '2024-10-27',
        count: 50,
      });
    });
  });

  describe('are answered', () => {
    it('by staff, within the possible transitions', async () => {
      await shift();
      const { id } = await reserve();
      expect(await act(id, 'reject', { answer: 'Nobody is left' })).toMatchObject({
        status: 'rejected',
        answer: 'Nobody is left',
        answered_by_name: 'Manni Jónsdóttir',
        can: { approve: true, reject: false, cancel: false, update: false, assign: false },
      });
      expect((await tryAct(id, 'cancel')).code).toBe('transition_refused');
      expect(await act(id, 'approve')).toMatchObject({ status: 'approved', answer: null });
      for (const name of ['approve', 'reject']) expect((await tryAct(id, name)).code).toBe('transition_refused');
      expect(await act(id, 'cancel')).toMatchObject({
        status: 'cancelled',
        can: { delete: true, update: false },
      });
      for (const name of ['approve', 'reject', 'cancel'])
        expect((await tryAct(id, name)).code).toBe('transition_refused');
    });

    it('by their own interpreter, and no other', async () => {
      await shift();
      const mine = callsOf(app, una);
      const theirs = callsOf(app, orri);
      const { id } = await reserve();
      const both = await reserve({ date: '2024-05-07', interpreters: [una.id, orri.id] });
      expect((await list('', mine)).count).toBe(2);
      expect((await list('', theirs)).results.map((reservation: { id: string }) => reservation.id)).toEqual([both.id]);
      expect((await theirs.get(`/reservations/${id}/`)).statusCode).toBe(404);
      expect((await tryAct(id, 'accept', {}, theirs)).code).toBe('not_found');
      expect((await tryAct(both.id, 'accept', {}, mine)).code).toBe('no_interpreters_in_shift');
      for (const name of ['approve', 'reject', 'cancel', 'assign'])
        expect((await tryAct(id, name, {}, mine)).status).toBe(403);
      expect((await read(id, mine)).can).toEqual({
        update: false,
        delete: false,
        approve: false,
        reject: false,
        cancel: false,
        assign: false,
        offer: false,
        withdraw_offer: false,
        accept: true,
        decline: true,
        hand_back: false,
      });
      expect(await act(id, 'accept', {}, mine)).toMatchObject({ status: 'pending', answered_by_name: null });
    });

    // R92
    it('only if each interpreter has a shift for it', async () => {
      const { id } = await reserve();
      expect(await read(id)).toMatchObject({
        no_interpreters_in_shift: true,
        interpreters: [{ obstacle: 'no_shift' }],
      });
      expect(await tryAct(id, 'approve')).toMatchObject({ status: 409, code: 'no_interpreters_in_shift' });
      await shift({ time_to: '11:29' });
      expect((await tryAct(id, 'approve')).code).toBe('no_interpreters_in_shift');
      await shift({ interpreter: orri.id });
      await act(id, 'assign', { interpreters: [una.id, orri.id] });
      expect((await tryAct(id, 'approve')).code).toBe('no_interpreters_in_shift');
      expect(await act(id, 'assign', { interpreters: [] })).toMatchObject({
        no_interpreters_in_shift: false,
        can: { approve: false },
      });
      expect((await tryAct(id, 'approve')).code).toBe('no_interpreters_in_shift');
      await act(id, 'assign', { interpreters: [orri.id] });
      expect((await act(id, 'approve')).status).toBe('approved');
    });

    it.each([
      ['allows no reservations', { allowReservations: false }],
      ['is somewhere else', { location_type: 'site', request_type: 'live', address: 'Hlemmur 2' }],
      ['begins later', { time_from: '10:01' }],
    ])('not in a shift that %s', async (_, changes) => {
      await shift(changes);
      const { id, no_interpreters_in_shift } = await reserve();
      expect(no_interpreters_in_shift).toBe(true);
      expect((await tryAct(id, 'approve')).code).toBe('no_interpreters_in_shift');
    });

    it('never twice for the same interpreter and time', async () => {
      await shift();
      const first = await approved();
      const { id } = await reserve({ time_from: '11:29', time_to: '12:00' });
      expect(await tryAct(id, 'approve')).toMatchObject({
        status: 409,
        code: 'reservation_overlap',
        reservations: [first.id],
      });
      const next = await approved({ time_from: '11:30', time_to: '12:00' });
      const moved = await manager.patch(`/reservations/${next.id}/`, next.etag, { time_from: '11:00' });
      expect(moved.json()).toMatchObject({ code: 'reservation_overlap', reservations: [first.id] });
      expect((await manager.patch(`/reservations/${next.id}/`, next.etag, { time_to: '17:01' })).json().code).toBe(
        'no_interpreters_in_shift',
      );
      await act(first.id, 'cancel');
      expect((await manager.patch(`/reservations/${next.id}/`, next.etag, { time_from: '11:00' })).statusCode).toBe(
        200,
      );
    });

    it('and reassigned: other interpreters take over an approved one at once, or none does', async () => {
      await shift();
      await shift({ interpreter: orri.id, time_to: '10:30' });
      const { id } = await approved();
      expect((await tryAct(id, 'assign', { interpreters: [orri.id] })).code).toBe('no_interpreters_in_shift');
      expect((await tryAct(id, 'assign', { interpreters: [] })).code).toBe('no_interpreters_in_shift');
      expect((await read(id)).interpreters).toMatchObject([{ id: una.id }]);
      await shift({ interpreter: orri.id, time_from: '10:30', date: '2024-05-07' });
      const { id: other } = await approved({ date: '2024-05-06', time_from: '13:00', time_to: '14:00' });
      await shift({ interpreter: orri.id, time_from: '10:30' });
      expect(await act(other, 'assign', { interpreters: [orri.id] })).toMatchObject({
        status: 'approved',
        interpreters: [{ id: orri.id, obstacle: null, response: 'not_asked', responded: null }],
      });
      await approved({ time_from: '13:00', time_to: '14:00' });
    });

    // R90
    it('no longer once they are past', async () => {
      await shift();
      const { id, etag } = await approved();
      const { id: waiting } = await reserve({ time_from: '12:00', time_to: '13:00' });
      backend.pass(5 * 24 * hour + 1.5 * hour);
      manager = callsOf(app, await backend.openSession(staff));
      expect(await read(id)).toMatchObject({
        is_past: true,
        no_interpreters_in_shift: false,
        can: { update: false, delete: false, approve: false, reject: false, cancel: false, assign: false },
      });
      const refused = await Promise.all([
        manager.patch(`/reservations/${id}/`, etag, { note: 'Late' }),
        manager.remove(`/reservations/${id}/`),
        manager.post(`/reservations/${id}/cancel/`),
        manager.post(`/reservations/${id}/assign/`, { interpreters: [orri.id] }),
      ]);
      for (const answer of refused) expect(answer.json()).toMatchObject({ status: 409, code: 'reservation_past' });
      expect((await act(waiting, 'reject')).status).toBe('rejected');
    });

    it('even in SQL: the database prevents double bookings, and bookings out of shift or without interpreters', async () => {
      await shift();
      const { id } = await approved();
      const { db } = backend.database;
      const insert = (interpreters: string[]) =>
        db.transaction().execute(async (trx) => {
          const other = randomId();
          await trx
            .insertInto('reservations')
            .values({
              id: other,
              name: 'By hand',
              status: 'approved',
              starts: new Date('2024-05-06T08:00:00Z'),
              ends: new Date('2024-05-06T09:00:00Z'),
              location_type: 'remote',
              address: null,
              link: null,
              created: new Date(),
            })
            .execute();
          for (const interpreter_id of interpreters)
            await trx
              .insertInto('reservation_interpreters')
              .values({ reservation_id: other, interpreter_id })
              .execute();
        });
      await expect(insert([una.id])).rejects.toMatchObject({ constraint: 'reservation_interpreters_one_place' });
      await expect(insert([orri.id])).rejects.toMatchObject({ constraint: 'reservations_in_shift' });
      await expect(insert([])).rejects.toMatchObject({ constraint: 'reservations_in_shift' });
      const add = db.insertInto('reservation_interpreters').values({ reservation_id: id, interpreter_id: orri.id });
      await expect(add.execute()).rejects.toMatchObject({ constraint: 'reservations_in_shift' });
    });
  });

  describe('are notified by e-mail', () => {
    const mailTo = (to: string, part: string) =>
      backend.sink.waitFor((mail) => mail.to.includes(to) && mail.subject.includes(part));

    it('to the customer and the interpreter, each in their own language', async () => {
      await shift();
      const { id } = await reserve({ note: 'Not for mails', link: 'https://meet.example/court' });
      const asked = await mailTo(una.email, 'waits for your answer');
      expect(asked.text).toContain('Customer: Katrín Jónsdóttir');
      await act(id, 'approve', { answer: 'See you <there>' });
      const toInterpreter = await mailTo(una.email, 'approved');
      const toCustomer = await mailTo(customer.email, 'patvirtinta');
      expect(toInterpreter.subject).toBe('Reservation approved: 06-05-2024, 10:00–11:30');
      expect(toCustomer.text).toContain('Vertėjai: Una Arnardóttir');
      for (const { text, html, from } of [toInterpreter, toCustomer]) {
        expect(text).toContain('Court hearing');
        expect(text).toContain('https://meet.example/court');
        expect(text).toContain('See you <there>');
        expect(html).toContain('See you &lt;there&gt;');
        expect(html).toContain('Brú &amp; Co');
        expect(text).not.toContain('Not for mails');
        expect(from).toBe('help@testland.example');
      }
      await act(id, 'cancel');
      await mailTo(customer.email, 'atšaukta');
      await mailTo(una.email, 'cancelled');
      expect(backend.sink.messages.filter(({ to }) => to.includes(staff.email))).toEqual([]);
    });

    it('when they are rejected, moved, or reassigned', async () => {
      await shift();
      await shift({ interpreter: orri.id });
      const { id } = await reserve({ date: '2024-05-07' });
      await act(id, 'reject');
      await mailTo(customer.email, 'nepatvirtinta');
      const { id: other, etag } = await approved();
      await manager.patch(`/reservations/${other}/`, etag, { time_from: '10:30' });
      expect((await mailTo(una.email, 'waits for your answer has changed')).text).toContain('10:30–11:30');
      await act(other, 'assign', { interpreters: [orri.id] });
      await mailTo(una.email, 'no longer take part');
      await mailTo(orri.email, 'falin bókun');
      await backend.sink.waitFor(
        ({ to, text }) => to.includes(customer.email) && text.includes('Vertėjai: Orri Bjarnason'),
      );
    });

    it('later, if the mail server is down: the answer is stored', async () => {
      await shift();
      const { id } = await reserve();
      await mailTo(una.email, 'calendar');
      await mailTo(una.email, 'waits');
      let isAway = true;
      const sent: string[] = [];
      const send = async ({ to }: { to: string }) => {
        if (isAway) throw new Error('the mail server is away');
        sent.push(to);
      };
      const other = await backend.app({ mailer: { send, close: () => undefined } });
      await app.close();
      expect((await callsOf(other, staff).post(`/reservations/${id}/approve/`)).json().status).toBe('approved');
      const { db } = backend.database;
      const waiting = () => db.selectFrom('mail_outbox').select(['tries', 'failure']).execute();
      while ((await waiting()).filter(({ failure }) => failure).length < 2)
        await new Promise((resolve) => setTimeout(resolve, 20));
      isAway = false;
      // An app of an earlier test may send them, too.
      const before = backend.sink.messages.length;
      backend.pass(60_000);
      await backend.app({ mailer: { send, close: () => undefined } }).then((next) => next.ready());
      while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      const sentByOthers = backend.sink.messages.slice(before).flatMap(({ to }) => to);
      expect([...sent, ...sentByOthers].toSorted()).toEqual([customer.email, una.email].toSorted());
    });
  });

  it('do not exist while the flag is off, nor on site without live', async () => {
    const without = callsOf(await backend.app({ flags: { reservations: false } }), staff);
    for (const url of ['/reservations/', '/interpreters/free/'])
      expect((await without.get(url)).json()).toMatchObject({ status: 404, code: 'feature_off' });
    const me = (await without.get('/auth/me/')).json();
    expect(me.verdicts.collections).toMatchObject({ reservations: 'none', calendar: 'write' });
    const remote = callsOf(await backend.app({ flags: { live: false } }), staff);
    const answer = await remote.post('/reservations/', form({ type: 'site', address: 'Hlemmur 2' }));
    expect(answer.json().errors).toEqual({ type: ['feature_off'] });
    const interpreter = (await callsOf(app, una).get('/auth/me/')).json();
    expect(interpreter.verdicts.collections).toMatchObject({ reservations: 'read', calendar: 'write' });
  });

  describe('concurrently, twenty times', () => {
    it('one of two approvals for the same interpreter and time succeeds', async () => {
      await shift({ date: rounds[0], until: rounds.at(-1), repeat: 'daily' });
      const elsewhere = callsOf(await backend.app(), staff);
      for (const date of rounds) {
        const [first, second] = [
          await reserve({ date }),
          await reserve({ date, time_from: '11:00', time_to: '12:00' }),
        ];
        const answers = await Promise.all([tryAct(first.id, 'approve'), tryAct(second.id, 'approve', {}, elsewhere)]);
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['approved', 409]));
        expect(answers.find(({ status }) => status === 409)?.code).toBe('reservation_overlap');
      }
    });

    it('a shift is changed or a reservation in it approved, never both', async () => {
      const elsewhere = callsOf(await backend.app(), staff);
      for (const date of rounds) {
        const schedule = await shift({ date });
        const { id } = await reserve({ date });
        const [change, approval] = await Promise.all([
          manager.patch(`/schedules/${schedule.id}/`, schedule.etag, { time_to: '11:00' }),
          tryAct(id, 'approve', {}, elsewhere),
        ]);
        expect([
          [200, 'no_interpreters_in_shift'],
          [409, undefined],
        ]).toContainEqual([change.statusCode, approval.code]);
        expect(change.statusCode === 200 || change.json().code === 'shift_reserved').toBe(true);
      }
    });

    it('ten equal creates make one reservation, and one schedule', async () => {
      const elsewhere = callsOf(await backend.app(), staff);
      for (const date of rounds) {
        const key = { 'idempotency-key': `equal-creates-${date}` };
        const draft = {
          interpreter: una.id,
          date,
          repeat: 'once',
          time_from: '09:00',
          time_to: '10:00',
          location_type: 'remote',
          request_type: 'online',
        };
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, turn) =>
            (turn % 2 ? manager : elsewhere).post('/reservations/', form({ date }), key),
          ),
        );
        expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
        const scheduled = await Promise.all(
          Array.from({ length: 10 }, (_, turn) =>
            (turn % 2 ? manager : elsewhere).post('/schedules/', draft, {
              'idempotency-key': `equal-schedules-${date}`,
            }),
          ),
        );
        expect(new Set(scheduled.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
      }
      expect((await list()).count).toBe(rounds.length);
      const { count } = (await manager.get('/shifts/?from_day=2024-06-01&to_day=2024-06-30')).json();
      expect(count).toBe(rounds.length);
    });
  });
});
