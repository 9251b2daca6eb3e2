import type { FastifyRequest } from 'fastify';
import type { LanguageException, Reservation, ReservationStatus } from '../../../../contract/reservations.ts';
import { assertCovered, participantsOf } from '../coverage.ts';
import { setInterpreters, updateReservation } from '../repository.ts';
import { assertInterpreters } from '../terms.ts';
import { type Context, customerOf, decide, idsOf } from './context.ts';

/** The columns of a planner's decision. */
const decision = <Status extends ReservationStatus>(
  { clock }: Context,
  { status, message, person }: { status: Status; message: string | null; person: { id: string } },
) => ({ status, answer: message, answered: clock(), answered_by: person.id });

/**
 * Approves a reservation, for the interpreters given or for those who take part: they are booked, whatever they have
 * answered, and each gets one message.
 */
export function approve(
  context: Context,
  request: FastifyRequest,
  id: string,
  {
    message,
    interpreters,
    exceptions,
  }: {
    message: string | null;
    interpreters?: readonly string[] | undefined;
    exceptions: readonly LanguageException[];
  },
): Promise<Reservation> {
  return decide(context, request, id, { act: 'approve', others: interpreters ?? [] }, async (trx, row, person) => {
    const former = idsOf(row);
    const team = interpreters ?? former;
    const coming = team.filter((interpreter) => !former.includes(interpreter));
    await assertInterpreters(trx, coming, row, exceptions);
    await assertCovered(trx, team, row, { exceptions });
    await setInterpreters(trx, id, team, 'not_asked', exceptions);
    await updateReservation(trx, id, decision(context, { status: 'approved', message, person }));
    return [
      { what: 'assigned', to: coming, message },
      { what: 'taken_off', to: former.filter((interpreter) => !team.includes(interpreter)) },
      { what: 'approved', to: [...customerOf(row), ...former.filter((interpreter) => team.includes(interpreter))] },
    ];
  });
}

/** Rejects or cancels a reservation, and tells everybody who takes part. */
export function endWith(
  context: Context,
  request: FastifyRequest,
  id: string,
  { act, message }: { act: 'reject' | 'cancel'; message: string | null },
): Promise<Reservation> {
  return decide(context, request, id, { act }, async (trx, row, person) => {
    const status = act === 'reject' ? 'rejected' : 'cancelled';
    await updateReservation(trx, id, decision(context, { status, message, person }));
    return [{ what: status, to: participantsOf(row) }];
  });
}
