import type { FreeInterpreter } from '../../../contract/reservations.ts';
import type { Db } from '../../db/tables.ts';
import { fill } from '../../schedule/fill.ts';
import { candidatesForAll } from '../interpreters/candidates.ts';
import { byScore, withMoreLoad } from '../interpreters/ranking.ts';
import { askedElsewhere, type ReservationRow, waysTo } from './repository.ts';

/** A place in a reservation that somebody is to take. */
export type Place = {
  row: ReservationRow;
  /** Who takes it already; null: nobody. */
  kept: string | null;
  /** Who is not proposed. */
  dropped: ReadonlySet<string>;
};

/**
 * Who is proposed for a place, and all candidates for its reservation, the best first. `asked`: how many of those who are ready are
 * asked for another one at that time.
 */
export type Proposal = { proposed: FreeInterpreter | null; candidates: readonly FreeInterpreter[]; asked: number };

/** Whether a candidate can take a reservation without another shift, and has neither declined it nor handed it back. */
export const isReady = ({ group, response }: FreeInterpreter): boolean =>
  group === 'ready' && response !== 'declined' && response !== 'handed_back';

/** Proposes somebody for each place, among those who are ready and not asked for another one, and nobody for two at one time. */
export async function propose(
  db: Db,
  places: readonly Place[],
  when: { now: Date; zone: string },
): Promise<Proposal[]> {
  const rows = [...new Map(places.map(({ row }) => [row.id, row])).values()];
  const found = await candidatesForAll(db, rows, when);
  const candidatesOf = new Map(rows.map(({ id }, at) => [id, found[at] ?? []]));
  const elsewhere = await askedElsewhere(
    db,
    rows.map(({ id }) => id),
  );
  const isAsked = (id: string, { interpreter }: FreeInterpreter) => elsewhere.get(id)?.has(interpreter) ?? false;
  const people = places.map(({ row: { id }, kept, dropped }) => {
    const ready =
      candidatesOf
        .get(id)
        ?.filter((candidate) => isReady(candidate) && !dropped.has(candidate.interpreter) && !isAsked(id, candidate)) ??
      [];
    return kept === null ? ready.map(({ interpreter }) => interpreter) : [kept];
  });
  const asked = new Map<string, Set<string>>();
  for (const [at, { row }] of places.entries())
    asked.set(row.id, new Set([...(asked.get(row.id) ?? []), ...(people[at] ?? [])]));
  const ways = await waysTo(
    db,
    [...asked].map(([id, those]) => ({ id, people: [...those] })),
  );
  const wayOf = new Map(ways.map((way) => [`${way.reservation} ${way.interpreter}`, way.minutes]));
  const placeOf = new Map(ways.map(({ reservation, place }) => [reservation, place]));
  const choice = (reservation: string, interpreter: string) => ({
    interpreter,
    way: wayOf.get(`${reservation} ${interpreter}`) ?? 0,
  });
  const candidateFor = (at: number, interpreter: string) =>
    candidatesOf.get(places[at]?.row.id ?? '')?.find((candidate) => candidate.interpreter === interpreter);
  const chosen = fill(
    places.map(({ row: { id, starts, ends } }, at) => ({
      starts,
      ends,
      place: placeOf.get(id) ?? null,
      choices: (people[at] ?? []).map((interpreter) => choice(id, interpreter)),
    })),
    places.map(({ row, kept }) => (kept === null ? null : choice(row.id, kept))),
    (at, free, minutesOf) =>
      free
        .flatMap((option) => {
          const candidate = candidateFor(at, option.interpreter);
          return candidate ? { option, candidate: withMoreLoad(candidate, minutesOf(option.interpreter)) } : [];
        })
        .toSorted((a, b) => byScore(a.candidate, b.candidate))[0]?.option,
  );
  return places.map(({ row }, at) => {
    const candidates = candidatesOf.get(row.id) ?? [];
    return {
      proposed: candidates.find(({ interpreter }) => interpreter === chosen[at]?.interpreter) ?? null,
      candidates,
      asked: candidates.filter((candidate) => isReady(candidate) && isAsked(row.id, candidate)).length,
    };
  });
}
