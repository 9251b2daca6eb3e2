import type { ScheduleDraft } from '../../../../contract/schedules.ts';
import type { Trx } from '../../../collection/write.ts';
import type { Person } from '../../../policies/policy.ts';
import { findSchedule, lockInterpreters, type NamedScheduleRow, shiftsOf } from '../repository.ts';
import { type Context, notifyInterpreters } from './context.ts';
import { draftOf } from './draft.ts';
import { assertPossible, checkDays } from './obstacles.ts';
import { replan } from './replan.ts';

/** Writes a schedule with all its days, within the transaction of the create. */
export async function createSchedule(
  context: Context,
  trx: Trx,
  person: Person,
  draft: ScheduleDraft,
): Promise<NamedScheduleRow> {
  await lockInterpreters(trx, [draft.interpreter]);
  const { row, occurrences } = await draftOf(context, trx, person, draft);
  assertPossible(
    await checkDays(trx, row.interpreter_id, occurrences, { now: context.clock(), workingTime: context.workingTime }),
  );
  await replan(context, trx, person, { row, existing: [] });
  await notifyInterpreters(context, trx, person, { before: [], after: await shiftsOf(trx, row.id) });
  return findSchedule(trx, row.id, null);
}
