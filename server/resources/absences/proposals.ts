import type { FreeInterpreter } from '../../../contract/reservations.ts';
import type { Trx } from '../../collection/write.ts';
import { candidatesFor } from '../interpreters/candidates.ts';
import { obstaclesOf, type ReservationRow, setInterpreters } from '../reservations/repository.ts';
import { teamOf } from '../reservations/wire.ts';

/** Who is proposed for a reservation, and how many could take it, taken by itself. */
export type Proposal = { row: ReservationRow; replacement: FreeInterpreter | null; ready: number };

type Open = { row: ReservationRow; candidates: FreeInterpreter[] };

const overlap = (one: ReservationRow, other: ReservationRow) => one.starts < other.ends && other.starts < one.ends;

async function readyFor(trx: Trx, row: ReservationRow, when: { now: Date; zone: string }): Promise<FreeInterpreter[]> {
  const candidates = await candidatesFor(trx, row, when);
  return candidates.filter(
    ({ group, response }) => group === 'ready' && response !== 'declined' && response !== 'handed_back',
  );
}

/**
 * Proposes who replaces an absent interpreter in some reservations: the scarcest first, the best candidate for each, and
 * nobody for two at one time. It books each of them, so that the next proposal takes the earlier ones into account: call it in a dry run only.
 */
export async function proposeReplacements(
  trx: Trx,
  rows: readonly ReservationRow[],
  absent: string,
  when: { now: Date; zone: string },
): Promise<Proposal[]> {
  const found: Open[] = [];
  for (const row of rows) found.push({ row, candidates: await readyFor(trx, row, when) });
  const taken: { interpreter: string; row: ReservationRow }[] = [];
  const proposals = new Map<string, FreeInterpreter>();
  const isLeft = (interpreter: string, row: ReservationRow) =>
    !taken.some((booking) => booking.interpreter === interpreter && overlap(booking.row, row));
  let open = found;
  while (open.length > 0) {
    open = open.map(({ row, candidates }) => ({
      row,
      candidates: candidates.filter(({ interpreter }) => isLeft(interpreter, row)),
    }));
    const scarcest = open.reduce((least, other) => (other.candidates.length < least.candidates.length ? other : least));
    open = open.filter((reservation) => reservation !== scarcest);
    const { row, candidates } = scarcest;
    const obstacles = await obstaclesOf(
      trx,
      candidates.map(({ interpreter }) => interpreter),
      row,
    );
    const best = candidates.find(({ interpreter }) => !obstacles.some(({ id }) => id === interpreter));
    if (!best) continue;
    proposals.set(row.id, best);
    taken.push({ interpreter: best.interpreter, row });
    const staying = teamOf(row).flatMap(({ id }) => (id === absent ? [] : id));
    await setInterpreters(trx, row.id, [...staying, best.interpreter], 'not_asked');
  }
  return found.map(({ row, candidates }) => ({
    row,
    replacement: proposals.get(row.id) ?? null,
    ready: candidates.length,
  }));
}
