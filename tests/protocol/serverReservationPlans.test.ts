import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PlanLine, PlanPair, ReservationPlan } from '../../contract/reservationPlans.ts';
import { anyDatabase, type SignedIn } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { addOpenWeek, openWeek } from '../support/openWeek.ts';
import { faultsOfPlan } from '../support/planFaults.ts';

const day = { from: '2024-05-06', to: '2024-05-06' };

describe.each(anyDatabase)('plans for reservations short of people, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let manager: Calls;
  let una: SignedIn;
  let orri: SignedIn;
  let asUna: Calls;
  let customer: { id: string; email: string };
  beforeEach(async () => {
    const app = await backend.app();
    const people = await addBookingPeople(backend);
    ({ una, orri, customer } = people);
    [manager, asUna] = [callsOf(app, people.staff), callsOf(app, una)];
    for (const { id } of [una, orri]) await shift({ interpreter: id });
  });
  const { shift, reserve, act, read } = createBooking(
    () => ({ manager, interpreters: [una.id], customer: customer.id }),
    { interpreters: [] },
  );
  const plan = async (asked: object = day): Promise<ReservationPlan> => {
    const answer = await manager.post('/reservations/plan/', asked);
    expect([answer.statusCode, answer.json().code]).toEqual([200, undefined]);
    return answer.json();
  };
  const chosen = ({ lines }: { lines: PlanLine[] }) =>
    lines.map(({ reservation, interpreter }) => [
      reservation.name,
      interpreter?.interpreter_name.split(' ')[0] ?? null,
    ]);
  const pair = (reservation: { id: string }, person: { id: string }): PlanPair => ({
    reservation: reservation.id,
    interpreter: person.id,
  });
  const apply = async (how: 'assign' | 'offer', lines: PlanPair[]) =>
    (await manager.post('/reservations/plan/apply/', { act: how, lines }))
      .json()
      .results.map(({ refusal }: { refusal: { code: string } | null }) => refusal?.code ?? 'done');
  const team = async (id: string) =>
    (await read(id)).interpreters.map((interpreter) => [interpreter.id, interpreter.response]);

  it('propose different people for reservations at one time, the soonest first, and write nothing', async () => {
    const later = await reserve({ name: 'School', time_from: '11:00', time_to: '12:00' });
    const court = await reserve({ name: 'Court', time_from: '10:00', time_to: '11:30' });
    const found = await plan();
    expect(chosen(found).map(([name]) => name)).toEqual(['Court', 'School']);
    expect(new Set(found.lines.map(({ interpreter }) => interpreter?.interpreter))).toEqual(new Set([una.id, orri.id]));
    expect(found.lines[0]).toMatchObject({ ready: 2, is_locked: false, obstacles: [], needs_shift: 0 });
    expect(found.left_off).toBe(0);
    expect([await team(court.id), await team(later.id)]).toEqual([[], []]);
    expect(chosen(await plan({ reservations: [later.id] })).map(([name]) => name)).toEqual(['School']);
    expect(chosen(await plan({ from: '2024-05-07', to: '2024-05-08' }))).toEqual([]);
  });

  it('share a day among those who are equally good', async () => {
    for (const from of ['09:00', '10:30', '12:00', '13:30'])
      await reserve({ name: from, time_from: from, time_to: `${Number(from.slice(0, 2)) + 1}${from.slice(2)}` });
    const { lines } = await plan();
    const shares = Map.groupBy(lines, ({ interpreter }) => interpreter?.interpreter);
    expect([una.id, orri.id].map((id) => shares.get(id)?.length)).toEqual([2, 2]);
  });

  it('leave out what is full, rejected, offered or unknown', async () => {
    const full = await reserve({ interpreters: [una.id] });
    const rejected = await reserve();
    await act(rejected.id, 'reject');
    const offered = await reserve();
    await act(offered.id, 'offer', { interpreters: [orri.id], deadline: '2024-05-05T10:00:00Z' });
    const reservations = [full.id, rejected.id, offered.id, 'a'.repeat(24)];
    expect(await plan({ reservations })).toEqual({ lines: [], left_off: 0 });
  });

  it('have a line for each missing person, with two different people, and say why nobody is left', async () => {
    await reserve({ name: 'Court', interpreters_needed: 3 });
    const found = await plan();
    expect(new Set(chosen(found).map(([, name]) => name))).toEqual(new Set(['Una', 'Orri', null]));
    await act((await reserve({ interpreters: [una.id] })).id, 'approve');
    expect((await plan()).lines[0]).toMatchObject({ ready: 1, obstacles: [{ obstacle: 'booked', people: 1 }] });
    await reserve({ name: 'Night', time_from: '20:00', time_to: '21:00' });
    expect((await plan()).lines.at(-1)).toMatchObject({ interpreter: null, ready: 0, needs_shift: 2, obstacles: [] });
  });

  it('keep locked lines, which take the time of their people, and propose no dropped pair', async () => {
    const court = await reserve({ name: 'Court' });
    const school = await reserve({ name: 'School', time_from: '11:00', time_to: '12:00' });
    for (const [first, second] of [
      [una, orri],
      [orri, una],
    ] as const) {
      const { lines } = await plan({ ...day, locked: [pair(court, first)] });
      expect(lines.map(({ interpreter, is_locked: isLocked }) => [interpreter?.interpreter, isLocked])).toEqual([
        [first.id, true],
        [second.id, false],
      ]);
    }
    const dropped = [pair(court, una), pair(school, una)];
    expect(chosen(await plan({ ...day, dropped })).map(([, name]) => name)).toContain(null);
  });

  it('propose nobody who has declined', async () => {
    const court = await reserve({ interpreters: [una.id] });
    await asUna.post(`/reservations/${court.id}/decline/`, {});
    expect(chosen(await plan())).toEqual([['Court hearing', 'Orri']]);
  });

  it('propose nobody who is asked for another one at that time, or to whom one is offered, and say how many are', async () => {
    const court = await reserve({ name: 'Court' });
    const at = { time_from: '11:00', time_to: '12:00' };
    const asked = await reserve({ name: 'Asked', interpreters: [una.id], ...at });
    await reserve({ name: 'Later', interpreters: [orri.id], time_from: '11:30', time_to: '12:00' });
    expect(chosen(await plan())).toEqual([['Court', 'Orri']]);
    const { id } = await reserve({ name: 'Offered', ...at });
    await act(id, 'offer', { interpreters: [orri.id], deadline: '2024-05-05T10:00:00Z' });
    const [line] = (await plan()).lines;
    expect(line).toMatchObject({ interpreter: null, ready: 2, asked_elsewhere: 2, needs_shift: 0, obstacles: [] });
    await asUna.post(`/reservations/${asked.id}/decline/`, {});
    expect(chosen(await plan({ reservations: [court.id] }))).toEqual([['Court', 'Una']]);
  });

  it('say what limit of working time the shift of who is proposed exceeds', async () => {
    await shift({ interpreter: una.id, time_from: '17:00', time_to: '20:00' });
    const { id } = await reserve();
    const excess = async (person: { id: string }) =>
      (await plan({ ...day, locked: [{ reservation: id, interpreter: person.id }] })).lines[0]?.interpreter?.excess;
    expect(await excess(una)).toEqual([{ limit: 'hours_per_day', minutes: 660, bound: 600 }]);
    expect(await excess(orri)).toBeUndefined();
  });

  it('refuse other people, and spans without an end or of more than a week', async () => {
    expect((await asUna.post('/reservations/plan/', day)).statusCode).toBe(403);
    expect((await asUna.post('/reservations/plan/apply/', { act: 'assign', lines: [] })).statusCode).toBe(403);
    const codes = async (asked: object) => (await manager.post('/reservations/plan/', asked)).json().errors;
    expect(await codes({ from: '2024-05-06' })).toEqual({ to: ['required'] });
    expect(await codes({ from: '2024-05-06', to: '2024-05-13' })).toEqual({ to: ['check_dates'] });
  });

  it('are assigned line by line: who was booked meanwhile is refused, and only that line', async () => {
    const court = await reserve({ name: 'Court' });
    const school = await reserve({ name: 'School' });
    const other = await reserve({ name: 'Other', interpreters: [una.id] });
    await act(other.id, 'approve');
    expect(await apply('assign', [pair(court, una), pair(school, orri)])).toEqual(['reservation_overlap', 'done']);
    expect([await team(court.id), await team(school.id)]).toEqual([[], [[orri.id, 'asked']]]);
    expect(await apply('assign', [pair(school, orri)])).toEqual(['transition_refused']);
  });

  it('assign the one of two people who can', async () => {
    const court = await reserve({ interpreters_needed: 2 });
    const other = await reserve({ interpreters: [una.id] });
    await act(other.id, 'approve');
    expect(await apply('assign', [pair(court, una), pair(court, orri)])).toEqual(['reservation_overlap', 'done']);
    expect(await team(court.id)).toEqual([[orri.id, 'asked']]);
  });

  it('book somebody for an approved reservation, who is told once, as the customer is, and the audit log has it', async () => {
    const court = await reserve({ interpreters: [una.id] });
    await act(court.id, 'approve');
    await asUna.post(`/reservations/${court.id}/decline/`, {});
    await backend.mailsAreSent();
    backend.sink.messages.splice(0);
    expect(await apply('assign', [pair(court, orri)])).toEqual(['done']);
    expect(await read(court.id)).toMatchObject({ status: 'approved', uncovered: false });
    expect(await team(court.id)).toEqual(expect.arrayContaining([[orri.id, 'not_asked']]));
    await backend.mailsAreSent();
    expect(backend.sink.messages.flatMap(({ to }) => to).toSorted()).toEqual([customer.email, orri.email].toSorted());
    const owner = await backend.signedIn({ role: 'owner' });
    const { results } = (
      await callsOf(await backend.app(), owner).get(`/audit/?record=${court.id}&ordering=-at`)
    ).json();
    expect(results[0]).toMatchObject({ act: 'assign', person_name: 'Manni Jónsdóttir' });
  });

  it('are offered, each reservation once to the people of its lines', async () => {
    const court = await reserve({ interpreters_needed: 2 });
    expect(await apply('offer', [pair(court, una), pair(court, orri)])).toEqual(['done', 'done']);
    const { offer, interpreters } = await read(court.id);
    expect(offer).toMatchObject({ deadline: '2024-05-02T07:00:00.000Z', approves: true, next: 'everybody' });
    expect(interpreters.map(({ response }) => response)).toEqual(['offered', 'offered']);
  });

  it('break no rule in a random week', async () => {
    const { db } = backend.database;
    for (const seed of ['first', 'second']) {
      await addOpenWeek(db, { people: 12, bookings: 45, seed });
      const { lines } = await plan(openWeek);
      expect(await faultsOfPlan(db, lines)).toEqual([]);
      expect(lines.filter(({ interpreter }) => interpreter !== null).length).toBeGreaterThan(10);
    }
  });
});
