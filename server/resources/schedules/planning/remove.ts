import type { FastifyRequest } from 'fastify';
import { checkMatchIfGiven } from '../../../collection/etag.ts';
import type { Trx } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
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
import { assertUnreserved } from './obstacles.ts';

/** Removes the future days of a schedule from a day on; without days left, the schedule is deleted. */
async function removeFrom(
  context: Context,
  trx: Trx,
  person: Person,
  { row, firstDay }: { row: ScheduleRow; firstDay: string },
): Promise<void> {
  const now = context.clock();
  const all = await shiftsOf(trx, row.id);
  const gone = all.filter(({ series_day, starts }) => series_day >= firstDay && starts > now);
  const ids = gone.map(({ id }) => id);
  if (gone.length === 0) throw new ApiProblem('event_in_past');
  await assertUnreserved(trx, ids);
  await notifyInterpreters(context, trx, person, { before: gone, after: [] });
  const last = all.findLast((shift) => !gone.includes(shift));
  if (!last) return deleteSchedule(trx, row.id);
  await deleteShifts(trx, ids);
  await saveSchedule(trx, { ...row, last_day: last.series_day });
}

/** Removes the future days of a schedule. Past days stay. */
export async function removeSchedule(context: Context, request: FastifyRequest, id: string): Promise<void> {
  const { person } = sessionOf(request);
  await withSchedule(context, request, { id, checkVersion: checkMatchIfGiven }, (trx, row) =>
    removeFrom(context, trx, person, { row, firstDay: row.first_day }),
  );
}

/** Removes a shift’s day and the following days. */
export async function removeFollowing(context: Context, request: FastifyRequest, id: string): Promise<void> {
  const { db, clock } = context;
  const { person } = sessionOf(request);
  const own = ownOf(person);
  const seen = await findShift(db, id, own);
  const schedule = await findSchedule(db, seen.schedule_id, null);
  await withInterpreters(db, { request, now: clock() }, await peopleOf(context, schedule), async (trx) => {
    const shift = await rereadShift(trx, seen, own);
    checkMatchIfGiven(request, shift.version);
    assertNotExternal(shift);
    if (shift.starts <= clock()) throw new ApiProblem('event_in_past');
    const row = await rereadSchedule(trx, schedule, null);
    await removeFrom(context, trx, person, { row, firstDay: shift.series_day });
  });
}

/** Removes one day permanently; without days left, the schedule is deleted. */
export async function removeShift(context: Context, request: FastifyRequest, id: string): Promise<void> {
  const { db, clock } = context;
  const { person } = sessionOf(request);
  const own = ownOf(person);
  const seen = await findShift(db, id, own);
  const schedule = await findSchedule(db, seen.schedule_id, null);
  const people = [seen.interpreter_id, schedule.interpreter_id];
  await withInterpreters(db, { request, now: clock() }, people, async (trx) => {
    const shift = await rereadShift(trx, seen, own);
    checkMatchIfGiven(request, shift.version);
    assertNotExternal(shift);
    if (shift.starts <= clock()) throw new ApiProblem('event_in_past');
    await assertUnreserved(trx, [id]);
    await deleteShifts(trx, [id]);
    await notifyInterpreters(context, trx, person, { before: [shift], after: [] });
    const row = await rereadSchedule(trx, schedule, null);
    const left = await shiftsOf(trx, row.id);
    if (left.length === 0) await deleteSchedule(trx, row.id);
    else await saveSchedule(trx, { ...row, days_out: [...row.days_out, shift.series_day] });
  });
}
