import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { anyDatabase, type SignedIn } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';

const options = { undoTime: 10_000, pollInterval: 200 };

describe.each(anyDatabase)('a decision on a reservation, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  let app: FastifyInstance;
  let staff: SignedIn;
  let manager: Calls;
  let asUna: Calls;
  let una: SignedIn;
  let orri: SignedIn;
  let customer: { id: string; email: string };
  beforeEach(async () => {
    app = await backend.app({ options });
    await app.ready();
    ({ staff, una, orri, customer } = await addBookingPeople(backend, {
      orri: { language: 'en' },
      customer: { language: 'en' },
    }));
    manager = callsOf(app, staff);
    asUna = callsOf(app, una);
    for (const { id } of [una, orri]) await shift({ interpreter: id });
    await addWebhook();
    await forget();
  });
  afterEach(async () => {
    // Apps are reused by later tests: an open one would go on sending.
    await app.close();
    await backend.reset();
  });

  const { shift, reserve, act, tryAct, read } = createBooking(() => ({
    manager,
    interpreters: [una.id],
    customer: customer.id,
  }));
  const addWebhook = () =>
    backend.database.db
      .insertInto('webhooks')
      .values({
        id: '0'.repeat(24),
        url: 'http://127.0.0.1:1/',
        description: 'Payroll',
        event_types: ['reservation.created', 'reservation.changed', 'reservation.decided', 'reservation.cancelled'],
        created: new Date(),
      })
      .execute();
  /** Forgets what people were told before. */
  const forget = async () => {
    await backend.mailsAreSent();
    backend.sink.messages.length = 0;
    for (const table of ['notifications', 'webhook_deliveries'] as const)
      await backend.database.db.deleteFrom(table).execute();
  };
  /** Ends the time in which decisions may be undone, and waits until everybody is told. */
  const pass = async () => {
    await backend.database.db
      .updateTable('reservation_undos')
      .set({ until: sql`clock_timestamp()` })
      .execute();
    const held = () => backend.database.db.selectFrom('reservation_undos').select('until').execute();
    while ((await held()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await backend.mailsAreSent();
  };
  /** What has left, or waits to leave at once: mails, the bell, and events for webhooks. */
  const whatWasTold = async () => {
    await backend.mailsAreSent();
    const { db } = backend.database;
    const bell = await db.selectFrom('notifications').select(['user_id', 'title']).execute();
    const events = await db.selectFrom('webhook_deliveries').select('type').execute();
    return {
      mails: backend.sink.messages.map(({ to, subject }) => `${to.join()} ${subject}`).toSorted(),
      bell: bell.map(({ user_id, title }) => `${user_id} ${title}`).toSorted(),
      events: events.map(({ type }) => type).toSorted(),
    };
  };
  const nothing = { mails: [], bell: [], events: [] };
  const state = async (id: string) => {
    const { etag: _etag, undo_until: _until, ...rest } = await read(id);
    return rest;
  };

  // Q24
  it('tells everybody once after ten seconds, and the planner until when it may be undone', async () => {
    const { id } = await reserve();
    await forget();
    const approved = await act(id, 'approve', { answer: 'See you' });
    expect(Date.parse(approved.undo_until ?? '') - Date.now()).toBeLessThanOrEqual(10_000);
    expect((await read(id, asUna)).undo_until).toBeNull();
    expect(await whatWasTold()).toEqual(nothing);
    await pass();
    expect(await whatWasTold()).toEqual({
      mails: [
        `${customer.email} Reservation approved: 06-05-2024, 10:00–11:30`,
        `${una.email} Reservation approved: 06-05-2024, 10:00–11:30`,
      ].toSorted(),
      bell: [`${una.id} Reservation approved: 06-05-2024, 10:00–11:30`],
      events: ['reservation.decided'],
    });
    expect((await read(id)).undo_until).toBeNull();
    expect((await tryAct(id, 'undo')).code).toBe('undo_too_late');
  });

  it.each([
    ['approve', 'pending', () => ({ interpreters: [orri.id], answer: 'Orri comes' })],
    ['reject', 'pending', () => ({ answer: 'Nobody is free' })],
    ['assign', 'pending', () => ({ interpreters: [orri.id] })],
    ['assign', 'approved', () => ({ interpreters: [orri.id] })],
    ['cancel', 'approved', () => ({})],
  ])('to %s a reservation that is %s is undone as if it had not been', async (name, status, body) => {
    const { id } = await reserve();
    await act(id, 'accept', { answer: 'With pleasure' }, asUna);
    if (status === 'approved') {
      await act(id, 'approve', { answer: 'See you' });
      await pass();
    }
    await forget();
    const before = await state(id);
    await act(id, name, body());
    expect(await state(id)).not.toEqual(before);
    expect((await act(id, 'undo')).undo_until).toBeNull();
    expect(await state(id)).toEqual(before);
    await pass();
    expect(await whatWasTold()).toEqual(nothing);
    const { db } = backend.database;
    const entries = await db
      .selectFrom('audit_entries')
      .select('act')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();
    expect([...new Set(entries.map(({ act: entered }) => entered))].slice(-2)).toEqual([name, 'undo']);
  });

  it('that replaces an interpreter who has lost the shift is undone, too, and shown as not covered', async () => {
    const { id } = await reserve();
    await act(id, 'approve');
    await pass();
    await backend.database.db
      .updateTable('shifts')
      .set({ state: 'disabled' })
      .where('interpreter_id', '=', una.id)
      .execute();
    await act(id, 'assign', { interpreters: [orri.id] });
    expect(await act(id, 'undo')).toMatchObject({ uncovered: true, interpreters: [{ id: una.id }] });
  });

  it('puts back the open offer that it has ended, when it is undone', async () => {
    const { id } = await reserve({ interpreters: [] });
    await act(id, 'offer', { interpreters: [una.id], deadline: '2024-05-02T07:00:00Z' });
    await forget();
    const before = await state(id);
    expect(await act(id, 'assign', { interpreters: [orri.id] })).toMatchObject({ offer: null });
    await act(id, 'undo');
    expect(await state(id)).toEqual(before);
    expect(before).toMatchObject({ offer: { next: 'planners' }, interpreters: [{ id: una.id, response: 'offered' }] });
    expect(await whatWasTold()).toEqual(nothing);
  });

  it('cannot be undone by others, nor once the reservation has changed, of which people read afterwards', async () => {
    const other = callsOf(app, await backend.signedIn({ role: 'manager' }));
    const { id } = await reserve();
    await forget();
    await act(id, 'approve');
    expect((await read(id, other)).undo_until).toBeNull();
    expect((await tryAct(id, 'undo', {}, other)).code).toBe('forbidden');
    expect(await whatWasTold()).toEqual(nothing);
    await act(id, 'cancel', {}, other);
    expect((await tryAct(id, 'undo')).code).toBe('forbidden');
    await pass();
    const subjects = backend.sink.messages.filter(({ to }) => to.includes(una.email)).map(({ subject }) => subject);
    expect(subjects.map((subject) => subject.replace(/:.*/, '')).toSorted()).toEqual([
      'Reservation approved',
      'Reservation cancelled',
    ]);
    expect((await whatWasTold()).events).toEqual(['reservation.cancelled', 'reservation.decided']);
    const { id: answered } = await reserve({ date: '2024-05-07', interpreters: [orri.id] });
    await act(answered, 'assign', { interpreters: [una.id] });
    await act(answered, 'decline', {}, asUna);
    expect((await tryAct(answered, 'undo')).code).toBe('undo_too_late');
  });

  it('cannot be undone if an interpreter was booked elsewhere meanwhile', async () => {
    const { id } = await reserve();
    await act(id, 'approve');
    await pass();
    await act(id, 'cancel');
    const { id: elsewhere } = await reserve();
    await act(elsewhere, 'approve');
    expect((await tryAct(id, 'undo')).code).toBe('reservation_overlap');
    await pass();
    expect(await read(id)).toMatchObject({ status: 'cancelled' });
  });

  it('is told once by several processes, and by another one if its own has stopped', async () => {
    const { id } = await reserve();
    await forget();
    await act(id, 'approve');
    await app.close();
    expect(await whatWasTold()).toEqual(nothing);
    const others = await Promise.all([backend.app({ options }), backend.app({ options })]);
    await Promise.all(others.map((other) => other.ready()));
    await pass();
    expect((await whatWasTold()).mails).toHaveLength(2);
    await Promise.all(others.map((other) => other.close()));
  });

  it('is told before what the suspension of its interpreter brings, in the same mail', async () => {
    const { id } = await reserve();
    await forget();
    await act(id, 'approve');
    const owner = callsOf(app, await backend.signedIn());
    const decisions = [{ reservation: id, outcome: 'cancel' }];
    const answer = await owner.post(`/users/${una.id}/suspend/`, {
      reason: 'Ill',
      reservations: decisions,
    });
    expect(answer.statusCode).toBe(200);
    await pass();
    const mails = backend.sink.messages.filter(({ to }) => to.includes(customer.email));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/approved[^]*cancelled/);
  });

  describe('of a plan', () => {
    const apply = async (name: 'assign' | 'offer', lines: [string, string][]) =>
      (
        await manager.post('/reservations/plan/apply/', {
          act: name,
          lines: lines.map(([reservation, interpreter]) => ({ reservation, interpreter })),
        })
      ).json();
    const undo = async (reservations: string[], calls = manager) => {
      const { results } = (await calls.post('/reservations/plan/undo/', { reservations })).json();
      return results.map(({ reservation, refusal }: { reservation: string; refusal: { code: string } | null }) => [
        reservation,
        refusal?.code ?? 'undone',
      ]);
    };
    const short = async (name: string) => (await reserve({ name, interpreters: [] })).id;

    it.each(['assign', 'offer'] as const)(
      'to %s is undone as if it had not been, and nobody was told',
      async (name) => {
        const [court, school] = [await short('Court'), await short('School')];
        await forget();
        const before = [await state(court), await state(school)];
        const { undo_until: until } = await apply(name, [
          [court, una.id],
          [school, orri.id],
        ]);
        expect(until).toBe((await read(court)).undo_until);
        expect(until).toBe((await read(school)).undo_until);
        expect([await state(court), await state(school)]).not.toEqual(before);
        expect(await whatWasTold()).toEqual(nothing);
        expect(await undo([court, school])).toEqual([
          [court, 'undone'],
          [school, 'undone'],
        ]);
        expect([await state(court), await state(school)]).toEqual(before);
        await pass();
        expect(await whatWasTold()).toEqual(nothing);
      },
    );

    it('that is not undone tells each person once, after ten seconds from its end', async () => {
      const [court, school] = [await short('Court'), await short('School')];
      await forget();
      await apply('offer', [
        [court, una.id],
        [school, orri.id],
      ]);
      expect(await whatWasTold()).toEqual(nothing);
      await pass();
      expect((await whatWasTold()).mails.map((mail) => mail.split(' ')[0])).toEqual([una.email, orri.email].toSorted());
      expect(await undo([court])).toEqual([[court, 'undo_too_late']]);
    });

    it('says of each reservation that has changed since that it stays, and undoes the others', async () => {
      const [court, school] = [await short('Court'), await short('School')];
      const gone = 'f'.repeat(24);
      await apply('assign', [
        [court, una.id],
        [school, orri.id],
      ]);
      await act(court, 'accept', {}, asUna);
      const other = callsOf(app, await backend.signedIn({ role: 'manager' }));
      expect(await undo([school], other)).toEqual([[school, 'forbidden']]);
      expect(await undo([court, school, gone])).toEqual([
        [court, 'undo_too_late'],
        [school, 'undone'],
        [gone, 'not_found'],
      ]);
      expect([(await read(court)).interpreters.length, (await read(school)).interpreters.length]).toEqual([1, 0]);
    });

    it('that changed nothing cannot be undone', async () => {
      const court = await short('Court');
      await act(court, 'reject');
      expect(await apply('assign', [[court, una.id]])).toMatchObject({ undo_until: null });
    });
  });
});
