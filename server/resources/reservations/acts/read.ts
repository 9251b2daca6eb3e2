import type { FastifyRequest } from 'fastify';
import type { Reservation, ReservationsQuery, ReservationWork } from '../../../../contract/reservations.ts';
import { orNotFound } from '../../../collection/orNotFound.ts';
import { shared } from '../../../collection/shared.ts';
import { sessionOf } from '../../../http/guard.ts';
import { lastDays } from '../../../days.ts';
import { ApiProblem } from '../../../problem.ts';
import { addDays, instantAt } from '../../../schedule/wallTime.ts';
import { countWork, findReservation, listReservations } from '../repository.ts';
import { type Context, onlyInterpreterOf, present, presentAll } from './context.ts';

/** One page of the reservations that the caller may read. */
export async function listOfReservations(
  context: Context,
  request: FastifyRequest,
  { from_day, to_day, ...query }: ReservationsQuery,
): Promise<{ count: number; results: Reservation[] }> {
  const { db, clock, zone } = context;
  const { person } = sessionOf(request);
  const asked = {
    query,
    onlyInterpreter: onlyInterpreterOf(person),
    asker: person.id,
    from: from_day ? instantAt(from_day, '00:00', zone) : null,
    to: to_day ? instantAt(addDays(to_day, 1), '00:00', zone) : null,
  };
  const { count, rows } = await listReservations(db, asked, clock());
  return { count, results: await presentAll(context, db, rows, person) };
}

/** Reads how many reservations wait for the caller. Planners, for whom the same reservations wait, share the query. */
export function workReader({
  db,
  clock,
  zone,
}: Pick<Context, 'db' | 'clock' | 'zone'>): (request: FastifyRequest) => Promise<ReservationWork> {
  const count = (onlyInterpreter: string | null) => {
    const now = clock();
    const { from, to } = lastDays(now, zone, 1);
    return countWork(db, { onlyInterpreter, today: { from, to }, now });
  };
  const countForPlanners = shared(() => count(null));
  return (request) => {
    const onlyInterpreter = onlyInterpreterOf(sessionOf(request).person);
    return onlyInterpreter === null ? countForPlanners() : count(onlyInterpreter);
  };
}

/** A reservation that the caller may read. */
export async function readReservation(context: Context, request: FastifyRequest, id: string): Promise<Reservation> {
  const { db } = context;
  const { person } = sessionOf(request);
  const row = orNotFound(await findReservation(db, id));
  const onlyInterpreter = onlyInterpreterOf(person);
  // Their lists have what they declined, too.
  if (onlyInterpreter !== null && !row.interpreters.some(({ id: listed }) => listed === onlyInterpreter))
    throw new ApiProblem('not_found');
  return present(context, db, row, person);
}
