import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TakenBookings } from '../../contract/coverage.ts';
import { anyDatabase, type SignedIn } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';

type ShiftRecord = { id: string; etag: string };
type Answer = { statusCode: number; body: string; json: () => { code?: string; reservations?: string[] } };

/** Every change of shifts that takes Una from a reservation on the last day, with the decisions on it. */
const changes: {
  name: string;
  affected: (shift: string, schedule: string) => { url: string; changes?: object };
}[] = [
  { name: 'calling a shift off', affected: (id) => ({ url: `/shifts/${id}/`, changes: { state: 'disabled' } }) },
  { name: 'shortening a shift', affected: (id) => ({ url: `/shifts/${id}/`, changes: { time_to: '11:00' } }) },
  { name: 'moving a shift', affected: (id) => ({ url: `/shifts/${id}/`, changes: { date: '2024-05-10' } }) },
  { name: 'deleting a shift', affected: (id) => ({ url: `/shifts/${id}/` }) },
  { name: 'deleting a shift and the following', affected: (id) => ({ url: `/shifts/${id}/following/` }) },
  {
    name: 'changing a shift and the following',
    affected: (id) => ({ url: `/shifts/${id}/following/`, changes: { time_from: '12:00' } }),
  },
  { name: 'changing a series', affected: (_, id) => ({ url: `/schedules/${id}/`, changes: { time_from: '12:00' } }) },
  { name: 'ending a series', affected: (_, id) => ({ url: `/schedules/${id}/`, changes: { until: '2024-05-07' } }) },
  { name: 'deleting a series', affected: (_, id) => ({ url: `/schedules/${id}/` }) },
];

describe.each(anyDatabase)('decisions on the reservations of changed shifts, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let [manager, asUna]: Calls[] = [];
  let [staff, una, orri]: SignedIn[] = [];
  let customer: { id: string; email: string };
  beforeEach(async () => {
    const people = await addBookingPeople(backend);
    ({ staff, una, orri, customer } = people);
    const app = await backend.app();
    [manager, asUna] = [people.staff, people.una].map((person) => callsOf(app, person));
  });

  const calls = () => manager as Calls;
  const idOf = (person: SignedIn | undefined) => person?.id ?? '';
  const { shift, shiftsOf, approved, read } = createBooking(() => ({
    manager: calls(),
    interpreters: [idOf(una)],
    customer: customer.id,
  }));
  /** A series of Una until Wednesday, its last shift, a shift of Orri on that day, and a reservation of Una then. */
  const booked = async () => {
    const series = await shift({ repeat: 'daily', until: '2024-05-08' });
    const last: ShiftRecord = (await shiftsOf(series.id)).at(-1);
    await shift({ interpreter: idOf(orri), date: '2024-05-08' });
    const { id } = await approved({ date: '2024-05-08' });
    return { series: series as ShiftRecord, last, id };
  };
  const foreseen = async ({ url, changes: form }: { url: string; changes?: object }): Promise<TakenBookings> =>
    (await calls().post(`${url}affected/`, form ? { changes: form } : {})).json().bookings;
  const run = async (
    { url, changes: form }: { url: string; changes?: object },
    decisions?: object[],
    by = calls(),
  ): Promise<Answer> => {
    const etag = (await calls().get(url.replace('following/', ''))).json().etag;
    if (form) return by.patch(url, etag, { ...form, ...(decisions && { decisions }) });
    return decisions
      ? by.post(`${url}remove/`, { decisions }, { 'if-match': etag })
      : by.remove(url, { 'if-match': etag });
  };
  const mailsTo = (person: { email: string } | undefined) =>
    backend.sink.messages.filter(({ to }) => to.includes(person?.email ?? ''));

  it.each(changes)('$name: refused without them, foreseen with a proposal, and done with them', async (change) => {
    const { series, last, id } = await booked();
    const target = change.affected(last.id, series.id);
    expect((await run(target)).json()).toMatchObject({ code: 'shift_reserved', reservations: [id] });
    expect(await foreseen(target)).toMatchObject([
      { reservation: { id }, people: [idOf(una)], replacement: { interpreter: idOf(orri) }, ready: 1 },
    ]);
    expect((await run(target, [])).json()).toMatchObject({ code: 'shift_reserved', reservations: [id] });
    expect(await read(id)).toMatchObject({ uncovered: false, interpreters: [{ id: idOf(una) }] });

    await backend.mailsAreSent();
    backend.sink.messages.splice(0);
    const answer = await run(target, [{ reservation: id, outcome: 'replace', interpreter: idOf(orri) }]);
    expect([200, 204]).toContain(answer.statusCode);
    expect(await read(id)).toMatchObject({
      status: 'approved',
      uncovered: false,
      interpreters: [{ id: idOf(orri), response: 'not_asked', obstacle: null }],
    });
    await backend.mailsAreSent();
    expect([una, orri, customer].map((person) => mailsTo(person).length)).toEqual([1, 1, 1]);
  });

  it('may leave a reservation short, or as it is and not covered', async () => {
    const { last, id } = await booked();
    const other = (await approved({ date: '2024-05-08', time_from: '14:00', time_to: '15:00' })).id;
    const target = { url: `/shifts/${last.id}/`, changes: { state: 'disabled' } };
    const decisions = [
      { reservation: id, outcome: 'short' },
      { reservation: other, outcome: 'keep' },
    ];
    expect((await run(target, decisions)).json()).toMatchObject({ state: 'disabled' });
    expect(await read(id)).toMatchObject({ status: 'approved', uncovered: true, interpreters: [] });
    expect(await read(other)).toMatchObject({
      uncovered: true,
      interpreters: [{ id: idOf(una), obstacle: 'no_shift' }],
    });
  });

  it('are not needed for a reservation that stays covered', async () => {
    const { last, id } = await booked();
    const target = { url: `/shifts/${last.id}/`, changes: { time_to: '12:00' } };
    expect((await run(target)).json()).toMatchObject({ code: 'shift_reserved', reservations: [id] });
    expect(await foreseen(target)).toEqual([]);
    expect((await run(target, [])).json()).toMatchObject({ time_to: '12:00' });
    expect(await read(id)).toMatchObject({ uncovered: false, interpreters: [{ id: idOf(una) }] });
  });

  it('let the person who gets the shift take the reservation over', async () => {
    const series: ShiftRecord = await shift();
    const { id } = await approved();
    const target = { url: `/schedules/${series.id}/`, changes: { interpreter: idOf(orri) } };
    expect(await foreseen(target)).toMatchObject([{ people: [idOf(una)], replacement: { interpreter: idOf(orri) } }]);
    const given = { reservation: id, outcome: 'replace', interpreter: idOf(orri) };
    expect((await run(target, [given])).json()).toMatchObject({ interpreter: idOf(orri) });
    expect(await read(id)).toMatchObject({ uncovered: false, interpreters: [{ id: idOf(orri) }] });
  });

  it('write nothing at all if one of them is refused', async () => {
    const { series, last, id } = await booked();
    const other = (await approved({ date: '2024-05-08', time_from: '14:00', time_to: '15:00' })).id;
    const decisions = [
      { reservation: id, outcome: 'replace', interpreter: idOf(orri) },
      { reservation: other, outcome: 'replace', interpreter: idOf(una) },
    ];
    await backend.mailsAreSent();
    backend.sink.messages.splice(0);
    const target = { url: `/schedules/${series.id}/` };
    expect((await run(target, decisions)).json()).toMatchObject({ code: 'invalid' });
    expect(await shiftsOf(series.id)).toHaveLength(3);
    expect((await calls().get(`/shifts/${last.id}/`)).json()).toMatchObject({ etag: last.etag });
    for (const reservation of [id, other])
      expect(await read(reservation)).toMatchObject({ uncovered: false, interpreters: [{ id: idOf(una) }] });
    await backend.mailsAreSent();
    expect(backend.sink.messages).toEqual([]);
  });

  it('of two planners at once: one is done, the other one is told that the shift has changed', async () => {
    const { last, id } = await booked();
    const target = { url: `/shifts/${last.id}/`, changes: { state: 'disabled' } };
    const both = [
      [{ reservation: id, outcome: 'replace', interpreter: idOf(orri) }],
      [{ reservation: id, outcome: 'short' }],
    ];
    const codes = await Promise.all(
      both.map(async (decisions) => (await run(target, decisions)).json().code ?? 'done'),
    );
    expect(codes.toSorted()).toEqual(['done', 'precondition_failed']);
  });

  it('end a running shift earlier, and only its later reservations need one', async () => {
    const { last, id } = await booked();
    const late = (await approved({ date: '2024-05-08', time_from: '14:00', time_to: '15:00' })).id;
    backend.pass(Date.parse('2024-05-08T09:00:00Z') - Date.parse('2024-05-01T07:00:00Z'));
    const app = await backend.app();
    const later = callsOf(app, await backend.openSession(staff as SignedIn));
    const { etag } = (await later.get(`/shifts/${last.id}/`)).json();
    const end = (decisions?: object[]) =>
      later.patch(`/shifts/${last.id}/`, etag, { time_to: '12:30', ...(decisions && { decisions }) });
    expect((await end([])).json()).toMatchObject({ code: 'shift_reserved', reservations: [late] });
    const given = { reservation: late, outcome: 'replace', interpreter: idOf(orri) };
    expect((await end([given])).json()).toMatchObject({ time_to: '12:30' });
    expect((await later.get(`/reservations/${late}/`)).json()).toMatchObject({ interpreters: [{ id: idOf(orri) }] });
    expect((await later.get(`/reservations/${id}/`)).json()).toMatchObject({ interpreters: [{ id: idOf(una) }] });
  });

  it('are not for the interpreter of a series to read where a day of it was given to somebody else', async () => {
    const series = await shift({ repeat: 'daily', until: '2024-05-08' });
    const last: ShiftRecord = (await shiftsOf(series.id)).at(-1);
    await calls().patch(`/shifts/${last.id}/`, last.etag, { interpreter: idOf(orri) });
    const { id } = await approved({ date: '2024-05-08', interpreters: [idOf(orri)] });
    const theirs = { count: 0, results: [] };
    const blocking = async (by: Calls) => (await by.get(`/schedules/${series.id}/blocking_reservations/`)).json();
    const preview = async (by: Calls) =>
      (await by.post(`/schedules/${series.id}/preview/`, { until: '2024-05-07' })).json().reservations;
    expect([await blocking(asUna as Calls), await preview(asUna as Calls)]).toEqual([theirs, []]);
    expect([await blocking(calls()), await preview(calls())]).toMatchObject([{ results: [{ id }] }, [{ id }]]);
  });

  it('are those of planners only, and the audit log says who has taken them', async () => {
    const { last, id } = await booked();
    const target = { url: `/shifts/${last.id}/`, changes: { state: 'disabled' } };
    const decisions = [{ reservation: id, outcome: 'short' }];
    expect((await run(target, decisions, asUna as Calls)).json()).toMatchObject({ code: 'forbidden' });
    expect((await (asUna as Calls).post(`/shifts/${last.id}/affected/`, {})).json()).toMatchObject({
      code: 'forbidden',
    });
    await run(target, decisions);
    const entries = await backend.database.db
      .selectFrom('audit_entries')
      .select(['act', 'collection'])
      .where('record_id', 'in', [id, last.id])
      .where('person_id', '=', idOf(staff))
      .orderBy('id')
      .execute();
    expect(entries.slice(-2)).toEqual([
      { act: 'update', collection: 'shifts' },
      { act: 'assign', collection: 'reservation_interpreters' },
    ]);
    const owner = callsOf(await backend.app(), await backend.signedIn());
    const found = (await owner.get(`/audit/?grouped=true&person=${idOf(staff)}&page_size=100`)).json().results;
    expect(found).toContainEqual(expect.objectContaining({ act: 'update', collection: 'shifts', record: last.id }));
  });
});
