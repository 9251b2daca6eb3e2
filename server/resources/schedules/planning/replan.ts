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
import { assertPossible, assertUnreserved, judgePlan } from './judgement.ts';

/** @throws ApiProblem check_dates where all days are left out. */
export function assertHasDays(row: ScheduleRow): void {
  if (daysOf(seriesOf(row)).every((day) => row.days_out.includes(day)))
    throw new ApiProblem('check_dates', { errors: { date: ['check_dates'] } });
}

/**
 * Writes a schedule, and makes its days to come what it says. Days gone by and days changed alone stay as they are.
 * @throws ApiProblem where a day cannot be so
 */
export async function replan(
  { clock }: Context,
  trx: Trx,
  person: Person,
  { row, existing }: { row: ScheduleRow; existing: readonly ShiftRow[] },
): Promise<void> {
  const now = clock();
  const plan = planOf(row, existing, now);
  const { changed } = plan;
  const gone = plan.gone.map(({ id }) => id);
  assertHasDays(row);
  if (gone.length > 0 && !mayDeleteShifts(person)) throw new ApiProblem('forbidden');
  await assertUnreserved(trx, [...gone, ...changed.flatMap(({ before }) => before?.id ?? [])]);
  assertPossible(await judgePlan(trx, row, plan, now));
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
