import type { ErrorCode } from '../../../../contract/errors.ts';
import { mayDeleteShifts } from '../../../../contract/permissions.ts';
import type { DayEffect, ScheduleChanges, ScheduleDraft } from '../../../../contract/schedules.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import { occurrenceOf, planOf } from '../plan.ts';
import { approvedOn, findSchedule, findShift, type ScheduleRow, type ShiftRow, shiftsOf } from '../repository.ts';
import { assertFuture, changedSchedule, splitSchedule } from './changes.ts';
import { assertNotExternal, type Context, onlyInterpreterOf } from './context.ts';
import { draftOf } from './draft.ts';
import { checkDays, checkPlan, type CheckedDay } from './obstacles.ts';
import { assertHasDays } from './replan.ts';

/** A day of a draft or of a change, with its effect. */
type PreviewedDay = CheckedDay & { effect: DayEffect };

/** The effects of a draft or a change. */
export type Preview = {
  days: PreviewedDay[];
  /** Days on which the change of clocks skips the whole time. */
  clocks: string[];
  reservations: Awaited<ReturnType<typeof approvedOn>>;
};

const free = { reasons: [], shifts: [], excess: [] };

function inOrder(days: readonly PreviewedDay[]): PreviewedDay[] {
  return days.toSorted((a, b) => a.from.getTime() - b.from.getTime());
}

/** The effects of `replan`, day by day. */
async function previewPlan(
  { db, clock, flags, workingTime }: Context,
  person: Person,
  { row, existing }: { row: ScheduleRow; existing: readonly ShiftRow[] },
): Promise<Preview> {
  const now = clock();
  const plan = planOf(row, existing, now);
  assertHasDays(row);
  const onlyInterpreter = onlyInterpreterOf(person);
  // A day that was given to somebody else has reservations of that person, which this one may not read.
  const touched = [...plan.removed, ...plan.changed.flatMap(({ before }) => before ?? [])].filter(
    ({ interpreter_id }) => [null, interpreter_id].includes(onlyInterpreter),
  );
  const reservations = await approvedOn(
    db,
    touched.map(({ id }) => id),
  );
  const booked = new Set(reservations.flatMap(({ shifts }) => shifts));
  const judged = new Map(
    (await checkPlan(db, row, plan, { now, workingTime })).map((checked) => [checked.day, checked]),
  );
  const changed = new Set(plan.changed);
  const days: PreviewedDay[] = [
    ...plan.planned.map((planned): PreviewedDay => {
      const { before, occurrence } = planned;
      const { reasons, shifts, excess } = judged.get(occurrence.day) ?? free;
      const isBooked = before !== undefined && booked.has(before.id);
      return {
        ...occurrence,
        effect: !changed.has(planned) ? 'kept' : before ? 'changed' : 'added',
        reasons: isBooked ? [...reasons, 'shift_reserved'] : reasons,
        shifts,
        excess,
      };
    }),
    ...plan.removed.map((shift): PreviewedDay => {
      const reasons: ErrorCode[] = [
        ...(booked.has(shift.id) ? (['shift_reserved'] as const) : []),
        ...(mayDeleteShifts(person) ? [] : (['forbidden'] as const)),
      ];
      return { ...occurrenceOf(shift), effect: 'removed', reasons, shifts: [], excess: [] };
    }),
    ...plan.unaffected.map((shift): PreviewedDay => ({ ...occurrenceOf(shift), effect: 'kept', ...free })),
    ...plan.out.map((occurrence): PreviewedDay => ({ ...occurrence, effect: 'left_out', ...free })),
  ];
  return { days: inOrder(days), clocks: plan.clocks, reservations: flags.reservations ? reservations : [] };
}

/** The effects of `createSchedule` with a draft, day by day. */
export async function previewDraft(context: Context, person: Person, draft: ScheduleDraft): Promise<Preview> {
  const { db, clock, workingTime } = context;
  const { row, occurrences, out, clocks } = await draftOf(context, db, person, draft);
  const judged = await checkDays(db, row.interpreter_id, occurrences, { now: clock(), workingTime });
  const days = [
    ...judged.map((checked): PreviewedDay => ({ ...checked, effect: 'added' })),
    ...out.map((occurrence): PreviewedDay => ({ ...occurrence, effect: 'left_out', ...free })),
  ];
  return { days: inOrder(days), clocks, reservations: [] };
}

/** The effects of `changeSchedule`, day by day. */
export async function previewChange(
  context: Context,
  person: Person,
  id: string,
  changes: ScheduleChanges,
): Promise<Preview> {
  const { db } = context;
  const row = await findSchedule(db, id, onlyInterpreterOf(person));
  assertNotExternal(row);
  const existing = await shiftsOf(db, id);
  assertFuture(context, existing, changes);
  const changed = await changedSchedule(context, db, person, { row, changes });
  return previewPlan(context, person, { row: changed, existing });
}

/** The effects of `changeFollowing`, day by day. */
export async function previewFollowing(
  context: Context,
  person: Person,
  id: string,
  changes: ScheduleChanges,
): Promise<Preview> {
  const { db, clock } = context;
  const onlyInterpreter = onlyInterpreterOf(person);
  const shift = await findShift(db, id, onlyInterpreter);
  assertNotExternal(shift);
  if (shift.starts <= clock()) throw new ApiProblem('event_in_past');
  const row = await findSchedule(db, shift.schedule_id, onlyInterpreter);
  const day = shift.series_day;
  const existing = (await shiftsOf(db, row.id)).filter(({ series_day }) => series_day >= day);
  assertFuture(context, existing, changes);
  const split = await splitSchedule(context, db, person, { row, day, changes });
  const changed = split?.following ?? (await changedSchedule(context, db, person, { row, changes }));
  return previewPlan(context, person, { row: changed, existing });
}
