import type { FastifyRequest } from 'fastify';
import type {
  Absence,
  AbsenceChanges,
  AbsenceDraft,
  AbsenceEnd,
  AbsencePreview,
  AbsencesQuery,
  NewAbsence,
} from '../../../contract/absences.ts';
import type { BookingDecision } from '../../../contract/bookingDecisions.ts';
import type { absenceActs } from '../../../contract/acts.ts';
import { type AbsenceKind, type AbsenceState, isInForce } from '../../../contract/absenceNames.ts';
import { absenceRefusal } from '../../../contract/recordRules.ts';
import { bindTo } from '../../bindTo.ts';
import { checkMatchIfGiven, requireMatch } from '../../collection/etag.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { dryRun, setAuditContext, type Trx, write } from '../../collection/write.ts';
import { spanOfDays } from '../../days.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sessionOf } from '../../http/guard.ts';
import type { AbsenceNews, NotificationEvent } from '../../notifications/events.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { shiftEvents } from '../../notifications/shiftChanges.ts';
import type { Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { inZone } from '../../schedule/wallTime.ts';
import { applyDecisions, comingIn, type Taken } from '../reservations/decisions.ts';
import { plannersOf } from '../reservations/planners.ts';
import { presentTaken } from '../reservations/taken.ts';
import { openReservationsIn, type ReservationRow } from '../reservations/repository.ts';
import type { Reservations } from '../reservations/reservations.ts';
import { calledOffIn, putShiftsBack } from '../schedules/planning/putBack.ts';
import { isInterpreter, listShifts, lockInterpreters } from '../schedules/repository.ts';
import { shiftOnWire } from '../schedules/wire.ts';
import { absenceOnWire, type Context, isPlanner } from './context.ts';
import { type AbsenceRow, findAbsence, insertAbsence, listAbsences, lockAbsence, updateAbsence } from './repository.ts';
import { type Days, type Time, timeOf } from './terms.ts';

type Act = (typeof absenceActs)[number];

/** The names of the acts in the audit log; undefined: a plain update. */
const auditActs = {
  approve: 'approve',
  refuse: 'reject',
  take_back: 'cancel',
  update: undefined,
  decide: undefined,
} as const satisfies Record<Act, string | undefined>;

/** The reservations that an absent interpreter is taken from. */
const takenFrom = (absent: string, rows: readonly ReservationRow[]): Taken[] =>
  rows.map((row) => ({ row, people: [absent] }));

const newsOf = (
  row: Pick<AbsenceRow, 'id' | 'starts' | 'ends' | 'person_name'>,
  what: AbsenceNews,
  { to, bookings = 0 }: { to: string[]; bookings?: number },
): NotificationEvent => {
  const { starts, ends, person_name: name } = row;
  return { about: 'absence', what, absence: row.id, starts, ends, name, bookings, to };
};

/** The state of an absence that somebody reports or asks for themselves. */
const ownStateOf = ({ leaveNeedsApproval }: Context, kind: AbsenceKind): AbsenceState =>
  kind === 'illness' ? 'reported' : leaveNeedsApproval ? 'requested' : 'approved';

/** What planners are told of an absence that somebody reports or asks for themselves. */
async function newsToPlanners(
  { allowedRoles }: Context,
  trx: Trx,
  row: AbsenceRow,
  now: Date,
): Promise<NotificationEvent> {
  const { length: bookings } = await openReservationsIn(trx, row.interpreter_id, row, now);
  const to = await plannersOf(trx, allowedRoles, now);
  return newsOf(row, row.state === 'requested' ? 'requested' : 'reported', { to, bookings });
}

async function reread({ zone }: Context, trx: Trx, id: string, { person, now }: { person: Person; now: Date }) {
  return absenceOnWire(orNotFound(await findAbsence(trx, id, now)), { person, now, zone });
}

/** Whom an absence of a form is about. @throws ApiProblem forbidden, invalid */
async function absentIn({ db }: Pick<Context, 'db'>, person: Person, asked: string | undefined): Promise<string> {
  const id = asked ?? person.id;
  if (id !== person.id && !isPlanner(person)) throw new ApiProblem('forbidden', { errors: { person: ['forbidden'] } });
  if (!(await isInterpreter(db, id))) throw new ApiProblem('invalid', { errors: { person: ['invalid'] } });
  return id;
}

/** One page of the absences that the caller may read. */
async function list(context: Context, request: FastifyRequest, { from_day, to_day, ...query }: AbsencesQuery) {
  const { db, clock, zone } = context;
  const { person } = sessionOf(request);
  const now = clock();
  const span = spanOfDays({ from_day, to_day }, zone);
  const asked = { query, onlyInterpreter: isPlanner(person) ? null : person.id, ...span };
  const { count, rows } = await listAbsences(db, asked, now);
  return { count, results: rows.map((row) => absenceOnWire(row, { person, now, zone })) };
}

/** An absence that the caller may read. */
async function readable({ db, clock }: Context, person: Person, id: string): Promise<AbsenceRow> {
  const row = orNotFound(await findAbsence(db, id, clock()));
  if (!isPlanner(person) && row.interpreter_id !== person.id) throw new ApiProblem('not_found');
  return row;
}

async function read(context: Context, request: FastifyRequest, id: string): Promise<Absence> {
  const { person } = sessionOf(request);
  return absenceOnWire(await readable(context, person, id), { person, now: context.clock(), zone: context.zone });
}

/** Adds an absence within the transaction of the create. */
async function add(
  context: Context,
  trx: Trx,
  request: FastifyRequest,
  { person: asked, kind, note = null, decisions = [], ...form }: NewAbsence,
): Promise<Absence> {
  const { clock, zone, notify } = context;
  const { person } = sessionOf(request);
  const now = clock();
  const isByPlanner = isPlanner(person);
  const interpreter_id = await absentIn({ db: trx }, person, asked);
  if (!isByPlanner && decisions.length > 0) throw new ApiProblem('forbidden', { errors: { decisions: ['forbidden'] } });
  const { date_from: first_day, date_to: last_day, time_from = null, time_to = null } = form;
  const time = timeOf({ first_day, last_day, time_from, time_to }, { now, zone });
  const id = randomId();
  await lockInterpreters(trx, [interpreter_id, ...comingIn(decisions)]);
  const state = isByPlanner ? 'approved' : ownStateOf(context, kind);
  const columns = { absence_kind: kind, absence_note: note, state, created: now } as const;
  await insertAbsence(trx, { id, interpreter_id, ...time, ...columns });
  const row = orNotFound(await findAbsence(trx, id, now));
  if (isByPlanner) {
    const rows = await openReservationsIn(trx, interpreter_id, time, now);
    const taken = takenFrom(interpreter_id, rows);
    const settled = { taken, decisions, refusal: 'reservations_affected' } as const;
    const events = await applyDecisions(context, trx, { request, now }, settled);
    await notify(trx, person.id, [newsOf(row, 'entered', { to: [interpreter_id] }), ...events]);
  } else {
    await notify(trx, person.id, [await newsToPlanners(context, trx, row, now)]);
  }
  return reread(context, trx, id, { person, now });
}

/** Runs one act on an absence, with the time of everybody concerned locked. Notifies people of the news that it returns. */
function change(
  context: Context,
  request: FastifyRequest,
  id: string,
  { act, decisions = [] }: { act: Act; decisions?: readonly BookingDecision[] | undefined },
  run: (trx: Trx, row: AbsenceRow, now: Date) => Promise<NotificationEvent[]>,
): Promise<Absence> {
  const { db, clock, notify } = context;
  const { person } = sessionOf(request);
  const now = clock();
  return write(db, { request, now, act: auditActs[act] }, async (trx) => {
    const { interpreter_id } = orNotFound(await findAbsence(trx, id, now));
    await lockInterpreters(trx, [interpreter_id, ...comingIn(decisions)]);
    const row = orNotFound(await lockAbsence(trx, id, now));
    const refusal = absenceRefusal(act, person, { ...row, person: interpreter_id }, now);
    if (refusal) throw new ApiProblem(refusal);
    (act === 'update' ? requireMatch : checkMatchIfGiven)(request, row.version);
    await notify(trx, person.id, await run(trx, row, now));
    return reread(context, trx, id, { person, now });
  });
}

/** Approves a request, with a decision on each approved reservation. */
function approve(context: Context, request: FastifyRequest, id: string, decisions: readonly BookingDecision[]) {
  return change(context, request, id, { act: 'approve', decisions }, async (trx, row, now) => {
    const { interpreter_id: absent } = row;
    await updateAbsence(trx, id, { state: 'approved' });
    const taken = takenFrom(absent, await openReservationsIn(trx, absent, row, now));
    const settled = { taken, decisions, refusal: 'reservations_affected' } as const;
    const events = await applyDecisions(context, trx, { request, now }, settled);
    return [newsOf(row, 'approved', { to: [absent] }), ...events];
  });
}

/** Decides on reservations of somebody who is absent already. */
function decide(context: Context, request: FastifyRequest, id: string, decisions: readonly BookingDecision[]) {
  return change(context, request, id, { act: 'decide', decisions }, async (trx, row, now) => {
    const { interpreter_id: absent } = row;
    await updateAbsence(trx, id, {});
    const taken = takenFrom(absent, await openReservationsIn(trx, absent, row, now));
    return applyDecisions(context, trx, { request, now }, { taken, decisions, refusal: null });
  });
}

/** Refuses a request. */
function refuse(context: Context, request: FastifyRequest, id: string) {
  return change(context, request, id, { act: 'refuse' }, async (trx, row) => {
    await updateAbsence(trx, id, { state: 'refused' });
    return [newsOf(row, 'refused', { to: [row.interpreter_id] })];
  });
}

/**
 * Takes an absence back: the person covers again what was not given to others, and shifts that a planner names are put back.
 */
function takeBack(context: Context, request: FastifyRequest, id: string, { put_back: ids = [] }: AbsenceEnd) {
  const { workingTime } = context;
  const { person } = sessionOf(request);
  return change(context, request, id, { act: 'take_back' }, async (trx, row, now) => {
    const { interpreter_id: absent } = row;
    await updateAbsence(trx, id, { state: 'taken_back' });
    if (!isPlanner(person)) {
      if (ids.length > 0) throw new ApiProblem('forbidden', { errors: { put_back: ['forbidden'] } });
      return [newsOf(row, 'withdrawn', { to: await plannersOf(trx, context.allowedRoles, now) })];
    }
    await setAuditContext(trx, { request, now });
    const calledOff = (await calledOffIn(trx, absent, row, { now, workingTime })).map(({ shift }) => shift);
    const { before, after } = await putShiftsBack(trx, ids, calledOff, { now, workingTime });
    return [newsOf(row, 'taken_back', { to: [absent] }), ...shiftEvents(before, after)];
  });
}

/** The days of an absence with those of a form. */
const daysWith = (row: Days, { date_from, date_to, time_from, time_to }: AbsenceChanges): Days => ({
  first_day: date_from ?? row.first_day,
  last_day: date_to ?? row.last_day,
  time_from: time_from === undefined ? row.time_from : time_from,
  time_to: time_to === undefined ? row.time_to : time_to,
});

/** The reservations in a time that an absence in force does not take away already. */
async function newlyTaken(trx: Trx, row: AbsenceRow, time: Time, now: Date): Promise<Taken[]> {
  const { interpreter_id: absent } = row;
  const former = isInForce(row.state) ? await openReservationsIn(trx, absent, row, now) : [];
  const rows = await openReservationsIn(trx, absent, time, now);
  return takenFrom(
    absent,
    rows.filter(({ id }) => !former.some((reservation) => reservation.id === id)),
  );
}

/**
 * Changes an absence. A planner decides on each approved reservation that an absence in force newly takes away. If the absent person
 * changes it, planners get the message that a new absence sends.
 */
function update(context: Context, request: FastifyRequest, id: string, { decisions = [], ...form }: AbsenceChanges) {
  const { person } = sessionOf(request);
  return change(context, request, id, { act: 'update', decisions }, async (trx, row, now) => {
    const { interpreter_id: absent } = row;
    const time = timeOf(daysWith(row, form), { now, zone: context.zone });
    const absence_kind = form.kind ?? row.absence_kind;
    const absence_note = form.note === undefined ? row.absence_note : form.note;
    const state = isPlanner(person) ? row.state : ownStateOf(context, absence_kind);
    const taken = await newlyTaken(trx, row, time, now);
    await updateAbsence(trx, id, { ...time, absence_kind, absence_note, state });
    if (!isPlanner(person)) {
      if (decisions.length > 0) throw new ApiProblem('forbidden', { errors: { decisions: ['forbidden'] } });
      return [await newsToPlanners(context, trx, { ...row, ...time, state }, now)];
    }
    const isMoved = Number(time.starts) !== Number(row.starts) || Number(time.ends) !== Number(row.ends);
    const events = isMoved ? [newsOf({ ...row, ...time }, 'changed', { to: [absent] })] : [];
    if (!isInForce(row.state)) return events;
    const settled = { taken, decisions, refusal: 'reservations_affected' } as const;
    return [...events, ...(await applyDecisions(context, trx, { request, now }, settled))];
  });
}

/** What an absence takes away, with a proposal for each reservation. */
async function preview(
  context: Context,
  request: FastifyRequest,
  { person: asked, absence, ...form }: AbsenceDraft,
): Promise<AbsencePreview> {
  const { db, clock, zone, workingTime } = context;
  const { person } = sessionOf(request);
  const now = clock();
  const row = absence === undefined ? null : await readable(context, person, absence);
  const absent = row ? row.interpreter_id : await absentIn(context, person, asked);
  const { date_from } = form;
  if (row === null && date_from === undefined) throw new ApiProblem('invalid', { errors: { date_from: ['required'] } });
  const blank = { first_day: date_from ?? '', last_day: date_from ?? '', time_from: null, time_to: null };
  const time = timeOf(daysWith(row ?? blank, form), { now, zone });
  return dryRun(db, { request, now }, async (trx) => {
    const isChanged = row !== null && Object.keys(form).length > 0;
    const taken = isChanged
      ? await newlyTaken(trx, row, time, now)
      : takenFrom(absent, await openReservationsIn(trx, absent, time, now));
    const range = { from: time.starts > now ? time.starts : now, to: time.ends };
    const shifts = await listShifts(trx, range, { state: ['enabled'] }, [absent]);
    const reader = { person, now, isPlanner: isPlanner(person) };
    return {
      from: inZone(time.starts, zone),
      to: inZone(time.ends, zone),
      shifts: shifts.map((shift) => shiftOnWire(shift, person, now)),
      called_off:
        row && isPlanner(person)
          ? (await calledOffIn(trx, absent, time, { now, workingTime })).map(({ shift, reasons, since }) => ({
              shift: shiftOnWire(shift, person, now),
              reasons,
              suggested: since !== null && since >= row.created,
            }))
          : [],
      bookings: await presentTaken(context, trx, taken, reader),
    };
  });
}

/** Absences of interpreters and their rules; each act is one transaction. */
export function createAbsences(
  {
    deployment: { timeZone: zone, allowedRoles, leaveNeedsApproval, workingTime },
    database: { db },
    clock,
  }: Pick<Dependencies, 'deployment' | 'database' | 'clock'>,
  { notify, reservations }: { notify: Notify; reservations: Reservations },
) {
  const deployment = { zone, allowedRoles, leaveNeedsApproval, workingTime };
  const bound = bindTo<Context>({ db, clock, ...deployment, notify, reservations });
  return {
    list: bound(list),
    read: bound(read),
    add: bound(add),
    update: bound(update),
    approve: bound(approve),
    decide: bound(decide),
    refuse: bound(refuse),
    takeBack: bound(takeBack),
    preview: bound(preview),
  };
}
