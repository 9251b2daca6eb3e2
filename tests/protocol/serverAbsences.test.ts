import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Absence, AbsencePreview } from '../../contract/absences.ts';
import { anyDatabase, type SignedIn, testDeployment } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';

const day = { date_from: '2024-05-06', date_to: '2024-05-06' };
const ill = { ...day, kind: 'illness' };
const leave = { ...day, kind: 'leave' };

describe.each(anyDatabase)('absences, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let [manager, asUna, asOrri]: Calls[] = [];
  let [staff, una, orri]: SignedIn[] = [];
  let customer: { id: string; email: string };
  beforeEach(async () => {
    const people = await addBookingPeople(backend);
    ({ staff, una, orri, customer } = people);
    const app = await backend.app();
    [manager, asUna, asOrri] = [people.staff, people.una, people.orri].map((person) => callsOf(app, person));
  });

  const asManager = () => manager as Calls;
  const idOf = (person: SignedIn | undefined) => person?.id ?? '';
  const { shift, shiftsOf, reserve, approved, read } = createBooking(() => ({
    manager: asManager(),
    interpreters: [idOf(una)],
    customer: customer.id,
  }));
  const add = async (calls: Calls | undefined, body: object): Promise<Absence & { code?: string }> =>
    (await (calls as Calls).post('/absences/', body)).json();
  const send = async (calls: Calls | undefined, { id }: Absence, act: string, body?: object) =>
    (await (calls as Calls).post(`/absences/${id}/${act}/`, body)).json();
  const preview = async (body: object): Promise<AbsencePreview> =>
    (await asManager().post('/absences/preview/', body)).json();
  const teamOf = async (id: string) =>
    (await read(id)).interpreters.map(({ id: person, obstacle, response }) => ({ person, obstacle, response }));
  const subjects = async (person: { email: string } | undefined) => {
    await backend.mailsAreSent();
    return backend.sink.messages.filter(({ to }) => to.includes(person?.email ?? '')).map(({ subject }) => subject);
  };

  it('of interpreters: an illness counts at once, the rest when a planner approves it, and nobody else reads them', async () => {
    const illness = await add(asUna, { ...ill, note: 'Flu' });
    expect(illness).toMatchObject({ state: 'reported', kind: 'illness', note: 'Flu', undecided: null });
    const request = await add(asUna, leave);
    expect(request).toMatchObject({ state: 'requested', can: { approve: false, take_back: true } });
    expect((await asManager().get('/absences/')).json()).toMatchObject({ count: 2 });
    expect((await asUna?.get('/absences/'))?.json()).toMatchObject({ count: 2 });
    expect((await asOrri?.get('/absences/'))?.json()).toEqual({ count: 0, results: [] });
    expect((await asOrri?.get(`/absences/${illness.id}/`))?.json()).toMatchObject({ code: 'not_found' });
    expect(await add(asUna, { ...leave, person: idOf(orri) })).toMatchObject({ code: 'forbidden' });
    expect(await send(asUna, request, 'approve', { decisions: [] })).toMatchObject({ code: 'forbidden' });
    expect(await send(manager, request, 'refuse')).toMatchObject({ state: 'refused' });
    expect(await send(asUna, request, 'take_back')).toMatchObject({ code: 'transition_refused' });
    expect(await send(asUna, illness, 'take_back')).toMatchObject({ state: 'taken_back' });
  });

  it('need no approval where the manifest says so, and are not there without their flag', async () => {
    const app = await backend.app({ deployment: { ...testDeployment, leaveNeedsApproval: false } });
    expect(await add(callsOf(app, una as SignedIn), leave)).toMatchObject({ state: 'approved' });
    const flags = { ...testDeployment.flags, absences: false };
    const without = callsOf(await backend.app({ deployment: { ...testDeployment, flags } }), staff as SignedIn);
    expect((await without.get('/absences/')).json()).toMatchObject({ code: 'feature_off' });
  });

  it('take coverage away without deleting shifts, and give it back when they are taken back', async () => {
    await shift();
    const { id } = await approved();
    const { id: pending } = await reserve({ time_from: '13:00', time_to: '14:00' });
    const illness = await add(asUna, ill);
    expect(await read(id)).toMatchObject({ status: 'approved', uncovered: true });
    expect(await teamOf(id)).toEqual([{ person: idOf(una), obstacle: 'absent', response: 'asked' }]);
    expect((await asManager().post(`/reservations/${pending}/approve/`)).json()).toMatchObject({
      code: 'interpreter_absent',
    });
    const query = `reservation=${pending}&interpreter=${idOf(una)}`;
    expect((await asManager().get(`/interpreters/free/?${query}`)).json().results).toMatchObject([
      { group: 'impossible', obstacle: 'absent' },
    ]);
    expect((await asManager().get(`/absences/${illness.id}/`)).json()).toMatchObject({ undecided: 2 });
    await send(manager, illness, 'take_back');
    expect(await read(id)).toMatchObject({ uncovered: false });
    expect((await asManager().get('/shifts/?from_day=2024-05-06&to_day=2024-05-06')).json()).toMatchObject({
      count: 1,
    });
  });

  it('are previewed with one proposal for each booking: the scarcest first, and nobody twice at one time', async () => {
    const inga = await backend.signedIn({ role: 'interpreter', first_name: 'Inga', last_name: 'Ólafsdóttir' });
    await shift();
    await shift({ interpreter: idOf(orri) });
    // Inga can take the first only.
    await shift({ interpreter: inga.id, time_to: '12:00' });
    const { id: early } = await approved();
    const { id: beside } = await reserve({ time_from: '11:00', time_to: '12:30' });
    const { id: late } = await approved({ time_from: '14:00', time_to: '15:00' });
    const { shifts, bookings } = await preview({ person: idOf(una), ...day });
    expect(shifts).toHaveLength(1);
    expect(bookings.map(({ reservation, replacement }) => [reservation.id, replacement?.interpreter])).toEqual([
      [early, inga.id],
      [beside, idOf(orri)],
      [late, idOf(orri)],
    ]);
    expect(await teamOf(early)).toMatchObject([{ person: idOf(una), obstacle: null }]);
  });

  it('exchange proposals where the best for one would leave another without anybody, and never propose whom a customer refuses', async () => {
    await shift();
    const people: string[] = [];
    for (const first_name of ['Xenia', 'Ylva', 'Zoe']) {
      const { id } = await backend.signedIn({ role: 'interpreter', first_name, last_name: `${first_name}dóttir` });
      await shift({ interpreter: id });
      people.push(id);
    }
    const [xenia = '', ylva = '', zoe = ''] = people;
    const reserveWithout = async (interpreter: string, time_from: string) => {
      const { id } = await backend.addUser({ role: 'deaf' });
      await asManager().post('/preferences/', { customer: id, interpreter, preference: 'never' });
      return (await reserve({ customer: id, time_from })).id;
    };
    // The first begins first, and its best is the only one left for a later one.
    const booked = [
      await reserveWithout(zoe, '09:30'),
      await reserveWithout(ylva, '10:00'),
      await reserveWithout(ylva, '10:00'),
    ];
    const { bookings } = await preview({ person: idOf(una), ...day });
    const proposed = new Map(
      bookings.map(({ reservation, replacement }) => [reservation.id, replacement?.interpreter]),
    );
    expect(proposed.get(booked[0] ?? '')).toBe(ylva);
    expect(new Set(booked.map((id) => proposed.get(id)))).toEqual(new Set([xenia, ylva, zoe]));
  });

  it('are entered with all decisions in one transaction, and everybody concerned is told once', async () => {
    await shift();
    await shift({ interpreter: idOf(orri) });
    const [{ id: first }, { id: second }] = [
      await approved(),
      await approved({ time_from: '14:00', time_to: '15:00' }),
    ];
    await backend.mailsAreSent();
    backend.sink.messages.splice(0);
    const entry = { person: idOf(una), ...ill };
    const given = { reservation: first, outcome: 'replace', interpreter: idOf(orri) };
    expect(await add(manager, entry)).toMatchObject({ code: 'reservations_affected', reservations: [first, second] });
    // A refused decision writes none of them.
    const nobody = { reservation: second, outcome: 'replace', interpreter: 'f'.repeat(24) };
    expect(await add(manager, { ...entry, decisions: [given, nobody] })).toMatchObject({ code: 'invalid' });
    expect(await teamOf(first)).toMatchObject([{ person: idOf(una), obstacle: null }]);
    expect((await asManager().get('/absences/')).json()).toMatchObject({ count: 0 });
    expect(await subjects(una)).toEqual([]);

    const decisions = [given, { reservation: second, outcome: 'short' }];
    expect(await add(manager, { ...entry, decisions })).toMatchObject({ state: 'approved', undecided: 0 });
    expect(await teamOf(first)).toEqual([{ person: idOf(orri), obstacle: null, response: 'not_asked' }]);
    expect(await read(second)).toMatchObject({ status: 'approved', interpreters: [], uncovered: true });
    expect([await subjects(una), await subjects(orri), await subjects(customer)].map(({ length }) => length)).toEqual([
      1, 1, 1,
    ]);
    // Owners find the absence in the audit log, and what was decided with it.
    const owner = callsOf(await backend.app(), await backend.signedIn());
    const found = (await owner.get(`/audit/?grouped=true&person=${idOf(staff)}&page_size=100`)).json().results;
    const absence = found.find(({ collection }: { collection: string }) => collection === 'absences');
    expect(absence).toMatchObject({
      act: 'create',
      record_name: 'Una Arnardóttir',
      page: { kind: 'absences', id: absence.record, partner: null },
    });
    expect(absence.others).toBeGreaterThan(1);
  });

  it('that somebody reports are told planners once with the number of bookings, without their kind, and decided later', async () => {
    await shift();
    await shift({ interpreter: idOf(orri) });
    const { id } = await approved();
    await backend.mailsAreSent();
    backend.sink.messages.splice(0);
    const illness = await add(asUna, { ...ill, note: 'Flu' });
    await backend.mailsAreSent();
    const [mail, ...more] = backend.sink.messages;
    expect([mail?.subject, more]).toEqual(['Una Arnardóttir is absent: 06-05-2024', []]);
    expect(mail?.text).toContain('Reservations that need somebody else: 1.');
    expect(mail?.text).not.toMatch(/illness|flu/i);
    const decisions = [{ reservation: id, outcome: 'replace', interpreter: idOf(orri) }];
    expect(await send(manager, illness, 'decide', { decisions })).toMatchObject({ undecided: 0 });
    expect(await teamOf(id)).toMatchObject([{ person: idOf(orri), obstacle: null }]);
    const entries = await backend.database.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('collection', '=', 'absences')
      .execute();
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toMatch(/illness|Flu/);
  });

  it('end at the end of their last day, also when the clocks change, or at a local time', async () => {
    const deployment = { ...testDeployment, timeZone: 'Europe/Vilnius' };
    const calls = callsOf(await backend.app({ deployment }), una as SignedIn);
    const october = { date_from: '2024-10-27', date_to: '2024-10-27', kind: 'leave' };
    expect(await add(calls, october)).toMatchObject({
      from: '2024-10-27T00:00:00+03:00',
      to: '2024-10-28T00:00:00+02:00',
    });
    expect(await add(calls, { ...october, time_from: '02:00', time_to: '04:30' })).toMatchObject({
      from: '2024-10-27T02:00:00+03:00',
      to: '2024-10-27T04:30:00+02:00',
    });
    const faulty = { ...october, time_from: '12:00', time_to: '12:00' };
    expect(await add(calls, faulty)).toMatchObject({ code: 'check_dates', errors: { time_to: ['check_dates'] } });
  });

  it('last 400 days after the first at most', async () => {
    expect(await add(asUna, { ...leave, date_to: '2025-06-10' })).toMatchObject({ date_to: '2025-06-10' });
    expect(await add(asUna, { ...leave, date_to: '2025-06-11' })).toMatchObject({ code: 'check_dates' });
  });

  it('that are taken back put the shifts back that a planner names, checked like new ones', async () => {
    const callOff = async (series: { id: string }): Promise<string> => {
      const [only] = await shiftsOf(series.id);
      await asManager().patch(`/shifts/${only.id}/`, only.etag, { state: 'disabled' });
      return only.id;
    };
    const morning = await callOff(await shift({ time_from: '09:00', time_to: '12:00' }));
    const afternoon = await callOff(await shift({ time_from: '13:00', time_to: '17:00' }));
    backend.pass(60_000);
    const illness = await add(manager, { person: idOf(una), ...ill });
    await shift({ time_from: '14:00', time_to: '15:00' });
    expect(await preview({ absence: illness.id })).toMatchObject({
      called_off: [
        { shift: { id: morning }, reasons: [], suggested: false },
        { shift: { id: afternoon }, reasons: ['shift_overlap'], suggested: false },
      ],
    });
    // Only what is called off once somebody is absent is suggested.
    await callOff(await shift({ time_from: '18:00', time_to: '20:00' }));
    const { called_off } = await preview({ absence: illness.id });
    expect(called_off.map(({ suggested }) => suggested)).toEqual([false, false, true]);
    const takeBack = (put_back: unknown[], by = manager) => send(by, illness, 'take_back', { put_back });
    expect(await takeBack([morning, afternoon])).toMatchObject({ code: 'shift_overlap', days: ['2024-05-06'] });
    expect(await takeBack([morning, 'f'.repeat(24)])).toMatchObject({ code: 'invalid' });
    expect((await asManager().get(`/shifts/${morning}/`)).json()).toMatchObject({ state: 'disabled' });
    await backend.mailsAreSent();
    backend.sink.messages.splice(0);
    expect(await takeBack([morning])).toMatchObject({ state: 'taken_back' });
    expect((await asManager().get(`/shifts/${morning}/`)).json()).toMatchObject({ state: 'enabled' });
    expect((await asManager().get(`/shifts/${afternoon}/`)).json()).toMatchObject({ state: 'disabled' });
    expect(await subjects(una)).toHaveLength(1);
    const absence = await add(asUna, ill);
    expect(await send(asUna, absence, 'take_back', { put_back: [afternoon] })).toMatchObject({ code: 'forbidden' });
  });

  it('in force are changed with decisions on what they newly take away', async () => {
    await shift();
    const { id } = await approved({ time_from: '14:00', time_to: '15:00' });
    const entered = await add(manager, { person: idOf(una), ...ill, time_to: '12:00' });
    const longer = (decisions?: object[]) =>
      asManager().patch(`/absences/${entered.id}/`, entered.etag, { time_to: null, ...(decisions && { decisions }) });
    expect((await longer()).json()).toMatchObject({ code: 'reservations_affected', reservations: [id] });
    expect((await longer([{ reservation: id, outcome: 'keep' }])).json()).toMatchObject({ undecided: 1 });
    expect(await read(id)).toMatchObject({ uncovered: true, interpreters: [{ id: idOf(una) }] });
  });

  it.each([
    ['begins', { date_from: '2024-05-05' }, 1],
    ['ends', { date_to: '2024-05-07' }, 1],
    ['is called', { kind: 'training', note: 'Course' }, 0],
  ])('tell the person when one in force %s otherwise: %j, %i mails', async (_name, changes, count) => {
    const { id, etag } = await add(manager, { person: idOf(una), ...leave });
    await asManager().patch(`/absences/${id}/`, etag, changes);
    expect((await subjects(una)).filter((subject) => subject.startsWith('Your absence has changed'))).toHaveLength(
      count,
    );
  });

  it('are changed by the person before they begin, and planners are told again', async () => {
    await shift();
    await approved();
    const illness = await add(asUna, ill);
    expect(illness).toMatchObject({ can: { update: true, decide: false } });
    await backend.mailsAreSent();
    backend.sink.messages.splice(0);
    const patch = (calls: Calls | undefined, { id, etag }: Absence, body: object) =>
      (calls as Calls).patch(`/absences/${id}/`, etag, body);
    expect((await patch(asOrri, illness, { note: 'Flu' })).json()).toMatchObject({ code: 'not_found' });
    const longer = (await patch(asUna, illness, { date_to: '2024-05-07' })).json();
    expect(longer).toMatchObject({ date_to: '2024-05-07', state: 'reported' });
    expect(await subjects(staff)).toEqual(['Una Arnardóttir is absent: 06-05-2024 – 07-05-2024']);
    // Another kind waits for a planner, like a new request.
    const request = (await patch(asUna, longer, { kind: 'leave' })).json();
    expect(request).toMatchObject({ state: 'requested' });
    const approval = await send(manager, request, 'approve', {
      decisions: [
        { reservation: (await preview({ absence: request.id })).bookings[0]?.reservation.id, outcome: 'keep' },
      ],
    });
    expect(approval).toMatchObject({ state: 'approved' });
    const late = (await asUna?.get(`/absences/${request.id}/`))?.json();
    expect(late).toMatchObject({ can: { update: false } });
    expect((await patch(asUna, late, { note: 'Sun' })).json()).toMatchObject({ code: 'transition_refused' });
  });

  it('that become longer are previewed with what they newly take away', async () => {
    await shift();
    await approved();
    const { id } = await approved({ time_from: '14:00', time_to: '15:00' });
    const illness = await add(asUna, { ...ill, time_to: '12:00' });
    const { bookings } = await preview({ absence: illness.id, time_to: null });
    expect(bookings.map(({ reservation }) => reservation.id)).toEqual([id]);
    expect((await preview({ absence: illness.id })).bookings).toHaveLength(1);
  });
});
