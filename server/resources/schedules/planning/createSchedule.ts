import type { FastifyRequest } from 'fastify';
import type { ScheduleDraft } from '../../../../contract/schedules.ts';
import type { Trx } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import { findSchedule, lockInterpreters, type NamedScheduleRow, shiftsOf } from '../repository.ts';
import { type Context, notifyOfShifts } from './context.ts';
import { draftOf } from './draft.ts';
import { assertPossible, checkDays } from './obstacles.ts';
import { replan } from './replan.ts';

/** Writes a schedule with all its days, within the transaction of the create. */
export async function createSchedule(
  context: Context,
  trx: Trx,
  request: FastifyRequest,
  draft: ScheduleDraft,
): Promise<NamedScheduleRow> {
  const { person } = sessionOf(request);
  await lockInterpreters(trx, [draft.interpreter]);
  const { row, occurrences } = await draftOf(context, trx, person, draft);
  assertPossible(
    await checkDays(trx, row.interpreter_id, occurrences, { now: context.clock(), workingTime: context.workingTime }),
  );
  const news = await replan(context, trx, request, { row, existing: [], decisions: undefined });
  await notifyOfShifts(context, trx, person, { before: [], after: await shiftsOf(trx, row.id), news });
  return findSchedule(trx, row.id, null);
}
