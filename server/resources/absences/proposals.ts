import type { FreeInterpreter } from '../../../contract/reservations.ts';
import type { Trx } from '../../collection/write.ts';
import { fill } from '../../schedule/fill.ts';
import { candidatesFor } from '../interpreters/candidates.ts';
import { type ReservationRow, waysTo } from '../reservations/repository.ts';

/** Who is proposed for a reservation, and how many could take it, taken by itself. */
export type Proposal = { row: ReservationRow; replacement: FreeInterpreter | null; ready: number };

async function readyFor(trx: Trx, row: ReservationRow, when: { now: Date; zone: string }): Promise<FreeInterpreter[]> {
  const candidates = await candidatesFor(trx, row, when);
  return candidates.filter(
    ({ group, response }) => group === 'ready' && response !== 'declined' && response !== 'handed_back',
  );
}

/** Proposes who replaces an absent interpreter in some reservations, each among those who are ready, and nobody for two at one time. */
export async function proposeReplacements(
  trx: Trx,
  rows: readonly ReservationRow[],
  when: { now: Date; zone: string },
): Promise<Proposal[]> {
  const ready: FreeInterpreter[][] = [];
  for (const row of rows) ready.push(await readyFor(trx, row, when));
  const ways = await waysTo(
    trx,
    rows.map(({ id }, index) => ({ id, people: (ready[index] ?? []).map(({ interpreter }) => interpreter) })),
  );
  const chosen = fill(
    rows.map(({ id, starts, ends }, index) => ({
      starts,
      ends,
      place: ways.find(({ reservation }) => reservation === id)?.place ?? null,
      choices: (ready[index] ?? []).map(({ interpreter }) => ({
        interpreter,
        way: ways.find((way) => way.reservation === id && way.interpreter === interpreter)?.minutes ?? 0,
      })),
    })),
  );
  return rows.map((row, index) => ({
    row,
    replacement: ready[index]?.find(({ interpreter }) => interpreter === chosen[index]?.interpreter) ?? null,
    ready: ready[index]?.length ?? 0,
  }));
}
