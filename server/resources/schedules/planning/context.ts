import type { FastifyRequest } from 'fastify';
import type { Flags } from '../../../../contract/flags.ts';
import { readScope } from '../../../../contract/permissions.ts';
import type { StaffRole } from '../../../../contract/roles.ts';
import { checkMatchIfGiven, requireMatch } from '../../../collection/etag.ts';
import type { Trx } from '../../../collection/write.ts';
import type { WorkingTime } from '../../../../tenants/inheritance.ts';
import type { Db } from '../../../db/tables.ts';
import type { Notify } from '../../../notifications/notifications.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { NotificationEvent } from '../../../notifications/events.ts';
import { shiftEvents } from '../../../notifications/shiftChanges.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import type { Reservations } from '../../reservations/reservations.ts';
import {
  findSchedule,
  findShift,
  isInterpreter,
  type NamedScheduleRow,
  type ScheduleRow,
  type ShiftRow,
  shiftsOf,
  withInterpreters,
} from '../repository.ts';

/** The dependencies of acts on the calendar. */
export type Context = {
  db: Db;
  clock: () => Date;
  flags: Flags;
  /** The deployment's time zone, for new schedules. */
  timeZone: string;
  workingTime: WorkingTime;
  /** The roles that may sign in. */
  allowedRoles: readonly StaffRole[];
  notify: Notify;
  reservations: Pick<Reservations, 'present'>;
  /** A dry run: a change ends before it is saved, with the reservations that it takes somebody from. */
  foresees: boolean;
};

/** Compares the version of a record with the request’s `If-Match`, which a dry run need not send. */
export const matchOf = ({ foresees }: Context) => (foresees ? checkMatchIfGiven : requireMatch);

/** The user id that a person's read scope is limited to, or null. */
export function onlyInterpreterOf({ id, role }: Person): string | null {
  return readScope('calendar', role) === 'own' ? id : null;
}

/** @throws ApiProblem forbidden, or invalid if the person is not an approved interpreter. */
export async function assertAssignable(on: Db, person: Person, interpreterId: string): Promise<void> {
  const onlyInterpreter = onlyInterpreterOf(person);
  if (onlyInterpreter !== null && onlyInterpreter !== interpreterId) throw new ApiProblem('forbidden');
  if (!(await isInterpreter(on, interpreterId)))
    throw new ApiProblem('invalid', { errors: { interpreter: ['invalid'] } });
}

/** @throws ApiProblem schedule_external for an external schedule. */
export function assertNotExternal({ source }: Pick<ScheduleRow, 'source'>): void {
  if (source === 'external') throw new ApiProblem('schedule_external');
}

/** The schedule, read again with the locks held. @throws ApiProblem if it was reassigned meanwhile. */
export async function rereadSchedule(
  trx: Trx,
  seen: ScheduleRow,
  onlyInterpreter: string | null,
): Promise<NamedScheduleRow> {
  const row = await findSchedule(trx, seen.id, onlyInterpreter);
  if (row.interpreter_id !== seen.interpreter_id) throw new ApiProblem('precondition_failed');
  return row;
}

/** The shift, read again with the locks held. @throws ApiProblem if it was moved meanwhile. */
export async function rereadShift(trx: Trx, seen: ShiftRow, onlyInterpreter: string | null): Promise<ShiftRow> {
  const shift = await findShift(trx, seen.id, onlyInterpreter);
  if (shift.interpreter_id !== seen.interpreter_id || shift.schedule_id !== seen.schedule_id)
    throw new ApiProblem('precondition_failed');
  return shift;
}

/**
 * All interpreters whose time a change of a schedule affects: days changed individually may have another interpreter.
 */
export async function peopleOf({ db }: Context, row: ScheduleRow, others: readonly string[]): Promise<string[]> {
  const shifts = await shiftsOf(db, row.id);
  return [row.interpreter_id, ...others, ...shifts.map((shift) => shift.interpreter_id)];
}

/**
 * Locks a schedule with all its interpreters and runs an act on it. `others` are further people whose time the act
 * changes; `checkVersion` compares the stored version with the request’s `If-Match`.
 * @throws ApiProblem for an external schedule, and for one that was changed meanwhile.
 */
export async function withSchedule<Result>(
  context: Context,
  request: FastifyRequest,
  {
    id,
    others,
    checkVersion,
  }: { id: string; others: readonly string[]; checkVersion: (request: FastifyRequest, version: number) => void },
  act: (trx: Trx, row: NamedScheduleRow) => Promise<Result>,
): Promise<Result> {
  const { db, clock } = context;
  const onlyInterpreter = onlyInterpreterOf(sessionOf(request).person);
  const seen = await findSchedule(db, id, onlyInterpreter);
  const people = await peopleOf(context, seen, others);
  return withInterpreters(db, { request, now: clock() }, people, async (trx) => {
    const row = await rereadSchedule(trx, seen, onlyInterpreter);
    checkVersion(request, row.version);
    assertNotExternal(row);
    return act(trx, row);
  });
}

/** Notifies people of changes that somebody else made: of shifts, and of the reservations in them. */
export function notifyOfShifts(
  { notify }: Context,
  trx: Trx,
  person: Person,
  { before, after, news }: { before: readonly ShiftRow[]; after: readonly ShiftRow[]; news: NotificationEvent[] },
): Promise<void> {
  return notify(trx, person.id, [...shiftEvents(before, after), ...news]);
}
