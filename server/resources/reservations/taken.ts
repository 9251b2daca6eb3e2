import type { TakenBookings } from '../../../contract/coverage.ts';
import type { Trx } from '../../collection/write.ts';
import type { Person } from '../../policies/policy.ts';
import type { Taken } from './decisions.ts';
import { isReady, propose } from './proposals.ts';
import type { Reservations } from './reservations.ts';

/** The reservations that lose interpreters, as the API returns them, for planners with proposals. */
export async function presentTaken(
  { reservations, zone }: { reservations: Pick<Reservations, 'present'>; zone: string },
  trx: Trx,
  taken: readonly Taken[],
  { person, now, isPlanner }: { person: Person; now: Date; isPlanner: boolean },
): Promise<TakenBookings> {
  const rows = taken.map(({ row }) => row);
  const presented = await reservations.present(trx, rows, person);
  const places = rows.map((row) => ({ row, kept: null, dropped: new Set<string>() }));
  const proposals = isPlanner ? await propose(trx, places, { now, zone }) : [];
  return presented.map((reservation, at) => ({
    reservation,
    people: [...(taken[at]?.people ?? [])],
    replacement: proposals[at]?.proposed ?? null,
    ready: proposals[at]?.candidates.filter(isReady).length ?? 0,
  }));
}
