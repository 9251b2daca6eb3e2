import type { TakenBookings } from '../../../contract/coverage.ts';
import type { FreeInterpreter } from '../../../contract/reservations.ts';
import type { Trx } from '../../collection/write.ts';
import { fill } from '../../schedule/fill.ts';
import type { Person } from '../../policies/policy.ts';
import { candidatesFor } from '../interpreters/candidates.ts';
import type { Taken } from './decisions.ts';
import { type ReservationRow, waysTo } from './repository.ts';
import type { Reservations } from './reservations.ts';

/** Who is proposed for a reservation, and how many could take it, taken by itself. */
type Proposal = { replacement: FreeInterpreter | null; ready: number };

async function readyFor(trx: Trx, row: ReservationRow, when: { now: Date; zone: string }): Promise<FreeInterpreter[]> {
  const candidates = await candidatesFor(trx, row, when);
  return candidates.filter(
    ({ group, response }) => group === 'ready' && response !== 'declined' && response !== 'handed_back',
  );
}

/** Proposes who replaces interpreters in some reservations, each among those who are ready, and nobody for two at one time. */
async function proposeReplacements(
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
  return rows.map((_, index) => ({
    replacement: ready[index]?.find(({ interpreter }) => interpreter === chosen[index]?.interpreter) ?? null,
    ready: ready[index]?.length ?? 0,
  }));
}

/** The reservations that lose interpreters, as the API returns them, for planners with proposals. */
export async function presentTaken(
  { reservations, zone }: { reservations: Pick<Reservations, 'present'>; zone: string },
  trx: Trx,
  taken: readonly Taken[],
  { person, now, isPlanner }: { person: Person; now: Date; isPlanner: boolean },
): Promise<TakenBookings> {
  const rows = taken.map(({ row }) => row);
  const presented = await reservations.present(trx, rows, person);
  const proposals = isPlanner ? await proposeReplacements(trx, rows, { now, zone }) : [];
  return presented.map((reservation, at) => ({
    reservation,
    people: [...(taken[at]?.people ?? [])],
    replacement: proposals[at]?.replacement ?? null,
    ready: proposals[at]?.ready ?? 0,
  }));
}
