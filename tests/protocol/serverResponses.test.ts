import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { databaseKinds, startBackend, type SignedIn, type TestBackend } from '../support/backend.ts';
import { callsOf } from '../support/calls.ts';

describe.each(databaseKinds)('interpreters of a team, on the %s database', (kind) => {
  let backend: TestBackend;
  let app: FastifyInstance;
  let staff: SignedIn;
  let manager: ReturnType<typeof callsOf>;
  let una: SignedIn;
  let orri: SignedIn;
  let customer: { id: string; email: string };
  beforeAll(async () => {
    backend = await startBackend(kind);
  });
  beforeEach(async () => {
    app = await backend.app();
    staff = await backend.signedIn({ role: 'manager', first_name: 'Manni', language: 'en' });
    manager = callsOf(app, staff);
    una = await backend.signedIn({ role: 'interpreter', first_name: 'Una', last_name: 'Arnardóttir', language: 'en' });
    orri = await backend.signedIn({ role: 'interpreter', first_name: 'Orri', last_name: 'Bjarnason', language: 'en' });
    customer = await backend.addUser({ role: 'deaf', first_name: 'Katrín', language: 'en' });
    for (const { id } of [una, orri]) await shift({ interpreter: id });
  });
  afterEach(() => backend.reset());
  afterAll(() => backend.close());

  const shift = async (changes: object) => {
    const answer = await manager.post('/schedules/', {
      date: '2024-05-06',
      repeat: 'once',
      time_from: '09:00',
      time_to: '17:00',
      location_type: 'remote',
      request_type: 'online',
      allowReservations: true,
      ...changes,
    });
    expect([answer.statusCode, answer.json().code]).toEqual([201, undefined]);
  };
  const reserve = async (changes: object = {}): Promise<string> => {
    const answer = await manager.post('/reservations/', {
      name: 'Court hearing',
      date: '2024-05-06',
      time_from: '10:00',
      time_to: '11:30',
      type: 'remote',
      customer: customer.id,
      interpreters: [una.id, orri.id],
      ...changes,
    });
    expect([answer.statusCode, answer.json().code]).toEqual([201, undefined]);
    return answer.json().id;
  };
  const act = async (id: string, name: string, payload: object = {}, who: SignedIn = staff) =>
    (await callsOf(app, who).post(`/reservations/${id}/${name}/`, payload)).json();
  const read = async (id: string, who: SignedIn = staff) =>
    (await callsOf(app, who).get(`/reservations/${id}/`)).json();
  /** Where it stands, and what each interpreter has answered. */
  const standing = async (id: string) => {
    const { status, interpreters } = await read(id);
    return [status, ...interpreters.map(({ response }: { response: string }) => response)];
  };
  const mailTo = (to: string, part: string) =>
    backend.sink.waitFor((mail) => mail.to.includes(to) && mail.subject.includes(part));

  it('answer each for themselves, and the last one who accepts books them all', async () => {
    const id = await reserve();
    expect(await standing(id)).toEqual(['pending', 'pending', 'pending']);
    expect((await read(id, una)).can).toMatchObject({ approve: true, reject: true, cancel: false, assign: false });
    expect(await act(id, 'approve', {}, una)).toMatchObject({
      status: 'pending',
      answered: null,
      interpreters: [
        { id: una.id, response: 'accepted', responded: '2024-05-01T10:00:00.000Z' },
        { id: orri.id, response: 'pending', responded: null },
      ],
      can: { approve: false, reject: true },
    });
    expect((await mailTo(staff.email, 'Una Arnardóttir accepts')).text).toContain('Court hearing');
    expect((await act(id, 'approve', {}, una)).code).toBe('transition_refused');
    expect(await act(id, 'approve', { answer: 'With pleasure' }, orri)).toMatchObject({
      status: 'approved',
      uncovered: false,
      answer: 'With pleasure',
      answered_by_name: 'Orri Bjarnason',
      interpreters: [{ response: 'accepted' }, { response: 'accepted' }],
    });
    for (const { email } of [una, customer, staff])
      expect((await mailTo(email, 'Reservation approved')).text).toContain('With pleasure');
    expect((await act(id, 'reject', {}, una)).code).toBe('transition_refused');
  });

  it('leave it pending when one declines, who is told of to whoever added it and not asked again', async () => {
    const id = await reserve();
    await act(id, 'approve', {}, una);
    expect(await act(id, 'reject', { answer: 'I am away' }, orri)).toMatchObject({
      status: 'pending',
      can: { approve: false, reject: false },
    });
    expect(await standing(id)).toEqual(['pending', 'accepted', 'declined']);
    expect((await mailTo(staff.email, 'Orri Bjarnason declines')).text).toContain('I am away');
    expect((await act(id, 'approve', {}, orri)).code).toBe('transition_refused');
    const { id: third } = await backend.addUser({ role: 'interpreter', last_name: 'Zoëga' });
    await act(id, 'assign', { interpreters: [una.id, orri.id, third] });
    expect(await standing(id)).toEqual(['pending', 'accepted', 'declined', 'pending']);
    await act(id, 'assign', { interpreters: [una.id, third] });
    await act(id, 'assign', { interpreters: [una.id, orri.id, third] });
    expect(await standing(id)).toEqual(['pending', 'accepted', 'pending', 'pending']);
  });

  it('may decline after they have accepted, while the others are asked', async () => {
    const id = await reserve();
    await act(id, 'approve', {}, una);
    await act(id, 'reject', {}, una);
    expect(await standing(id)).toEqual(['pending', 'declined', 'pending']);
    await act(id, 'approve', {}, orri);
    expect(await standing(id)).toEqual(['pending', 'declined', 'accepted']);
  });

  it('are booked when whoever declined is taken off and they are enough', async () => {
    const id = await reserve({ interpreters_needed: 1 });
    await act(id, 'approve', {}, una);
    await act(id, 'reject', {}, orri);
    expect(await act(id, 'assign', { interpreters: [una.id] })).toMatchObject({
      status: 'approved',
      interpreters: [{ id: una.id, response: 'accepted' }],
    });
    await mailTo(customer.email, 'Reservation approved');
    await mailTo(una.email, 'Reservation approved');
  });

  it('are not booked while they are fewer than it asks for', async () => {
    const id = await reserve({ interpreters: [una.id], interpreters_needed: 2 });
    await act(id, 'approve', {}, una);
    expect(await standing(id)).toEqual(['pending', 'accepted']);
    await act(id, 'assign', { interpreters: [una.id, orri.id] });
    expect(await standing(id)).toEqual(['pending', 'accepted', 'pending']);
    await act(id, 'approve', {}, orri);
    expect(await standing(id)).toEqual(['approved', 'accepted', 'accepted']);
  });

  it('accept only what they can take, and are not booked with a colleague who cannot', async () => {
    const id = await reserve();
    const booking = await reserve({ interpreters: [una.id], time_from: '11:00', time_to: '12:00' });
    await act(id, 'approve', {}, una);
    await act(booking, 'approve');
    await act(id, 'approve', {}, orri);
    expect(await standing(id)).toEqual(['pending', 'accepted', 'accepted']);
    const early = await reserve({ time_from: '08:00', time_to: '09:30' });
    expect((await act(early, 'approve', {}, orri)).code).toBe('no_interpreters_in_shift');
    expect(await standing(early)).toEqual(['pending', 'pending', 'pending']);
  });

  it('are all booked when staff approve it, and all asked again when it is at another time', async () => {
    const id = await reserve();
    await act(id, 'approve', {}, una);
    const { etag } = await read(id);
    expect(
      (await manager.patch(`/reservations/${id}/`, etag, { time_from: '10:30' })).json().interpreters,
    ).toMatchObject([
      { response: 'pending', responded: null },
      { response: 'pending', responded: null },
    ]);
    await mailTo(una.email, 'waits for your answer has changed');
    await act(id, 'reject', {}, orri);
    expect(await act(id, 'approve')).toMatchObject({
      status: 'approved',
      interpreters: [
        { response: 'accepted', responded: '2024-05-01T10:00:00.000Z' },
        { response: 'accepted', responded: '2024-05-01T10:00:00.000Z' },
      ],
    });
    expect(await act(id, 'assign', { interpreters: [una.id] })).toMatchObject({ code: 'too_few_interpreters' });
  });

  it('who are only one answer for the whole reservation', async () => {
    const id = await reserve({ interpreters: [una.id] });
    expect(await act(id, 'reject', {}, una)).toMatchObject({
      status: 'rejected',
      interpreters: [{ response: 'declined' }],
    });
    expect(await act(id, 'approve')).toMatchObject({ status: 'approved', interpreters: [{ response: 'accepted' }] });
  });

  it('who accept at the same moment book it once', async () => {
    const id = await reserve();
    const answers = await Promise.all([una, orri].map((one) => act(id, 'approve', {}, one)));
    expect(answers.map(({ code }) => code)).toEqual([undefined, undefined]);
    expect(await standing(id)).toEqual(['approved', 'accepted', 'accepted']);
    await mailTo(customer.email, 'Reservation approved');
    expect(backend.sink.messages.filter(({ to }) => to.includes(customer.email))).toHaveLength(1);
  });

  it('leave a trail of what each has answered', async () => {
    const id = await reserve();
    await act(id, 'reject', {}, una);
    const owner = callsOf(app, await backend.signedIn({ role: 'owner' }));
    const { results } = (await owner.get(`/audit/?record=${id}`)).json();
    expect(results[0]).toMatchObject({
      collection: 'reservation_interpreters',
      act: 'reject',
      person_email: una.email,
    });
  });
});
