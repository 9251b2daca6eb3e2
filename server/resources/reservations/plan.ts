import type { FastifyRequest } from 'fastify';
import { coverageObstacles } from '../../../contract/reservations.ts';
import {
  planBounds,
  type PlanLine,
  type PlanPair,
  type ReservationPlan,
  type ReservationPlanRequest,
} from '../../../contract/reservationPlans.ts';
import { sessionOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { addDays, instantAt } from '../../schedule/wallTime.ts';
import { excessOfReady } from '../interpreters/excess.ts';
import { type Context, presentAll } from './acts/context.ts';
import { isReady, type Place, propose, type Proposal } from './proposals.ts';
import { findReservations, plannable, type ReservationRow } from './repository.ts';
import { teamOf } from './wire.ts';

/** Which reservations a plan is for. @throws ApiProblem invalid, check_dates */
function askedIn({ from, to, reservations }: ReservationPlanRequest, zone: string) {
  if (reservations) return { ids: reservations };
  if (!from || !to) {
    const missing = Object.entries({ from, to }).filter(([, day]) => !day);
    throw new ApiProblem('invalid', { errors: Object.fromEntries(missing.map(([field]) => [field, ['required']])) });
  }
  if (to < from || to >= addDays(from, planBounds.days))
    throw new ApiProblem('check_dates', { errors: { to: ['check_dates'] } });
  return { from: instantAt(from, '00:00', zone), to: instantAt(addDays(to, 1), '00:00', zone) };
}

/** The people of some pairs, by reservation. */
function peopleBy(pairs: readonly PlanPair[]): Map<string, Set<string>> {
  const groups = Map.groupBy(pairs, ({ reservation }) => reservation);
  return new Map([...groups].map(([id, those]) => [id, new Set(those.map(({ interpreter }) => interpreter))]));
}

/** The places of a reservation that nobody takes: those that the planner has locked, then the others. */
function freePlaces(row: ReservationRow, locked: ReadonlySet<string>, dropped: ReadonlySet<string>): Place[] {
  const team = new Set(teamOf(row).map(({ id }) => id));
  const kept = [...locked].filter((id) => !team.has(id));
  // Who is locked is not proposed for another place of it.
  const taken = new Set([...dropped, ...kept]);
  return Array.from({ length: row.interpreters_needed - team.size }, (_, at) => ({
    row,
    kept: kept[at] ?? null,
    dropped: taken,
  }));
}

/** How many of the candidates need a shift, and how many cannot, by what keeps them from it. */
function whyOthersCannot(candidates: Proposal['candidates']): Pick<PlanLine, 'needs_shift' | 'obstacles'> {
  const impossible = candidates.filter(({ group }) => group === 'impossible');
  return {
    needs_shift: candidates.filter(({ group }) => group === 'needs_shift').length,
    obstacles: coverageObstacles
      .map((obstacle) => ({
        obstacle,
        people: impossible.filter((candidate) => candidate.obstacle === obstacle).length,
      }))
      .filter(({ people }) => people > 0),
  };
}

/** Proposes interpreters for reservations that are short of people, for all of them together. Writes nothing. */
export async function plan(
  context: Context,
  request: FastifyRequest,
  { locked = [], dropped = [], ...asked }: ReservationPlanRequest,
): Promise<ReservationPlan> {
  const { db, clock, zone, workingTime } = context;
  const now = clock();
  const ids = await plannable(db, askedIn(asked, zone), now);
  const rows = await findReservations(db, ids.slice(0, planBounds.reservations));
  const [lockedFor, droppedFor] = [peopleBy(locked), peopleBy(dropped)];
  const places = rows.flatMap((row) =>
    freePlaces(row, lockedFor.get(row.id) ?? new Set(), droppedFor.get(row.id) ?? new Set()),
  );
  const proposals = await propose(db, places, { now, zone });
  const excessOf = await excessOfReady(
    db,
    workingTime,
    proposals.flatMap(({ proposed }) => proposed ?? []),
  );
  const presented = await presentAll(context, db, rows, sessionOf(request).person);
  const reservations = new Map(presented.map((reservation) => [reservation.id, reservation]));
  const lines = places.flatMap(({ row, kept }, at): PlanLine[] => {
    const { proposed = null, candidates = [], asked: asked_elsewhere = 0 } = proposals[at] ?? {};
    const reservation = reservations.get(row.id);
    const ready = candidates.filter(isReady).length;
    const excess = excessOf.get(proposed?.shift ?? '');
    const interpreter = proposed && excess ? { ...proposed, excess } : proposed;
    const line = { interpreter, is_locked: kept !== null && proposed !== null, ready, asked_elsewhere };
    return reservation ? [{ reservation, ...line, ...whyOthersCannot(candidates) }] : [];
  });
  return { lines, left_off: ids.length - rows.length };
}
