import type { FastifyRequest } from 'fastify';
import type { BookingDecision } from '../../../../contract/bookingDecisions.ts';
import { mayDeleteShifts } from '../../../../contract/permissions.ts';
import type { Trx } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { NotificationEvent } from '../../../notifications/events.ts';
import { ApiProblem } from '../../../problem.ts';
import { randomId } from '../../../randomId.ts';
import { daysOf } from '../../../schedule/series.ts';
import { planOf, seriesOf, timesOf } from '../plan.ts';
import { deleteShifts, saveSchedule, saveShifts, type ScheduleRow, type ShiftRow } from '../repository.ts';
import { termsOf } from '../terms.ts';
import { changeReserved } from './bookings.ts';
import type { Context } from './context.ts';
import { assertPossible, checkPlan } from './obstacles.ts';

/** @throws ApiProblem check_dates if all days are left out. */
export function assertHasDays(row: ScheduleRow): void {
  if (daysOf(seriesOf(row)).every((day) => row.days_out.includes(day)))
    throw new ApiProblem('check_dates', { errors: { date: ['check_dates'] } });
}

/**
 * Stores a schedule and updates its future days, as `planOf` says. Returns the news about reservations.
 * @throws ApiProblem if a day is not possible
 */
export async function replan(
  context: Context,
  trx: Trx,
  request: FastifyRequest,
  {
    row,
    existing,
    decisions,
  }: { row: ScheduleRow; existing: readonly ShiftRow[]; decisions: readonly BookingDecision[] | undefined },
): Promise<NotificationEvent[]> {
  const now = context.clock();
  const plan = planOf(row, existing, now);
  const { changed } = plan;
  const gone = plan.removed.map(({ id }) => id);
  assertHasDays(row);
  if (gone.length > 0 && !mayDeleteShifts(sessionOf(request).person)) throw new ApiProblem('forbidden');
  const shifts = [...gone, ...changed.flatMap(({ before }) => before?.id ?? [])];
  const { news } = await changeReserved(context, trx, request, { shifts, decisions }, async () => {
    assertPossible(await checkPlan(trx, row, plan, { now, workingTime: context.workingTime }));
    await saveSchedule(trx, row);
    await deleteShifts(trx, gone);
    const terms = termsOf(row);
    await saveShifts(
      trx,
      changed.map(({ before, occurrence }) => ({
        id: before?.id ?? randomId(),
        schedule_id: row.id,
        ...terms,
        day: occurrence.day,
        series_day: occurrence.day,
        ...timesOf(occurrence),
        state: before?.state ?? 'enabled',
        changed_alone: false,
      })),
    );
  });
  return news;
}
