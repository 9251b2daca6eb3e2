import { sql } from 'kysely';
import type { Excess } from '../../../contract/workingTime.ts';
import { type ShiftLimit, shiftLimits } from '../../../contract/workingTimeNames.ts';
import type { WorkingTime } from '../../../tenants/inheritance.ts';
import { planForValues } from '../../db/statements.ts';
import type { Db } from '../../db/tables.ts';
import type { CalendarRow } from './repository.ts';

/** A shift, real or proposed, that limits of working time are checked for; `key` names it in the answer. */
export type WorkedShift = { key: string; interpreter: string; day: string; starts: Date; ends: Date };

const settingOf = {
  hours_per_day: 'hoursPerDay',
  hours_per_week: 'hoursPerWeek',
  rest: 'rest',
} as const satisfies Record<ShiftLimit, keyof WorkingTime>;

/** Whether shifts that exceed some of these limits are refused. */
export function isRefused(workingTime: WorkingTime, excess: readonly Excess[]): boolean {
  return excess.some(({ limit }) => workingTime[settingOf[limit]].onExcess === 'refuse');
}

/**
 * The limits of working time that shifts exceed, by key (`working_time_excess` in SQL).
 * @param ignoredShifts shifts that these take the place of
 */
export async function excessOf(
  db: Db,
  workingTime: WorkingTime,
  shifts: readonly WorkedShift[],
  ignoredShifts: readonly string[],
): Promise<Map<string, Excess[]>> {
  const limits = shiftLimits.flatMap((limit) => {
    const { limit: hours, onExcess } = workingTime[settingOf[limit]];
    return onExcess === 'off' ? [] : [[limit, hours * 60] as const];
  });
  if (shifts.length === 0 || limits.length === 0) return new Map();
  const { rows } = await sql<{ key: string; exceeded: ShiftLimit; minutes: number; bound: number }>`
    select ${planForValues} key, exceeded, minutes, bound from working_time_excess(
      ${JSON.stringify(shifts)}::jsonb, ${[...ignoredShifts]}::text[], ${JSON.stringify(Object.fromEntries(limits))}::jsonb
    )`.execute(db);
  const found = new Map<string, Excess[]>();
  for (const { key, exceeded: limit, minutes, bound } of rows)
    found.set(key, [...(found.get(key) ?? []), { limit, minutes, bound }]);
  return found;
}

/** The limits of working time that stored shifts exceed, by id; cancelled ones exceed none. */
export function excessOfShifts(
  db: Db,
  workingTime: WorkingTime,
  shifts: readonly Pick<CalendarRow, 'id' | 'interpreter_id' | 'day' | 'starts' | 'ends' | 'state'>[],
): Promise<Map<string, Excess[]>> {
  const worked = shifts.filter(({ state }) => state !== 'disabled');
  return excessOf(
    db,
    workingTime,
    worked.map(({ id: key, interpreter_id: interpreter, day, starts, ends }) => ({
      key,
      interpreter,
      day,
      starts,
      ends,
    })),
    worked.map(({ id }) => id),
  );
}
