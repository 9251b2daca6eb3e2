import type { FastifyRequest } from 'fastify';
import type { ShiftState } from '../../../../contract/schedules.ts';
import type { ShiftChanges } from '../../../../contract/shifts.ts';
import { sessionOf } from '../../../http/guard.ts';
import { ApiProblem } from '../../../problem.ts';
import { occurrenceOn } from '../../../schedule/series.ts';
import { comingIn } from '../../reservations/decisions.ts';
import { timesOf } from '../plan.ts';
import { findShift, saveShifts, type ShiftRow, withInterpreters } from '../repository.ts';
import { assertTerms, withChanges } from '../terms.ts';
import { changeReserved } from './bookings.ts';
import {
  assertAssignable,
  assertNotExternal,
  type Context,
  onlyInterpreterOf,
  rereadShift,
  matchOf,
  notifyOfShifts,
} from './context.ts';
import { assertPossible, checkDays, isShortened } from './obstacles.ts';

const stateSteps: Record<ShiftState, readonly ShiftState[]> = {
  enabled: ['disabled', 'completed'],
  disabled: ['enabled'],
  completed: [],
};

const minute = 60_000;

/**
 * The new state of a shift, and whether a change completes it, or moves only its end while it runs. @throws ApiProblem for a
 * transition that is not possible now.
 */
function nextState(
  shift: ShiftRow,
  { state, ...others }: Omit<ShiftChanges, 'decisions'>,
  now: Date,
): { next: ShiftState; completes: boolean; movesEnd: boolean } {
  const next = state ?? shift.state;
  const hasBegun = shift.starts <= now;
  const changed = Object.keys(others);
  const completes = next === 'completed' && shift.state === 'enabled' && changed.length === 0;
  const isRunning = hasBegun && now < shift.ends && shift.state === 'enabled';
  const movesEnd = isRunning && next === shift.state && changed.every((field) => field === 'time_to');
  if (shift.state === 'completed' || (next !== shift.state && !stateSteps[shift.state].includes(next)))
    throw new ApiProblem('transition_refused');
  if (next === 'completed' && !hasBegun) throw new ApiProblem('transition_refused');
  if (hasBegun && !completes && !movesEnd) throw new ApiProblem('event_in_past');
  return { next, completes, movesEnd };
}

/** Changes one day of a schedule individually, its date or its state. */
export async function changeShift(
  context: Context,
  request: FastifyRequest,
  id: string,
  { decisions, ...changes }: ShiftChanges,
): Promise<ShiftRow> {
  const { db, clock, flags, workingTime } = context;
  const { person } = sessionOf(request);
  const onlyInterpreter = onlyInterpreterOf(person);
  const seen = await findShift(db, id, onlyInterpreter);
  const people = [seen.interpreter_id, changes.interpreter ?? seen.interpreter_id, ...comingIn(decisions ?? [])];
  return withInterpreters(db, { request, now: clock() }, people, async (trx) => {
    const now = clock();
    const shift = await rereadShift(trx, seen, onlyInterpreter);
    matchOf(context)(request, shift.version);
    assertNotExternal(shift);
    const { next, completes, movesEnd } = nextState(shift, changes, now);
    const terms = withChanges(shift, changes);
    assertTerms(terms, flags);
    if (terms.interpreter_id !== shift.interpreter_id) await assertAssignable(trx, person, terms.interpreter_id);
    const occurrence = occurrenceOn(changes.date ?? shift.day, terms, terms.travel_time);
    if (!occurrence) throw new ApiProblem('check_dates', { errors: { time_from: ['check_dates'] } });
    if (movesEnd && occurrence.to.getTime() + minute <= now.getTime())
      throw new ApiProblem('event_in_past', { errors: { time_to: ['event_in_past'] } });
    const end = movesEnd ? occurrence.to : completes ? now : null;
    const { news } = await changeReserved(context, trx, request, { shifts: [id], after: end, decisions }, async () => {
      if (!completes && next !== 'disabled') {
        const shortened = new Set(isShortened(shift, terms.interpreter_id, occurrence) ? [occurrence.day] : []);
        const checked = { now: movesEnd ? null : now, workingTime, ignoredShifts: [id], shortened };
        assertPossible(await checkDays(trx, terms.interpreter_id, [occurrence], checked));
      }
      await saveShifts(trx, [
        {
          id,
          schedule_id: shift.schedule_id,
          ...terms,
          day: occurrence.day,
          series_day: shift.series_day,
          ...timesOf(occurrence),
          state: next,
          changed_alone: true,
        },
      ]);
    });
    const after = await findShift(trx, id, null);
    await notifyOfShifts(context, trx, person, { before: [shift], after: [after], news });
    return after;
  });
}
