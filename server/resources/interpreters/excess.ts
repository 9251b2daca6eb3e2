import type { FreeInterpreter } from '../../../contract/reservations.ts';
import type { Excess } from '../../../contract/workingTime.ts';
import type { WorkingTime } from '../../../tenants/inheritance.ts';
import type { Db } from '../../db/tables.ts';
import { dayAt } from '../../schedule/wallTime.ts';
import { excessOf, excessOfShifts, isRefused } from '../schedules/workingTime.ts';
import { byScore } from './ranking.ts';

/** The limits of working time that the shifts of candidates who are ready exceed, by shift. */
export async function excessOfReady(
  db: Db,
  workingTime: WorkingTime,
  candidates: readonly FreeInterpreter[],
): Promise<Map<string, Excess[]>> {
  const shifts = await db
    .selectFrom('shifts')
    .select(['id', 'interpreter_id', 'day', 'starts', 'ends', 'state'])
    .where('id', '=', (any) =>
      any.fn.any(any.val(candidates.flatMap(({ group, shift }) => (group === 'ready' && shift ? shift : [])))),
    )
    .execute();
  return excessOfShifts(db, workingTime, shifts);
}

/**
 * Candidates with the limits of working time that their shift exceeds; of those who need one, that a shift for exactly the
 * time would exceed. If the deployment refuses that shift, they are not possible.
 */
export async function withExcess(
  db: Db,
  candidates: readonly FreeInterpreter[],
  { from, to, zone, workingTime }: { from: Date; to: Date; zone: string; workingTime: WorkingTime },
): Promise<FreeInterpreter[]> {
  const needing = candidates.filter(({ group }) => group === 'needs_shift');
  const times = { day: dayAt(from, zone), starts: from, ends: to };
  const proposed = needing.map(({ interpreter }) => ({ key: interpreter, interpreter, ...times }));
  const ofNeeding = await excessOf(db, workingTime, proposed, []);
  const ofShifts = await excessOfReady(db, workingTime, candidates);
  return candidates
    .map((candidate): FreeInterpreter => {
      const { group, interpreter, shift } = candidate;
      if (group === 'impossible') return candidate;
      const excess = group === 'needs_shift' ? ofNeeding.get(interpreter) : ofShifts.get(shift ?? '');
      if (!excess) return candidate;
      const isImpossible = group === 'needs_shift' && isRefused(workingTime, excess);
      return { ...candidate, group: isImpossible ? 'impossible' : group, excess };
    })
    .toSorted(byScore);
}
