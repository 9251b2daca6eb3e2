import type { TakenBookings } from '../../../contract/coverage.ts';
import type { FreeInterpreter } from '../../../contract/reservations.ts';
import type { Trx } from '../../collection/write.ts';
import type { Person } from '../../policies/policy.ts';
import { candidatesFor } from '../interpreters/candidates.ts';
import type { Taken } from './decisions.ts';
import { obstaclesOf, type ReservationRow, setInterpreters } from './repository.ts';
import type { Reservations } from './reservations.ts';
import { teamOf } from './wire.ts';

/** Who is proposed for a reservation, and how many could take it, taken by itself. */
type Proposal = { replacement: FreeInterpreter | null; ready: number };

type Open = Taken & { candidates: FreeInterpreter[] };

const overlap = (one: ReservationRow, other: ReservationRow) => one.starts < other.ends && other.starts < one.ends;

async function readyFor(trx: Trx, row: ReservationRow, when: { now: Date; zone: string }): Promise<FreeInterpreter[]> {
  const candidates = await candidatesFor(trx, row, when);
  return candidates.filter(
    ({ group, response }) => group === 'ready' && response !== 'declined' && response !== 'handed_back',
  );
}

/**
 * Proposes who replaces interpreters in some reservations: the scarcest first, the best candidate for each, and nobody for
 * two at one time. It books each of them, so that the next proposal takes the earlier ones into account: call it in a dry run only.
 */
async function proposeReplacements(
  trx: Trx,
  lost: readonly Taken[],
  when: { now: Date; zone: string },
): Promise<Proposal[]> {
  const found: Open[] = [];
  for (const { row, people } of lost) found.push({ row, people, candidates: await readyFor(trx, row, when) });
  const taken: { interpreter: string; row: ReservationRow }[] = [];
  const proposals = new Map<string, FreeInterpreter>();
  const isLeft = (interpreter: string, row: ReservationRow) =>
    !taken.some((booking) => booking.interpreter === interpreter && overlap(booking.row, row));
  let open = found;
  while (open.length > 0) {
    open = open.map(({ row, people, candidates }) => ({
      row,
      people,
      candidates: candidates.filter(({ interpreter }) => isLeft(interpreter, row)),
    }));
    const scarcest = open.reduce((least, other) => (other.candidates.length < least.candidates.length ? other : least));
    open = open.filter((reservation) => reservation !== scarcest);
    const { row, people, candidates } = scarcest;
    const obstacles = await obstaclesOf(
      trx,
      candidates.map(({ interpreter }) => interpreter),
      row,
    );
    const best = candidates.find(({ interpreter }) => !obstacles.some(({ id }) => id === interpreter));
    if (!best) continue;
    proposals.set(row.id, best);
    taken.push({ interpreter: best.interpreter, row });
    const staying = teamOf(row).flatMap(({ id }) => (people.includes(id) ? [] : id));
    await setInterpreters(trx, row.id, [...staying, best.interpreter], 'not_asked');
  }
  return found.map(({ row, candidates }) => ({
    replacement: proposals.get(row.id) ?? null,
    ready: candidates.length,
  }));
}

/**
 * The reservations that lose interpreters, as the API returns them, for planners with proposals. It books those who are
 * proposed: call it in a dry run only.
 */
export async function presentTaken(
  { reservations, zone }: { reservations: Pick<Reservations, 'present'>; zone: string },
  trx: Trx,
  taken: readonly Taken[],
  { person, now, isPlanner }: { person: Person; now: Date; isPlanner: boolean },
): Promise<TakenBookings> {
  const rows = taken.map(({ row }) => row);
  const presented = await reservations.present(trx, rows, person);
  const proposals = isPlanner ? await proposeReplacements(trx, taken, { now, zone }) : [];
  return presented.map((reservation, at) => ({
    reservation,
    people: [...(taken[at]?.people ?? [])],
    replacement: proposals[at]?.replacement ?? null,
    ready: proposals[at]?.ready ?? 0,
  }));
}
