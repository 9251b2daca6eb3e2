import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { anyDatabase, type SignedIn } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';

const hour = 60 * 60_000;
/** Before planners are reminded of a reservation that nobody has answered. */
const deadline = '2024-05-01T10:00:00.000Z';

describe.each(anyDatabase)('offers of a reservation, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let staff: SignedIn;
  let manager: Calls;
  let customer: { id: string; email: string };
  /** The interpreters, and their calls. All have a shift. */
  let una: SignedIn;
  let orri: SignedIn;
  let eva: SignedIn;
  let as: Map<SignedIn, Calls>;
  const asUna = () => as.get(una);
  beforeEach(async () => {
    const app = await backend.app();
    ({ staff, una, orri, customer } = await addBookingPeople(backend, {
      orri: { language: 'en' },
      customer: { language: 'en' },
    }));
    eva = await backend.signedIn({ role: 'interpreter', first_name: 'Eva', last_name: 'Dal', language: 'en' });
    as = new Map([una, orri, eva].map((person) => [person, callsOf(app, person)]));
    manager = callsOf(app, staff);
    for (const { id } of [una, orri, eva]) await shift({ interpreter: id });
    await backend.mailsAreSent();
    backend.sink.messages.splice(0);
  });

  const { shift, reserve, act, tryAct, read } = createBooking(
    () => ({ manager, interpreters: [una.id], customer: customer.id }),
    { interpreters: [] },
  );
  const offerTo = (id: string, people: readonly SignedIn[], more: object = {}) =>
    act(id, 'offer', { interpreters: people.map((person) => person.id), deadline, ...more });
  const accept = (id: string, person: SignedIn) => tryAct(id, 'accept', {}, as.get(person));
  const answers = async (id: string) => {
    const { status, interpreters } = await read(id);
    return [status, ...interpreters.map(({ name, response }) => `${name.split(' ')[0]} ${response}`)];
  };
  /** The subjects of all mails since the last call, by recipient. */
  const newMails = async () => {
    await backend.mailsAreSent();
    const names = new Map(
      Object.entries({ staff, customer, una, orri, eva }).map(([name, { email }]) => [email, name]),
    );
    const found: Record<string, string[]> = {};
    for (const { to, subject } of backend.sink.messages.splice(0))
      for (const email of to) (found[names.get(email) ?? email] ??= []).push(subject.split(':')[0] ?? '');
    return found;
  };
  /** Passes the deadline, and waits until a process has ended the offer. */
  const passDeadline = async (id: string) => {
    backend.pass(3 * hour);
    const { db } = backend.database;
    const isDue = () =>
      db
        .selectFrom('reservation_offers')
        .select('id')
        .where('reservation_id', '=', id)
        .where('deadline', '=', new Date(deadline))
        .executeTakeFirst();
    while (await isDue()) await sleep(20);
    const app = await backend.app();
    manager = callsOf(app, await backend.openSession(staff));
  };

  it('go to three, and the first who accepts has it: it is approved, and everybody gets one message', async () => {
    const { id } = await reserve();
    expect(await offerTo(id, [una, orri, eva], { next: 'everybody', message: 'Ring twice' })).toMatchObject({
      status: 'pending',
      interpreters: [{ response: 'offered' }, { response: 'offered' }, { response: 'offered' }],
      offer: { deadline, approves: true, next: 'everybody', made_by_name: 'Manni Jónsdóttir' },
      can: { offer: false, withdraw_offer: true, approve: false },
    });
    await backend.mailsAreSent();
    const [mail] = backend.sink.messages;
    expect(await newMails()).toEqual({
      una: ['A reservation is offered to you'],
      orri: ['A reservation is offered to you'],
      eva: ['A reservation is offered to you'],
    });
    expect(mail?.text).toContain('Answer by: 01-05-2024 13:00');
    expect(mail?.text).toContain('Ring twice');
    // They read neither the terms of the offer nor to whom else it is made.
    expect(await read(id, asUna())).toMatchObject({
      interpreters: [{ id: una.id, response: 'offered' }],
      offer: { deadline, made: null, made_by_name: null, approves: null, next: null },
      can: { accept: true, decline: true },
    });
    expect(await act(id, 'accept', { answer: 'Gladly' }, as.get(orri))).toMatchObject({
      status: 'approved',
      uncovered: false,
      answered_by_name: 'Manni Jónsdóttir',
      offer: null,
    });
    expect((await read(id)).interpreters).toMatchObject([
      { id: orri.id, response: 'accepted', message: 'Gladly', booked_by_name: 'Manni Jónsdóttir' },
    ]);
    expect(await newMails()).toEqual({
      una: ['The reservation is taken'],
      eva: ['The reservation is taken'],
      orri: ['Reservation approved'],
      customer: ['Reservation approved'],
      staff: ['Orri Bjarnason accepts, reservation approved'],
    });
    expect(await accept(id, una)).toMatchObject({ status: 409, code: 'offer_taken' });
  });

  it('tell an interpreter by no filter and no search to whom else they are made, or how to reach the customer', async () => {
    const { id } = await reserve();
    await offerTo(id, [una, orri]);
    const found = async (query: string) => (await asUna()?.get(`/reservations/?${query}`))?.json().count;
    const [address] = customer.email.split('@');
    expect([
      await found(`interpreter[]=${una.id}`),
      await found('search=Una'),
      await found('search=Katrín'),
      await found(`interpreter[]=${orri.id}`),
      await found('search=Bjarnason'),
      await found(`search=${address}`),
    ]).toEqual([1, 1, 1, 0, 0, 0]);
    expect((await manager.get(`/reservations/?search=${address}&interpreter[]=${orri.id}`)).json().count).toBe(1);
    await act(id, 'decline', {}, as.get(orri));
    expect([await found(`interpreter[]=${orri.id}`), await found('search=Bjarnason')]).toEqual([1, 1]);
  });

  it('that approve nothing leave the news of the reservation to be decided', async () => {
    const other = callsOf(await backend.app(), await backend.signedIn({ role: 'owner' }));
    const { id } = await reserve();
    await offerTo(id, [una], { approves: false });
    const kinds = async () =>
      (await other.get('/notifications/?unread=true')).json().results.map((news: { kind: string }) => news.kind);
    await accept(id, una);
    expect(await kinds()).toEqual(expect.arrayContaining(['new_reservations']));
    await act(id, 'approve');
    expect(await kinds()).not.toContain('new_reservations');
  });

  it('are taken by exactly one of two who accept at the same moment', async () => {
    const { id } = await reserve();
    await offerTo(id, [una, orri]);
    const codes = (await Promise.all([accept(id, una), accept(id, orri)])).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['offer_taken', undefined]));
    expect(await answers(id)).toHaveLength(2);
    expect((await newMails())['customer']).toEqual(['Reservation approved']);
  });

  it('fill a team one by one, and approve nothing unless the planner said so', async () => {
    const { id } = await reserve({ interpreters_needed: 2 });
    await offerTo(id, [una, orri, eva], { approves: false });
    await accept(id, una);
    expect(await answers(id)).toEqual(['pending', 'Una accepted', 'Orri offered', 'Eva offered']);
    await newMails();
    await accept(id, eva);
    expect(await answers(id)).toEqual(['pending', 'Una accepted', 'Eva accepted']);
    expect(await newMails()).toEqual({
      orri: ['The reservation is taken'],
      staff: ['Eva Dal accepts a reservation'],
    });
  });

  it('fill an approved reservation that lost somebody: the customer is told who comes', async () => {
    const { id } = await reserve({ interpreters: [una.id] });
    await act(id, 'approve');
    await act(id, 'decline', {}, asUna());
    await newMails();
    await offerTo(id, [orri]);
    await newMails();
    await accept(id, orri);
    expect(await read(id)).toMatchObject({ status: 'approved', uncovered: false, offer: null });
    expect(await newMails()).toEqual({
      orri: ['You are booked for a reservation'],
      customer: ['Other interpreters for a reservation'],
      staff: ['Orri Bjarnason accepts a reservation'],
    });
  });

  it('that all decline are over: planners are told, the customer is not', async () => {
    const { id } = await reserve();
    await offerTo(id, [una, orri]);
    await newMails();
    await act(id, 'decline', {}, asUna());
    expect(await newMails()).toEqual({ staff: ['Una Arnardóttir declines a reservation'] });
    await act(id, 'decline', { answer: 'I am ill' }, as.get(orri));
    await backend.mailsAreSent();
    expect(backend.sink.messages[0]?.text).toContain('Orri Bjarnason: I am ill');
    expect(await newMails()).toEqual({ staff: ['An offer is over, somebody is missing'] });
    expect(await answers(id)).toEqual(['pending', 'Una declined', 'Orri declined']);
    expect((await read(id)).offer).toBeNull();
  });

  it('end once at their deadline, with two processes', async () => {
    await backend.app();
    const { id } = await reserve();
    await offerTo(id, [una]);
    await newMails();
    await passDeadline(id);
    expect(await newMails()).toEqual({
      una: ['The offer of a reservation is over'],
      staff: ['An offer is over, somebody is missing'],
    });
    expect(await answers(id)).toEqual(['pending']);
    as.set(una, callsOf(await backend.app(), await backend.openSession(una)));
    expect(await accept(id, una)).toMatchObject({ status: 409, code: 'offer_over' });
  });

  it.each([true, false])(
    'go to everybody else who is on shift after the deadline (approving: %s), then to the planners',
    async (approves) => {
      await backend.signedIn({ role: 'interpreter', first_name: 'Without', last_name: 'Shift' });
      const { id } = await reserve();
      await offerTo(id, [una], { next: 'everybody', message: 'Room 2', approves });
      await newMails();
      await passDeadline(id);
      expect(await answers(id)).toEqual(['pending', 'Orri offered', 'Eva offered']);
      expect((await read(id)).offer).toMatchObject({ approves, next: 'planners' });
      expect(await newMails()).toEqual({
        una: ['The offer of a reservation is over'],
        orri: ['A reservation is offered to you'],
        eva: ['A reservation is offered to you'],
        staff: ['Offered to everybody suitable'],
      });
    },
  );

  it.each([
    ['are withdrawn', 'A reservation is no longer offered to you', (id: string) => act(id, 'withdraw_offer')],
    ['end if it is cancelled', 'A reservation is no longer offered to you', (id: string) => act(id, 'cancel')],
    [
      'end if its time changes',
      'A reservation that was offered to you has changed',
      async (id: string) => {
        const { etag } = await read(id);
        return manager.patch(`/reservations/${id}/`, etag, { time_from: '10:30' });
      },
    ],
    [
      'end if a planner fills it',
      'The reservation is taken',
      (id: string) => act(id, 'assign', { interpreters: [eva.id] }),
    ],
  ])('%s, and those who have not answered are told', async (_name, subject, end) => {
    const { id } = await reserve();
    await offerTo(id, [una, orri]);
    await newMails();
    await end(id);
    expect(await newMails()).toMatchObject({ una: [subject], orri: [subject] });
    expect((await read(id)).offer).toBeNull();
    expect((await accept(id, una)).status).toBe(409);
  });

  it('of an approved one end if it is cancelled because the interpreter who is left leaves', async () => {
    const { id } = await reserve({ interpreters: [una.id, orri.id], interpreters_needed: 2 });
    await act(id, 'approve');
    await act(id, 'decline', {}, as.get(orri));
    await offerTo(id, [eva]);
    await newMails();
    const reservations = [{ reservation: id, outcome: 'cancel' }];
    await manager.post(`/users/${una.id}/suspend/`, { reason: 'Ill', reservations });
    expect(await newMails()).toMatchObject({ eva: ['A reservation is no longer offered to you'] });
  });

  it('of an approved one end if it returns to pending: nobody approves it by accepting', async () => {
    const { id } = await reserve({ interpreters: [una.id, orri.id], interpreters_needed: 2 });
    await act(id, 'approve');
    await act(id, 'decline', {}, as.get(orri));
    await offerTo(id, [eva]);
    await newMails();
    const reservations = [{ reservation: id, outcome: 'pending' }];
    await manager.post(`/users/${una.id}/suspend/`, { reason: 'Ill', reservations });
    expect(await newMails()).toMatchObject({ eva: ['A reservation is no longer offered to you'] });
    expect(await read(id)).toMatchObject({ status: 'pending', offer: null, can: { offer: true } });
  });

  it.each([
    ['suspended', () => manager.post(`/users/${una.id}/suspend/`, { reason: 'Ill' })],
    ['deleted', () => manager.remove(`/users/${una.id}/`)],
  ])('end at once when the last who could accept is %s, and planners are told', async (_what, takeAway) => {
    const { id } = await reserve();
    await offerTo(id, [una, orri]);
    await tryAct(id, 'decline', {}, as.get(orri));
    await newMails();
    expect((await takeAway()).statusCode).toBeLessThan(300);
    const { db } = backend.database;
    const offers = db.selectFrom('reservation_offers').select('id');
    while (await offers.executeTakeFirst()) await sleep(20);
    expect(await answers(id)).toEqual(['pending', 'Orri declined']);
    expect(await newMails()).toMatchObject({ staff: ['An offer is over, somebody is missing'] });
  });

  it('are refused to whoever cannot take it, when made and when accepted', async () => {
    const { id } = await reserve();
    const tryOffer = (form: object) => tryAct(id, 'offer', { interpreters: [una.id], deadline, ...form });
    const idle = await backend.signedIn({ role: 'interpreter' });
    expect((await tryOffer({ interpreters: [idle.id] })).code).toBe('no_interpreters_in_shift');
    expect((await tryOffer({ deadline: '2024-05-06T08:00:00Z' })).code).toBe('check_dates');
    expect((await tryOffer({ deadline: '2024-04-30T07:00:00Z' })).code).toBe('check_dates');
    await offerTo(id, [una]);
    expect((await tryOffer({})).code).toBe('offer_open');
    const { id: other } = await reserve({ interpreters: [una.id] });
    await act(other, 'approve');
    expect((await accept(id, una)).code).toBe('reservation_overlap');
    expect(await answers(id)).toEqual(['pending', 'Una offered']);
    // Nothing is in a calendar before the acceptance.
    expect((await manager.get(`/reservations/?unfilled=true`)).json().count).toBe(1);
  });
});
