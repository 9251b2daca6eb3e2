import { mayDeleteShifts } from '../../../../contract/permissions.ts';
import type { Trx } from '../../../collection/write.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import { randomId } from '../../../randomId.ts';
import { daysOf } from '../../../schedule/series.ts';
import { planOf, seriesOf, timesOf } from '../plan.ts';
import { deleteShifts, saveSchedule, saveShifts, type ScheduleRow, type ShiftRow } from '../repository.ts';
import { termsOf } from '../terms.ts';
import type { Context } from './context.ts';
import { assertPossible, assertUnreserved, checkPlan } from './obstacles.ts';

/** @throws ApiProblem check_dates if all days are left out. */
export function assertHasDays(row: ScheduleRow): void {
  if (daysOf(seriesOf(row)).every((day) => row.days_out.includes(day)))
    throw new ApiProblem('check_dates', { errors: { date: ['check_dates'] } });
}

/**
 * Stores a schedule and updates its future days. Past days and days changed individually stay unchanged.
 * @throws ApiProblem if a day is not possible
 */
export async function replan(
  { clock, workingTime }: Context,
  trx: Trx,
  person: Person,
  { row, existing }: { row: ScheduleRow; existing: readonly ShiftRow[] },
): Promise<void> {
  const now = clock();
  const plan = planOf(row, existing, now);
  const { changed } = plan;
  const gone = plan.removed.map(({ id }) => id);
  assertHasDays(row);
  if (gone.length > 0 && !mayDeleteShifts(person)) throw new ApiProblem('forbidden');
  await assertUnreserved(trx, [...gone, ...changed.flatMap(({ before }) => before?.id ?? [])]);
  assertPossible(await checkPlan(trx, row, plan, { now, workingTime }));
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
}
