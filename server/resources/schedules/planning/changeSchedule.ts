import type { FastifyRequest } from 'fastify';
import type { ScheduleChanges } from '../../../../contract/schedules.ts';
import { requireMatch } from '../../../collection/etag.ts';
import type { Trx } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
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
  ownOf,
  peopleOf,
  rereadSchedule,
  rereadShift,
  notifyInterpreters,
  withSchedule,
} from './context.ts';
import { replan } from './replan.ts';

/** Replans a schedule, and notifies of the changes. */
async function replanAndNotify(
  context: Context,
  trx: Trx,
  person: Person,
  { row, existing }: { row: ScheduleRow; existing: readonly ShiftRow[] },
): Promise<NamedScheduleRow> {
  await replan(context, trx, person, { row, existing });
  await notifyInterpreters(context, trx, person, { before: existing, after: await shiftsOf(trx, row.id) });
  return findSchedule(trx, row.id, null);
}

/** Changes the future days of a schedule. */
export async function changeSchedule(
  context: Context,
  request: FastifyRequest,
  id: string,
  changes: ScheduleChanges,
): Promise<NamedScheduleRow> {
  const { person } = sessionOf(request);
  const target = { id, interpreter: changes.interpreter, checkVersion: requireMatch };
  return withSchedule(context, request, target, async (trx, row) => {
    const existing = await shiftsOf(trx, id);
    assertFuture(context, existing, changes);
    const changed = await changedSchedule(context, trx, person, { row, changes });
    return replanAndNotify(context, trx, person, { row: changed, existing });
  });
}

/** Changes a shift’s day and the following days: they become a new schedule, unless no day comes before them. */
export async function changeFollowing(
  context: Context,
  request: FastifyRequest,
  id: string,
  changes: ScheduleChanges,
): Promise<NamedScheduleRow> {
  const { db, clock } = context;
  const { person } = sessionOf(request);
  const own = ownOf(person);
  const seen = await findShift(db, id, own);
  const schedule = await findSchedule(db, seen.schedule_id, own);
  const people = await peopleOf(context, schedule, changes.interpreter);
  return withInterpreters(db, { request, now: clock() }, people, async (trx) => {
    const { series_day: day, version, starts } = await rereadShift(trx, seen, own);
    const row = await rereadSchedule(trx, schedule, own);
    requireMatch(request, version);
    assertNotExternal(row);
    if (starts <= clock()) throw new ApiProblem('event_in_past');
    const all = await shiftsOf(trx, row.id);
    assertFuture(context, all, changes);
    const split = await splitSchedule(context, trx, person, { row, day, changes });
    if (!split) {
      const changed = await changedSchedule(context, trx, person, { row, changes });
      return replanAndNotify(context, trx, person, { row: changed, existing: all });
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
    return replanAndNotify(context, trx, person, { row: following, existing: moved });
  });
}
