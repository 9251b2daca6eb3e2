import type { FastifyRequest } from 'fastify';
import type { ScheduleChanges } from '../../../../contract/schedules.ts';
import type { Trx } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import { ApiProblem } from '../../../problem.ts';
import { comingIn } from '../../reservations/decisions.ts';
import {
  findSchedule,
  findShift,
  moveShifts,
  type NamedScheduleRow,
  saveSchedule,
  type ScheduleRow,
  type ShiftRow,
  shiftsOf,
  withInterpreters,
} from '../repository.ts';
import { assertFuture, changedSchedule, splitSchedule } from './changes.ts';
import {
  assertNotExternal,
  type Context,
  onlyInterpreterOf,
  peopleOf,
  rereadSchedule,
  rereadShift,
  matchOf,
  notifyOfShifts,
  withSchedule,
} from './context.ts';
import { replan } from './replan.ts';

type Decisions = ScheduleChanges['decisions'];

/** Replans a schedule, and notifies of the changes. */
async function replanAndNotify(
  context: Context,
  trx: Trx,
  request: FastifyRequest,
  { row, existing, decisions }: { row: ScheduleRow; existing: readonly ShiftRow[]; decisions: Decisions },
): Promise<NamedScheduleRow> {
  const news = await replan(context, trx, request, { row, existing, decisions });
  const after = await shiftsOf(trx, row.id);
  await notifyOfShifts(context, trx, sessionOf(request).person, { before: existing, after, news });
  return findSchedule(trx, row.id, null);
}

/** Further people whose time a change affects: the next interpreter, and those who take reservations over. */
const othersIn = ({ interpreter }: ScheduleChanges, decisions: Decisions = []) => [
  ...(interpreter ? [interpreter] : []),
  ...comingIn(decisions),
];

/** Changes the future days of a schedule. */
export async function changeSchedule(
  context: Context,
  request: FastifyRequest,
  id: string,
  { decisions, ...changes }: ScheduleChanges,
): Promise<NamedScheduleRow> {
  const { person } = sessionOf(request);
  const target = { id, others: othersIn(changes, decisions), checkVersion: matchOf(context) };
  return withSchedule(context, request, target, async (trx, row) => {
    const existing = await shiftsOf(trx, id);
    assertFuture(context, existing, changes);
    const changed = await changedSchedule(context, trx, person, { row, changes });
    return replanAndNotify(context, trx, request, { row: changed, existing, decisions });
  });
}

/** Changes a shift’s day and the following days: they become a new schedule, unless no day comes before them. */
export async function changeFollowing(
  context: Context,
  request: FastifyRequest,
  id: string,
  { decisions, ...changes }: ScheduleChanges,
): Promise<NamedScheduleRow> {
  const { db, clock } = context;
  const { person } = sessionOf(request);
  const onlyInterpreter = onlyInterpreterOf(person);
  const seen = await findShift(db, id, onlyInterpreter);
  const schedule = await findSchedule(db, seen.schedule_id, onlyInterpreter);
  const people = await peopleOf(context, schedule, othersIn(changes, decisions));
  return withInterpreters(db, { request, now: clock() }, people, async (trx) => {
    const { series_day: day, version, starts } = await rereadShift(trx, seen, onlyInterpreter);
    const row = await rereadSchedule(trx, schedule, onlyInterpreter);
    matchOf(context)(request, version);
    assertNotExternal(row);
    if (starts <= clock()) throw new ApiProblem('event_in_past');
    const all = await shiftsOf(trx, row.id);
    assertFuture(context, all, changes);
    const split = await splitSchedule(context, trx, person, { row, day, changes });
    if (!split) {
      const changed = await changedSchedule(context, trx, person, { row, changes });
      return replanAndNotify(context, trx, request, { row: changed, existing: all, decisions });
    }
    const { before, following } = split;
    const moved = all.filter((shift) => shift.series_day >= day);
    await saveSchedule(trx, before);
    await saveSchedule(trx, following);
    await moveShifts(
      trx,
      moved.map((shift) => shift.id),
      following.id,
    );
    return replanAndNotify(context, trx, request, { row: following, existing: moved, decisions });
  });
}
