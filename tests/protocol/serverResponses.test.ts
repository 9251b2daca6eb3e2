import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { anyDatabase, type SignedIn } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';

const hour = 60 * 60_000;

describe.each(anyDatabase)('interpreters of a team, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let app: FastifyInstance;
  let staff: SignedIn;
  let manager: Calls;
  let asUna: Calls;
  let asOrri: Calls;
  let una: SignedIn;
  let orri: SignedIn;
  let customer: { id: string; email: string };
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

  const mailsTo = async (to: string) => {
    await backend.mailsAreSent();
    return backend.sink.messages.filter((mail) => mail.to.includes(to)).map(({ subject }) => subject);
  };

  // Q24
  it('answer for themselves, which decides nothing about the reservation', async () => {
    const { id } = await reserve();
    expect(await standing(id)).toEqual(['pending', 'asked', 'asked']);
    expect((await read(id, asUna)).can).toMatchObject({
      accept: true,
      decline: true,
      hand_back: false,
      approve: false,
    });
    expect(await act(id, 'accept', { answer: 'With pleasure' }, asUna)).toMatchObject({
      status: 'pending',
      answered: null,
      interpreters: [
        { id: una.id, response: 'accepted', responded: '2024-05-01T07:00:00.000Z', message: 'With pleasure' },
        { id: orri.id, response: 'asked', responded: null, message: null },
      ],
      can: { accept: false, decline: false, hand_back: true },
    });
    expect((await mailTo(staff.email, 'Una Arnardóttir accepts')).text).toContain('With pleasure');
    await act(id, 'accept', {}, asOrri);
    expect(await standing(id)).toEqual(['pending', 'accepted', 'accepted']);
    expect((await tryAct(id, 'accept', {}, asUna)).code).toBe('transition_refused');
    for (const name of ['approve', 'reject', 'cancel']) expect((await tryAct(id, name, {}, asUna)).status).toBe(403);
    for (const name of ['accept', 'decline', 'hand_back']) expect((await tryAct(id, name)).code).toBe('forbidden');
    expect(await mailsTo(customer.email)).toEqual([]);
  });

  it('who decline leave it pending and short of people: every planner is told why, and the customer nothing', async () => {
    const owner = await backend.signedIn({ role: 'owner', language: 'en' });
    const { id } = await reserve({ interpreters: [una.id] });
    expect(await act(id, 'decline', { answer: 'I am ill' }, asUna)).toMatchObject({
      status: 'pending',
      interpreters: [{ id: una.id, response: 'declined', message: 'I am ill' }],
      can: { accept: false, decline: false, hand_back: false },
    });
    for (const { email } of [staff, owner])
      expect((await mailTo(email, 'Una Arnardóttir declines')).text).toContain('I am ill');
    expect((await manager.get('/notifications/')).json().results[0]).toMatchObject({ kind: 'coverage' });
    expect(await mailsTo(customer.email)).toEqual([]);
    const found = async (query: string) => (await manager.get(`/reservations/?${query}`)).json().count;
    expect([await found('open=true'), await found('unfilled=true'), await found('short=true')]).toEqual([1, 1, 1]);
    const foundByUna = async (query: string) => (await asUna.get(`/reservations/?${query}`)).json().count;
    expect([await foundByUna('past=false'), await foundByUna('taking_part=true')]).toEqual([1, 0]);
    // Who has declined is not booked by an approval.
    expect(await read(id)).toMatchObject({
      can: { approve: false, assign: true },
      approve_refused: 'no_interpreters_in_shift',
    });
    expect((await tryAct(id, 'approve')).code).toBe('no_interpreters_in_shift');
    const { id: both } = await reserve({ date: '2024-05-07' });
    await act(both, 'decline', {}, asOrri);
    expect(await read(both)).toMatchObject({
      can: { approve: false },
      interpreters: [{ response: 'asked' }, { response: 'declined' }],
    });
  });

  it('write to those who plan: their colleagues do not read it', async () => {
    const { id } = await reserve();
    await act(id, 'decline', { answer: 'I am ill' }, asUna);
    const messagesTo = async (calls?: Calls) =>
      (await read(id, calls)).interpreters.map(({ name, message }) => [name, message]);
    expect(await messagesTo()).toContainEqual(['Una Arnardóttir', 'I am ill']);
    expect(await messagesTo(asUna)).toContainEqual(['Una Arnardóttir', 'I am ill']);
    expect(await messagesTo(asOrri)).toContainEqual(['Una Arnardóttir', null]);
  });

  it('who declined stay listed beside their replacement, and are asked again only by name', async () => {
    const { id } = await reserve();
    await act(id, 'decline', {}, asOrri);
    await act(id, 'assign', { interpreters: [una.id] });
    expect(await standing(id)).toEqual(['pending', 'asked', 'declined']);
    await act(id, 'assign', { interpreters: [una.id, orri.id] });
    expect(await standing(id)).toEqual(['pending', 'asked', 'asked']);
    expect(await mailsTo(orri.email)).toEqual([
      'New in your calendar: 06-05-2024',
      'A reservation waits for your answer: 06-05-2024',
      'You no longer take part in a reservation: 06-05-2024, 10:00–11:30',
      'A reservation waits for your answer: 06-05-2024',
    ]);
  });

  it('are booked by an approval, and their answers stay their own', async () => {
    const { id } = await reserve();
    await act(id, 'accept', {}, asUna);
    expect(await act(id, 'approve')).toMatchObject({
      status: 'approved',
      uncovered: false,
      interpreters: [
        { response: 'accepted', booked_by_name: 'Manni Jónsdóttir' },
        { response: 'asked', responded: null, booked_by_name: 'Manni Jónsdóttir' },
      ],
    });
    expect(await act(id, 'accept', {}, asOrri)).toMatchObject({
      status: 'approved',
      interpreters: [{}, { response: 'accepted' }],
    });
  });

  it('are assigned and approved in one act with one mail each', async () => {
    const { id } = await reserve({ interpreters: [] });
    backend.sink.messages.splice(0);
    expect(await act(id, 'approve', { interpreters: [una.id], answer: 'Room 2' })).toMatchObject({
      status: 'approved',
      interpreters: [{ id: una.id, response: 'not_asked', booked_by_name: 'Manni Jónsdóttir' }],
    });
    expect(await mailsTo(una.email)).toEqual(['You are booked for a reservation: 06-05-2024, 10:00–11:30']);
    expect(await mailsTo(customer.email)).toEqual(['Reservation approved: 06-05-2024, 10:00–11:30']);
  });

  it('may hand an approved one back until 24 hours before it: it stays approved, short of people, and they are free', async () => {
    const { id } = await reserve({ interpreters: [una.id] });
    await act(id, 'accept', {}, asUna);
    await act(id, 'approve');
    const before = (await mailsTo(customer.email)).length;
    expect(await act(id, 'hand_back', { answer: 'My child is ill' }, asUna)).toMatchObject({
      status: 'approved',
      uncovered: true,
      interpreters: [{ response: 'handed_back', message: 'My child is ill', booked_by_name: null }],
    });
    expect((await mailTo(staff.email, 'Una Arnardóttir hands back a reservation')).text).toContain('My child is ill');
    expect(await mailsTo(customer.email)).toHaveLength(before);
    // Free for another one at the same time.
    const { id: other } = await reserve({ interpreters: [una.id] });
    await act(other, 'accept', {}, asUna);
    await act(other, 'approve');
    backend.pass(4 * 24 * hour);
    asUna = callsOf(app, await backend.openSession(una));
    expect((await read(other, asUna)).can.hand_back).toBe(true);
    backend.pass(1);
    manager = callsOf(app, await backend.openSession(staff));
    expect((await read(other, asUna)).can.hand_back).toBe(false);
    expect(await tryAct(other, 'hand_back', {}, asUna)).toMatchObject({ status: 409, code: 'hand_back_too_late' });
    expect((await read(other)).interpreters).toMatchObject([{ response: 'accepted' }]);
  });

  it('who have not confirmed a booking may decline it, and are replaced in one act', async () => {
    const { id } = await reserve({ interpreters: [una.id] });
    await act(id, 'approve');
    await act(id, 'decline', {}, asUna);
    expect(await read(id)).toMatchObject({ status: 'approved', uncovered: true });
    await backend.mailsAreSent();
    backend.sink.messages.splice(0);
    expect(await act(id, 'assign', { interpreters: [orri.id] })).toMatchObject({
      uncovered: false,
      interpreters: [
        { id: una.id, response: 'declined' },
        { id: orri.id, response: 'not_asked', booked_by_name: 'Manni Jónsdóttir' },
      ],
    });
    expect(await mailsTo(orri.email)).toEqual(['You are booked for a reservation: 06-05-2024, 10:00–11:30']);
    expect(await mailsTo(una.email)).toEqual([]);
  });

  it('are all asked again for another time, also those who are booked, who stay booked', async () => {
    const { id } = await reserve();
    await act(id, 'accept', {}, asUna);
    const { etag } = await act(id, 'approve');
    const moved = (await manager.patch(`/reservations/${id}/`, etag, { time_from: '10:30' })).json();
    expect(moved).toMatchObject({
      status: 'approved',
      uncovered: false,
      interpreters: [
        { response: 'asked', responded: null, booked_by_name: 'Manni Jónsdóttir' },
        { response: 'asked', responded: null },
      ],
    });
    await mailTo(una.email, 'waits for your answer has changed');
    const { etag: latest } = await act(id, 'accept', {}, asUna);
    await manager.patch(`/reservations/${id}/`, latest, { note: 'Ring twice' });
    expect(await standing(id)).toEqual(['approved', 'accepted', 'asked']);
  });

  it('accept only what they cover', async () => {
    const { id: early } = await reserve({ time_from: '08:00', time_to: '09:30' });
    expect((await tryAct(early, 'accept', {}, asOrri)).code).toBe('no_interpreters_in_shift');
    expect(await standing(early)).toEqual(['pending', 'asked', 'asked']);
  });

  it('answer at the same moment, and both answers stay', async () => {
    const { id } = await reserve();
    const answers = await Promise.all([asUna, asOrri].map((calls) => tryAct(id, 'accept', {}, calls)));
    expect(answers.map(({ code }) => code)).toEqual([undefined, undefined]);
    expect(await standing(id)).toEqual(['pending', 'accepted', 'accepted']);
  });

  it('leave audit log entries of each response', async () => {
    const { id } = await reserve();
    await act(id, 'decline', {}, asUna);
    const owner = callsOf(app, await backend.signedIn({ role: 'owner' }));
    const { results } = (await owner.get(`/audit/?record=${id}`)).json();
    expect(results[0]).toMatchObject({
      collection: 'reservation_interpreters',
      act: 'decline',
      person_email: una.email,
    });
  });
});
