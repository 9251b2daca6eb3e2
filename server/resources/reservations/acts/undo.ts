import type { FastifyRequest } from 'fastify';
import type { Reservation } from '../../../../contract/reservations.ts';
import { orNotFound } from '../../../collection/orNotFound.ts';
import { sessionOf } from '../../../http/guard.ts';
import { ApiProblem } from '../../../problem.ts';
import { withInterpreters } from '../../schedules/repository.ts';
import { scheduleEnd } from '../offers.ts';
import { findReservation, lockReservation } from '../repository.ts';
import { dropHeldNews, findUndo, putBack } from '../undoRepository.ts';
import { type Context, listedIn, present, readAgain } from './context.ts';

/**
 * Undoes the caller's last decision, of which nobody was told yet: everything is as before it, and nobody is told.
 * @throws ApiProblem forbidden if somebody else has decided, undo_too_late, reservation_overlap if an interpreter was
 * booked elsewhere meanwhile
 */
export async function undo(context: Context, request: FastifyRequest, id: string): Promise<Reservation> {
  const { db, clock } = context;
  const { person } = sessionOf(request);
  const people = listedIn(orNotFound(await findReservation(db, id)));
  const decision = await findUndo(db, id);
  if (!decision) throw new ApiProblem('undo_too_late');
  if (decision.person_id !== person.id) throw new ApiProblem('forbidden');
  const former = decision.before.interpreters.map(({ interpreter_id }) => interpreter_id);
  return withInterpreters(db, { request, now: clock(), act: 'undo' }, [...people, ...former], async (trx) => {
    orNotFound(await lockReservation(trx, id));
    const before = await dropHeldNews(trx, id, person.id);
    if (!before) throw new ApiProblem('undo_too_late');
    await putBack(trx, id, before);
    if (before.offer) await scheduleEnd(trx, before.offer);
    return present(context, trx, await readAgain(trx, id), person);
  });
}
