import type { FastifyRequest } from 'fastify';
import { respectMatch } from '../../../collection/etag.ts';
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
import { assertOurs, type Context, ownOf, peopleOf, rereadSchedule, rereadShift, tell } from './context.ts';
import { assertUnreserved } from './judgement.ts';

/** Takes the days to come out of a schedule, from a day on; the schedule goes with its last day. */
async function cutFrom(
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
  await tell(context, trx, person, { before: gone, after: [] });
  const last = all.findLast((shift) => !gone.includes(shift));
  if (!last) return deleteSchedule(trx, row.id);
  await deleteShifts(trx, ids);
  await saveSchedule(trx, { ...row, last_day: last.series_day });
}

/** Takes the days to come of a schedule out of the calendar. Days gone by stay. */
export async function removeSchedule(context: Context, request: FastifyRequest, id: string): Promise<void> {
  const { db, clock } = context;
  const { person } = sessionOf(request);
  const own = ownOf(person);
  const seen = await findSchedule(db, id, own);
  await withInterpreters(db, { request, now: clock() }, await peopleOf(context, seen), async (trx) => {
    const row = await rereadSchedule(trx, seen, own);
    respectMatch(request, row.version);
    assertOurs(row);
    await cutFrom(context, trx, person, { row, firstDay: row.first_day });
  });
}

/** Takes a shift’s day and the following out of the calendar. */
export async function removeFollowing(context: Context, request: FastifyRequest, id: string): Promise<void> {
  const { db, clock } = context;
  const { person } = sessionOf(request);
  const own = ownOf(person);
  const seen = await findShift(db, id, own);
  const schedule = await findSchedule(db, seen.schedule_id, null);
  await withInterpreters(db, { request, now: clock() }, await peopleOf(context, schedule), async (trx) => {
    const shift = await rereadShift(trx, seen, own);
    respectMatch(request, shift.version);
    assertOurs(shift);
    if (shift.starts <= clock()) throw new ApiProblem('event_in_past');
    const row = await rereadSchedule(trx, schedule, null);
    await cutFrom(context, trx, person, { row, firstDay: shift.series_day });
  });
}

/** Takes one day out of the calendar, for good; the schedule goes with its last day. */
export async function removeShift(context: Context, request: FastifyRequest, id: string): Promise<void> {
  const { db, clock } = context;
  const { person } = sessionOf(request);
  const own = ownOf(person);
  const seen = await findShift(db, id, own);
  const schedule = await findSchedule(db, seen.schedule_id, null);
  const people = [seen.interpreter_id, schedule.interpreter_id];
  await withInterpreters(db, { request, now: clock() }, people, async (trx) => {
    const shift = await rereadShift(trx, seen, own);
    respectMatch(request, shift.version);
    assertOurs(shift);
    if (shift.starts <= clock()) throw new ApiProblem('event_in_past');
    await assertUnreserved(trx, [id]);
    await deleteShifts(trx, [id]);
    await tell(context, trx, person, { before: [shift], after: [] });
    const row = await rereadSchedule(trx, schedule, null);
    const left = await shiftsOf(trx, row.id);
    if (left.length === 0) await deleteSchedule(trx, row.id);
    else await saveSchedule(trx, { ...row, days_out: [...row.days_out, shift.series_day] });
  });
}
