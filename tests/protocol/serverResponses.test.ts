import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { anyDatabase, startBackend, type SignedIn, type TestBackend } from '../support/backend.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';

describe.each(anyDatabase)('interpreters of a team, on the %s database', (kind) => {
  let backend: TestBackend;
  let app: FastifyInstance;
  let staff: SignedIn;
  let manager: Calls;
  let asUna: Calls;
  let asOrri: Calls;
  let una: SignedIn;
  let orri: SignedIn;
  let customer: { id: string; email: string };
  beforeAll(async () => {
    backend = await startBackend(kind);
  });
  beforeEach(async () => {
    app = await backend.app();
    ({ staff, una, orri, customer } = await addBookingPeople(backend, {
      orri: { language: 'en' },
      customer: { language: 'en' },
    }));
    manager = callsOf(app, staff);
    asUna = callsOf(app, una);
    asOrri = callsOf(app, orri);
    for (const { id } of [una, orri]) await shift({ interpreter: id });
  });
  afterEach(() => backend.reset());
  afterAll(() => backend.close());

  const { shift, reserve, act, tryAct, read } = createBooking(() => ({
    manager,
    interpreters: [una.id, orri.id],
    customer: customer.id,
  }));
  /** The status, and each interpreter's response. */
  const standing = async (id: string) => {
    const { status, interpreters } = await read(id);
    return [status, ...interpreters.map(({ response }) => response)];
  };
  const mailTo = (to: string, part: string) =>
    backend.sink.waitFor((mail) => mail.to.includes(to) && mail.subject.includes(part));

  it('respond for themselves, and the last acceptance books all', async () => {
    const { id } = await reserve();
    expect(await standing(id)).toEqual(['pending', 'pending', 'pending']);
    expect((await read(id, asUna)).can).toMatchObject({ approve: true, reject: true, cancel: false, assign: false });
    expect(await act(id, 'approve', {}, asUna)).toMatchObject({
      status: 'pending',
      answered: null,
      interpreters: [
        { id: una.id, response: 'accepted', responded: '2024-05-01T10:00:00.000Z' },
        { id: orri.id, response: 'pending', responded: null },
      ],
      can: { approve: false, reject: true },
    });
    expect((await mailTo(staff.email, 'Una Arnardóttir accepts')).text).toContain('Court hearing');
    expect((await tryAct(id, 'approve', {}, asUna)).code).toBe('transition_refused');
    expect(await act(id, 'approve', { answer: 'With pleasure' }, asOrri)).toMatchObject({
      status: 'approved',
      uncovered: false,
      answer: 'With pleasure',
      answered_by_name: 'Orri Bjarnason',
      interpreters: [{ response: 'accepted' }, { response: 'accepted' }],
    });
    for (const { email } of [una, customer, staff])
      expect((await mailTo(email, 'Reservation approved')).text).toContain('With pleasure');
    expect((await tryAct(id, 'reject', {}, asUna)).code).toBe('transition_refused');
  });

  it('leave it pending when one declines; the person who added it is notified, and the interpreter is not asked again', async () => {
    const { id } = await reserve();
    await act(id, 'approve', {}, asUna);
    expect(await act(id, 'reject', { answer: 'I am away' }, asOrri)).toMatchObject({
      status: 'pending',
      can: { approve: false, reject: false },
    });
    expect(await standing(id)).toEqual(['pending', 'accepted', 'declined']);
    expect((await mailTo(staff.email, 'Orri Bjarnason declines')).text).toContain('I am away');
    expect((await tryAct(id, 'approve', {}, asOrri)).code).toBe('transition_refused');
    const { id: third } = await backend.addUser({ role: 'interpreter', last_name: 'Zoëga' });
    await act(id, 'assign', { interpreters: [una.id, orri.id, third] });
    expect(await standing(id)).toEqual(['pending', 'accepted', 'declined', 'pending']);
    await act(id, 'assign', { interpreters: [una.id, third] });
    await act(id, 'assign', { interpreters: [una.id, orri.id, third] });
    expect(await standing(id)).toEqual(['pending', 'accepted', 'pending', 'pending']);
  });

  it('may decline after accepting, while the others are asked', async () => {
    const { id } = await reserve();
    await act(id, 'approve', {}, asUna);
    await act(id, 'reject', {}, asUna);
    expect(await standing(id)).toEqual(['pending', 'declined', 'pending']);
    await act(id, 'approve', {}, asOrri);
    expect(await standing(id)).toEqual(['pending', 'declined', 'accepted']);
  });

  it('are booked when the one who declined is removed and enough remain', async () => {
    const { id } = await reserve({ interpreters_needed: 1 });
    await act(id, 'approve', {}, asUna);
    await act(id, 'reject', {}, asOrri);
    expect(await act(id, 'assign', { interpreters: [una.id] })).toMatchObject({
      status: 'approved',
      interpreters: [{ id: una.id, response: 'accepted' }],
    });
    await mailTo(customer.email, 'Reservation approved');
    await mailTo(una.email, 'Reservation approved');
  });

  it('are not booked while there are too few', async () => {
    const { id } = await reserve({ interpreters: [una.id], interpreters_needed: 2 });
    await act(id, 'approve', {}, asUna);
    expect(await standing(id)).toEqual(['pending', 'accepted']);
    await act(id, 'assign', { interpreters: [una.id, orri.id] });
    expect(await standing(id)).toEqual(['pending', 'accepted', 'pending']);
    await act(id, 'approve', {}, asOrri);
    expect(await standing(id)).toEqual(['approved', 'accepted', 'accepted']);
  });

  it('accept only what they cover, and are not booked with a colleague who does not', async () => {
    const { id } = await reserve();
    const { id: booking } = await reserve({ interpreters: [una.id], time_from: '11:00', time_to: '12:00' });
    await act(id, 'approve', {}, asUna);
    await act(booking, 'approve');
    await act(id, 'approve', {}, asOrri);
    expect(await standing(id)).toEqual(['pending', 'accepted', 'accepted']);
    const { id: early } = await reserve({ time_from: '08:00', time_to: '09:30' });
    expect((await tryAct(early, 'approve', {}, asOrri)).code).toBe('no_interpreters_in_shift');
    expect(await standing(early)).toEqual(['pending', 'pending', 'pending']);
  });

  it('are all booked when staff approve it, and all asked again for another time', async () => {
    const { id } = await reserve();
    await act(id, 'approve', {}, asUna);
    const { etag } = await read(id);
    expect(
      (await manager.patch(`/reservations/${id}/`, etag, { time_from: '10:30' })).json().interpreters,
    ).toMatchObject([
      { response: 'pending', responded: null },
      { response: 'pending', responded: null },
    ]);
    await mailTo(una.email, 'waits for your answer has changed');
    await act(id, 'reject', {}, asOrri);
    expect(await act(id, 'approve')).toMatchObject({
      status: 'approved',
      interpreters: [
        { response: 'accepted', responded: '2024-05-01T10:00:00.000Z' },
        { response: 'accepted', responded: '2024-05-01T10:00:00.000Z' },
      ],
    });
    expect(await tryAct(id, 'assign', { interpreters: [una.id] })).toMatchObject({ code: 'too_few_interpreters' });
  });

  it('who are alone answer for the whole reservation', async () => {
    const { id } = await reserve({ interpreters: [una.id] });
    expect(await act(id, 'reject', {}, asUna)).toMatchObject({
      status: 'rejected',
      interpreters: [{ response: 'declined' }],
    });
    expect(await act(id, 'approve')).toMatchObject({ status: 'approved', interpreters: [{ response: 'accepted' }] });
  });

  it('who accept concurrently book it once', async () => {
    const { id } = await reserve();
    const answers = await Promise.all([asUna, asOrri].map((calls) => tryAct(id, 'approve', {}, calls)));
    expect(answers.map(({ code }) => code)).toEqual([undefined, undefined]);
    expect(await standing(id)).toEqual(['approved', 'accepted', 'accepted']);
    await mailTo(customer.email, 'Reservation approved');
    expect(backend.sink.messages.filter(({ to }) => to.includes(customer.email))).toHaveLength(1);
  });

  it('leave audit log entries of each response', async () => {
    const { id } = await reserve();
    await act(id, 'reject', {}, asUna);
    const owner = callsOf(app, await backend.signedIn({ role: 'owner' }));
    const { results } = (await owner.get(`/audit/?record=${id}`)).json();
    expect(results[0]).toMatchObject({
      collection: 'reservation_interpreters',
      act: 'reject',
      person_email: una.email,
    });
  });
});
