import type { ErrorCode } from '../../../../contract/errors.ts';
import type { WorkingTime } from '../../../../tenants/inheritance.ts';
import type { Trx } from '../../../collection/write.ts';
import type { Db } from '../../../db/tables.ts';
import { ApiProblem } from '../../../problem.ts';
import { occurrenceOf, timesOf } from '../plan.ts';
import { calledOffAt, findShift, listShifts, saveShifts, type ShiftRow } from '../repository.ts';
import { termsOf } from '../terms.ts';
import { assertPossible, checkDays } from './obstacles.ts';

/** What a called-off shift is checked against, besides the calendar. */
type Terms = { now: Date; workingTime: WorkingTime };

const check = (on: Db, shift: ShiftRow, terms: Terms) =>
  checkDays(on, shift.interpreter_id, [occurrenceOf(shift)], { ...terms, ignoredShifts: [shift.id] });

/** A shift that is called off, why it cannot be put back, and when it was called off: null where the audit log does not know any more. */
type CalledOff = { shift: ShiftRow; reasons: ErrorCode[]; since: Date | null };

/** The shifts of an interpreter that are called off and begin in a time. */
export async function calledOffIn(
  on: Db,
  interpreter: string,
  { starts, ends }: { starts: Date; ends: Date },
  terms: Terms,
): Promise<CalledOff[]> {
  const { now } = terms;
  const range = { from: starts > now ? starts : now, to: ends };
  const shifts = await listShifts(on, range, { state: ['disabled'], source: 'platform' }, [interpreter]);
  const coming = shifts.filter((shift) => shift.starts > now);
  const times = await calledOffAt(
    on,
    coming.map(({ id }) => id),
  );
  return Promise.all(
    coming.map(async (shift) => ({
      shift,
      since: times.get(shift.id) ?? null,
      reasons: (await check(on, shift, terms)).flatMap(({ reasons }) => reasons),
    })),
  );
}

/**
 * Puts called-off shifts of an interpreter back, checked like new ones. The interpreter’s time is locked. Returns each
 * before and after.
 * @throws ApiProblem invalid for other shifts; shift_overlap with the days
 */
export async function putShiftsBack(
  trx: Trx,
  ids: readonly string[],
  calledOff: readonly ShiftRow[],
  terms: Terms,
): Promise<{ before: ShiftRow[]; after: ShiftRow[] }> {
  const before = calledOff.filter(({ id }) => ids.includes(id));
  if (before.length < ids.length) throw new ApiProblem('invalid', { errors: { put_back: ['invalid'] } });
  for (const shift of before) {
    assertPossible(await check(trx, shift, terms));
    const { id, schedule_id, day, series_day } = shift;
    const times = timesOf(occurrenceOf(shift));
    const row = { id, schedule_id, ...termsOf(shift), day, series_day, ...times };
    await saveShifts(trx, [{ ...row, state: 'enabled', changed_alone: true }]);
  }
  return { before, after: await Promise.all(before.map(({ id }) => findShift(trx, id, null))) };
}
