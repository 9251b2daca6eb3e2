import type { ErrorCode } from '../../../../contract/errors.ts';
import type { Excess } from '../../../../contract/workingTime.ts';
import type { WorkingTime } from '../../../../tenants/inheritance.ts';
import type { Trx } from '../../../collection/write.ts';
import type { Db } from '../../../db/tables.ts';
import { ApiProblem } from '../../../problem.ts';
import type { Occurrence } from '../../../schedule/series.ts';
import type { Plan } from '../plan.ts';
import { approvedOn, inactiveDays, overlapsOf, type ScheduleRow, type ShiftRow } from '../repository.ts';
import { excessOf, isRefused } from '../workingTime.ts';

/** A day of a draft with its obstacles: codes, the shifts that it would overlap, and the limits of working time that it exceeds. */
export type CheckedDay = Occurrence & { reasons: ErrorCode[]; shifts: string[]; excess: readonly Excess[] };

/** Days of one series that overlap each other because of travel time. */
function overlapsWithin(occurrences: readonly Occurrence[]): Set<string> {
  const days = new Set<string>();
  occurrences.forEach((occurrence, index) => {
    const next = occurrences[index + 1];
    if (next && next.occupiedFrom < occurrence.occupiedTo) days.add(next.day);
  });
  return days;
}

/**
 * The obstacles of an interpreter’s occurrences.
 * @param options.now null: they may have begun
 * @param options.ignoredShifts shifts to ignore
 * @param options.unchanged days that do not change: a suspended interpreter keeps them
 * @param options.shortened days on which the interpreter works no longer than before: limits do not refuse them
 */
export async function checkDays(
  on: Db,
  interpreterId: string,
  occurrences: readonly Occurrence[],
  {
    now,
    workingTime,
    ignoredShifts = [],
    unchanged,
    shortened,
  }: {
    now: Date | null;
    workingTime: WorkingTime;
    ignoredShifts?: readonly string[];
    unchanged?: ReadonlySet<string>;
    shortened?: ReadonlySet<string>;
  },
): Promise<CheckedDay[]> {
  const inactive = await inactiveDays(
    on,
    interpreterId,
    occurrences.filter(({ day }) => !unchanged?.has(day)),
  );
  const overlaps = await overlapsOf(on, interpreterId, occurrences, ignoredShifts);
  const worked = occurrences.map(({ day, from, to }) => ({
    key: day,
    interpreter: interpreterId,
    day,
    starts: from,
    ends: to,
  }));
  const exceeded = await excessOf(on, workingTime, worked, ignoredShifts);
  const within = overlapsWithin(occurrences);
  return occurrences.map((occurrence) => {
    const { day, from } = occurrence;
    const shifts = overlaps.get(day) ?? [];
    const reasons: ErrorCode[] = [];
    if (now && from <= now) reasons.push('event_in_past');
    if (inactive.has(day)) reasons.push('interpreter_inactive');
    if (shifts.length > 0 || within.has(day)) reasons.push('shift_overlap');
    const excess = exceeded.get(day) ?? [];
    if (!shortened?.has(day) && isRefused(workingTime, excess)) reasons.push('working_time_exceeded');
    return { ...occurrence, reasons, shifts, excess };
  });
}

/** Whether somebody works no longer than in a shift that they have. */
export function isShortened(
  before: Pick<ShiftRow, 'state' | 'interpreter_id' | 'starts' | 'ends'> | null | undefined,
  interpreter: string,
  { from, to }: Pick<Occurrence, 'from' | 'to'>,
): boolean {
  return (
    before?.state === 'enabled' && before.interpreter_id === interpreter && before.starts <= from && to <= before.ends
  );
}

/** The obstacles of a plan’s days. */
export function checkPlan(
  on: Db,
  row: ScheduleRow,
  { planned, changed, removed }: Plan,
  options: { now: Date; workingTime: WorkingTime },
): Promise<CheckedDay[]> {
  const ignoredShifts = [...removed, ...planned.flatMap(({ before }) => before ?? [])].map(({ id }) => id);
  const live = planned.filter(({ before }) => before?.state !== 'disabled').map(({ occurrence }) => occurrence);
  const moved = new Set(changed.map(({ occurrence }) => occurrence.day));
  const unchanged = new Set(live.map(({ day }) => day).filter((day) => !moved.has(day)));
  const shortened = new Set(
    planned
      .filter(({ before, occurrence }) => isShortened(before, row.interpreter_id, occurrence))
      .map(({ occurrence }) => occurrence.day),
  );
  return checkDays(on, row.interpreter_id, live, { ...options, ignoredShifts, unchanged, shortened });
}

/** @throws ApiProblem with the first code of any day, and all days that have it. */
export function assertPossible(judged: readonly CheckedDay[]): void {
  for (const code of ['event_in_past', 'interpreter_inactive', 'shift_overlap', 'working_time_exceeded'] as const) {
    const days = judged.filter(({ reasons }) => reasons.includes(code)).map(({ day }) => day);
    if (days.length > 0) throw new ApiProblem(code, { days });
  }
}

/** @throws ApiProblem shift_reserved with the approved reservations in the shifts that end after a time. */
export async function assertUnreserved(
  trx: Trx,
  shiftIds: readonly string[],
  after: Date | null = null,
): Promise<void> {
  const reservations = (await approvedOn(trx, shiftIds, after)).map(({ id }) => id);
  if (reservations.length > 0) throw new ApiProblem('shift_reserved', { reservations });
}
