import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Deployment } from '../../server/deployment.ts';
import { anyDatabase, type SignedIn, testDeployment } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';

const hour = 60 * 60_000;

describe.each(anyDatabase)('people who plan, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let manager: Calls;
  let staff: SignedIn;
  let other: SignedIn;
  let una: SignedIn;
  let customer: { id: string };
  beforeEach(async () => {
    ({ staff, una, customer } = await addBookingPeople(backend));
    other = await backend.signedIn({ role: 'owner', language: 'en' });
    manager = callsOf(await backend.app(), staff);
  });

  const { shift, reserve, act } = createBooking(() => ({ manager, interpreters: [], customer: customer.id }));
  const mailsTo = async ({ email }: SignedIn) => {
    await backend.mailsAreSent();
    return backend.sink.messages.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
  };
  const unread = async (person: SignedIn) =>
    (await callsOf(await backend.app(), await backend.openSession(person)).get('/notifications/?unread=true'))
      .json()
      .results.map((item: { kind: string; title: string }) => `${item.kind}: ${item.title}`);
  /** Two processes start, which look for what is due. */
  const startTwo = async (changes: Partial<Deployment> = {}) => {
    const deployment = { ...testDeployment, ...changes };
    const apps = [0, 1].map(() => backend.app({ deployment, mailer: backend.mailer }));
    for (const app of await Promise.all(apps)) {
      await app.ready();
      await app.close();
    }
  };
  const added = 'New reservation: 06-05-2024, 10:00–11:30';
  const late = 'Not answered yet: reservation 06-05-2024, 10:00–11:30';

  // R148
  it('are told of a reservation that somebody else has added, until one of them has decided', async () => {
    const { id } = await reserve();
    expect(await mailsTo(other)).toEqual([added]);
    expect(await mailsTo(staff)).toEqual([]);
    expect(await unread(other)).toEqual([`new_reservations: ${added}`]);
    await act(id, 'reject');
    expect(await unread(other)).toEqual([]);
    expect(await mailsTo(other)).toEqual([added]);
  });

  it('are told who accepts what they have added, only while they plan', async () => {
    await shift({ interpreter: una.id });
    const interpreters = [una.id];
    const [first, second] = [
      await reserve({ interpreters }),
      await reserve({ interpreters, time_from: '12:00', time_to: '13:00' }),
    ];
    const asUna = callsOf(await backend.app(), una);
    await act(first.id, 'accept', {}, asUna);
    await callsOf(await backend.app(), other).post(`/users/${staff.id}/suspend/`, { reason: 'Left' });
    await act(second.id, 'accept', {}, asUna);
    expect((await mailsTo(staff)).filter((subject) => subject.includes('accepts'))).toEqual([
      'Una Arnardóttir accepts a reservation: 06-05-2024, 10:00–11:30',
    ]);
  });

  it('see how many are new, and mark those of one kind as read', async () => {
    await reserve();
    await reserve({ date: '2024-05-07' });
    const bell = callsOf(await backend.app(), other);
    const mark = (kindOfNews: string) => bell.post('/notifications/marks/', { ids: null, kind: kindOfNews });
    const groups = async () => (await bell.get('/notifications/?page_size=1')).json().groups;
    await mark('shifts');
    expect(await groups()).toEqual([{ kind: 'new_reservations', unread: 2 }]);
    await mark('new_reservations');
    expect(await groups()).toEqual([]);
  });

  it('are reminded once of one that nobody has answered in time', async () => {
    await reserve();
    backend.pass(4 * hour - 1);
    await startTwo();
    expect(await mailsTo(staff)).toEqual([]);
    backend.pass(1);
    await startTwo();
    await startTwo();
    for (const person of [staff, other])
      expect((await mailsTo(person)).filter((subject) => subject === late)).toEqual([late]);
    expect(await unread(staff)).toEqual([`unanswered: ${late}`]);
  });

  it('are not reminded of one while it is offered', async () => {
    await shift({ interpreter: una.id });
    const { id } = await reserve();
    await act(id, 'offer', { interpreters: [una.id], deadline: '2024-05-02T07:00:00Z' });
    backend.pass(5 * hour);
    await startTwo();
    expect(await mailsTo(staff)).toEqual([]);
  });

  it('are reminded within the office hours of the deployment', async () => {
    const officeHours = { days: [1, 2, 3, 4, 5], from: '09:00', until: '12:00' };
    await reserve();
    // Two hours on Wednesday, and two on Thursday.
    backend.pass(24 * hour);
    await startTwo({ officeHours });
    expect(await mailsTo(staff)).toEqual([]);
    backend.pass(hour);
    await startTwo({ officeHours });
    expect(await mailsTo(staff)).toEqual([late]);
  });

  it('are reminded in the morning of what begins tomorrow without enough interpreters', async () => {
    await shift({ interpreter: una.id });
    await act((await reserve({ interpreters: [una.id] })).id, 'approve');
    await reserve({ time_from: '13:00', time_to: '14:00', interpreters_needed: 2 });
    await reserve({ date: '2024-05-07' });
    // Sunday, 5 May, before and after eight.
    backend.pass(4 * 24 * hour - 2 * hour - 1);
    await startTwo();
    expect((await mailsTo(staff)).filter((subject) => subject.startsWith('Tomorrow'))).toEqual([]);
    backend.pass(1);
    await startTwo();
    await startTwo();
    expect((await mailsTo(staff)).filter((subject) => subject.startsWith('Tomorrow'))).toEqual([
      'Tomorrow without enough interpreters: 06-05-2024, 13:00–14:00',
    ]);
  });

  it('are reminded again of one that moves to another day', async () => {
    const { id, etag } = await reserve();
    backend.pass(4 * 24 * hour);
    await startTwo();
    manager = callsOf(await backend.app(), await backend.openSession(staff));
    await manager.patch(`/reservations/${id}/`, etag, { date: '2024-05-07' });
    backend.pass(24 * hour);
    await startTwo();
    expect((await mailsTo(staff)).filter((subject) => subject.startsWith('Tomorrow'))).toEqual([
      'Tomorrow without enough interpreters: 06-05-2024, 10:00–11:30',
      'Tomorrow without enough interpreters: 07-05-2024, 10:00–11:30',
    ]);
  });
});
