import type { ScheduleDraft } from '../../../../contract/schedules.ts';
import type { Trx } from '../../../collection/write.ts';
import type { Person } from '../../../policies/policy.ts';
import { findSchedule, lockInterpreters, type NamedScheduleRow, shiftsOf } from '../repository.ts';
import { type Context, tell } from './context.ts';
import { draftOf } from './draft.ts';
import { assertPossible, judge } from './judgement.ts';
import { replan } from './replan.ts';

/** Writes a schedule with all its days, or nothing, within the transaction that the call is answered from. */
export async function createSchedule(
  context: Context,
  trx: Trx,
  person: Person,
  draft: ScheduleDraft,
): Promise<NamedScheduleRow> {
  await lockInterpreters(trx, [draft.interpreter]);
  const { row, occurrences } = await draftOf(context, trx, person, draft);
  assertPossible(await judge(trx, row.interpreter_id, occurrences, { now: context.clock() }));
  await replan(context, trx, person, { row, existing: [] });
  await tell(context, trx, person, { before: [], after: await shiftsOf(trx, row.id) });
  return findSchedule(trx, row.id, null);
}
