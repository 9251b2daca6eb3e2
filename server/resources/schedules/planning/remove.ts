import type { FastifyRequest } from 'fastify';
import type { BookingDecision } from '../../../../contract/bookingDecisions.ts';
import { checkMatchIfGiven } from '../../../collection/etag.ts';
import type { Trx } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import { ApiProblem } from '../../../problem.ts';
import { comingIn } from '../../reservations/decisions.ts';
import {
  deleteSchedule,
  findSchedule,
  findShift,
  deleteShifts,
  saveSchedule,
  type ScheduleRow,
  shiftsOf,
  withInterpreters,
} from '../repository.ts';
import { changeReserved } from './bookings.ts';
import {
  assertNotExternal,
  type Context,
  onlyInterpreterOf,
  peopleOf,
  rereadSchedule,
  rereadShift,
  notifyOfShifts,
  withSchedule,
} from './context.ts';

type Decisions = readonly BookingDecision[] | undefined;

/** Removes the future days of a schedule from a day on; without days left, the schedule is deleted. */
async function removeFrom(
  context: Context,
  trx: Trx,
  request: FastifyRequest,
  { row, firstDay, decisions }: { row: ScheduleRow; firstDay: string; decisions: Decisions },
): Promise<void> {
  const now = context.clock();
  const all = await shiftsOf(trx, row.id);
  const gone = all.filter(({ series_day, starts }) => series_day >= firstDay && starts > now);
  const ids = gone.map(({ id }) => id);
  if (gone.length === 0) throw new ApiProblem('event_in_past');
  const { news } = await changeReserved(context, trx, request, { shifts: ids, decisions }, async () => {
    const last = all.findLast((shift) => !gone.includes(shift));
    if (!last) return deleteSchedule(trx, row.id);
    await deleteShifts(trx, ids);
    // A day that was moved forward may have taken place before others that are deleted.
    const between = gone.map(({ series_day }) => series_day).filter((day) => day < last.series_day);
    await saveSchedule(trx, { ...row, last_day: last.series_day, days_out: [...row.days_out, ...between] });
  });
  await notifyOfShifts(context, trx, sessionOf(request).person, { before: gone, after: [], news });
}

/** Removes the future days of a schedule. Past days stay. */
export async function removeSchedule(
  context: Context,
  request: FastifyRequest,
  id: string,
  decisions?: Decisions,
): Promise<void> {
  const target = { id, others: comingIn(decisions ?? []), checkVersion: checkMatchIfGiven };
  await withSchedule(context, request, target, (trx, row) =>
    removeFrom(context, trx, request, { row, firstDay: row.first_day, decisions }),
  );
}

/** Removes a shift’s day and the following days. */
export async function removeFollowing(
  context: Context,
  request: FastifyRequest,
  id: string,
  decisions?: Decisions,
): Promise<void> {
  const { db, clock } = context;
  const onlyInterpreter = onlyInterpreterOf(sessionOf(request).person);
  const seen = await findShift(db, id, onlyInterpreter);
  const schedule = await findSchedule(db, seen.schedule_id, null);
  const people = await peopleOf(context, schedule, comingIn(decisions ?? []));
  await withInterpreters(db, { request, now: clock() }, people, async (trx) => {
    const shift = await rereadShift(trx, seen, onlyInterpreter);
    checkMatchIfGiven(request, shift.version);
    assertNotExternal(shift);
    if (shift.starts <= clock()) throw new ApiProblem('event_in_past');
    const row = await rereadSchedule(trx, schedule, null);
    await removeFrom(context, trx, request, { row, firstDay: shift.series_day, decisions });
  });
}

/** Removes one day permanently; without days left, the schedule is deleted. */
export async function removeShift(
  context: Context,
  request: FastifyRequest,
  id: string,
  decisions?: Decisions,
): Promise<void> {
  const { db, clock } = context;
  const { person } = sessionOf(request);
  const onlyInterpreter = onlyInterpreterOf(person);
  const seen = await findShift(db, id, onlyInterpreter);
  const schedule = await findSchedule(db, seen.schedule_id, null);
  const people = [seen.interpreter_id, schedule.interpreter_id, ...comingIn(decisions ?? [])];
  await withInterpreters(db, { request, now: clock() }, people, async (trx) => {
    const shift = await rereadShift(trx, seen, onlyInterpreter);
    checkMatchIfGiven(request, shift.version);
    assertNotExternal(shift);
    if (shift.starts <= clock()) throw new ApiProblem('event_in_past');
    const { news } = await changeReserved(context, trx, request, { shifts: [id], decisions }, async () => {
      await deleteShifts(trx, [id]);
      const row = await rereadSchedule(trx, schedule, null);
      const left = await shiftsOf(trx, row.id);
      if (left.length === 0) await deleteSchedule(trx, row.id);
      else await saveSchedule(trx, { ...row, days_out: [...row.days_out, shift.series_day] });
    });
    await notifyOfShifts(context, trx, person, { before: [shift], after: [], news });
  });
}
