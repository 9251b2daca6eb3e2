import type { ScheduleChanges } from '../../../../contract/schedules.ts';
import type { Db } from '../../../db/tables.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import { randomId } from '../../../randomId.ts';
import { daysOf, occurrenceOn, splitBefore } from '../../../schedule/series.ts';
import { seriesOf } from '../plan.ts';
import type { ScheduleRow, ShiftRow } from '../repository.ts';
import { assertDaysOut, assertRange, assertTerms, withChanges } from '../terms.ts';
import { assertAssignable, type Context } from './context.ts';

/** A schedule after changes, which are checked; its days are not. @throws ApiProblem for an invalid schedule. */
export async function changedSchedule(
  context: Context,
  on: Db,
  person: Person,
  { row, changes }: { row: ScheduleRow; changes: ScheduleChanges },
): Promise<ScheduleRow> {
  const terms = withChanges(row, changes);
  assertTerms(terms, context.flags);
  if (terms.interpreter_id !== row.interpreter_id) await assertAssignable(on, person, terms.interpreter_id);
  const repeat = changes.repeat ?? row.repeat;
  const last_day = repeat === 'once' ? row.first_day : (changes.until ?? row.last_day);
  assertRange({ date: row.first_day, until: last_day });
  const added = assertDaysOut(changes.days_out, daysOf({ date: row.first_day, until: last_day, repeat }));
  const back = assertDaysBack(context, changes.days_back, { ...row, ...terms });
  const days_out = [...new Set([...row.days_out.filter((day) => !back.includes(day)), ...added])];
  return { ...row, ...terms, repeat, last_day, days_out };
}

/** The days to put back. @throws ApiProblem for days that are not left out, or have begun. */
function assertDaysBack({ clock }: Context, days: readonly string[] = [], row: ScheduleRow): readonly string[] {
  if (days.some((day) => !row.days_out.includes(day)))
    throw new ApiProblem('invalid', { errors: { days_back: ['invalid'] } });
  const now = clock();
  const begun = days.filter((day) => {
    const occurrence = occurrenceOn(day, row, row.travel_time);
    return occurrence !== null && occurrence.from <= now;
  });
  if (begun.length > 0) throw new ApiProblem('event_in_past', { days: begun });
  return days;
}

/** A shift’s day and the following days as a new series, with changes; null if no day comes before them. */
export async function splitSchedule(
  context: Context,
  on: Db,
  person: Person,
  { row, day, changes }: { row: ScheduleRow; day: string; changes: ScheduleChanges },
): Promise<{ before: ScheduleRow; following: ScheduleRow } | null> {
  const { before } = splitBefore(seriesOf(row), day);
  if (!before) return null;
  const isBefore = (date: string) => date < day;
  const cut = {
    ...row,
    id: randomId(),
    first_day: day,
    days_out: row.days_out.filter((date) => !isBefore(date)),
    created: context.clock(),
    version: 1,
  };
  return {
    before: { ...row, last_day: before.until, days_out: row.days_out.filter(isBefore) },
    following: await changedSchedule(context, on, person, { row: cut, changes }),
  };
}

/** @throws ApiProblem event_in_past if changes would remove days that have started. */
export function assertFuture(
  { clock }: Context,
  existing: readonly ShiftRow[],
  { days_out = [] }: ScheduleChanges,
): void {
  const now = clock();
  const begun = existing.filter(({ series_day, starts }) => starts <= now && days_out.includes(series_day));
  if (begun.length > 0) throw new ApiProblem('event_in_past', { days: begun.map(({ series_day }) => series_day) });
}
