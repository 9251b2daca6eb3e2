import type { FastifyRequest } from 'fastify';
import type { Updateable } from 'kysely';
import { writes } from '../../../../contract/permissions.ts';
import type { InterpreterResponse, Reservation, ReservationStatus } from '../../../../contract/reservations.ts';
import type { Tables } from '../../../db/tables.ts';
import { sessionOf } from '../../../http/guard.ts';
import { assertCovered, participantsOf } from '../coverage.ts';
import { creatorOf, setResponse, updateReservation } from '../repository.ts';
import { isAccepted } from '../wire.ts';
import { change, type Context, idsOf, readAgain, notifyPeople } from './context.ts';

type Answer = Extract<ReservationStatus, 'approved' | 'rejected' | 'cancelled'>;

const actOf = { approved: 'approve', rejected: 'reject', cancelled: 'cancel' } as const;

/** Approves, rejects or cancels a reservation on behalf of all its interpreters. */
function answerForAll(
  context: Context,
  request: FastifyRequest,
  id: string,
  { status, message }: { status: Answer; message: string | null },
): Promise<Reservation> {
  return change(context, request, id, { act: actOf[status] }, async (trx, row, person) => {
    if (status === 'approved') await assertCovered(trx, idsOf(row), row);
    await updateReservation(trx, id, {
      status,
      answer: message,
      answered: context.clock(),
      answered_by: person.id,
    });
    await notifyPeople(context, trx, { person, id }, [{ what: status, to: participantsOf(row) }]);
  });
}

/**
 * Stores an interpreter's own response. The reservation is approved once enough interpreters are assigned and all have
 * accepted and cover it. A single interpreter who declines rejects it. The person who added it is notified.
 */
function respond(
  context: Context,
  request: FastifyRequest,
  id: string,
  { response, message }: { response: Exclude<InterpreterResponse, 'pending'>; message: string | null },
): Promise<Reservation> {
  const act = response === 'accepted' ? 'approve' : 'reject';
  return change(context, request, id, { act }, async (trx, row, person) => {
    const isAlone = row.interpreters.length === 1 && row.interpreters_needed === 1;
    if (response === 'accepted') await assertCovered(trx, [person.id], row, { mayBeTooFew: true });
    const now = context.clock();
    await setResponse(trx, id, { interpreter: person.id, response, responded: now });
    const isApproved = response === 'accepted' && isAccepted(await readAgain(trx, id));
    const isRejected = response === 'declined' && isAlone;
    const status = isApproved ? 'approved' : isRejected ? 'rejected' : null;
    const decision: Updateable<Tables['reservations']> = status
      ? { status, answer: message, answered: now, answered_by: person.id }
      : {};
    await updateReservation(trx, id, decision);
    const maker = await creatorOf(trx, id);
    await notifyPeople(context, trx, { person, id }, [
      { what: status ?? response, to: maker ? [maker] : [], by: `${person.first_name} ${person.last_name}`, message },
      { what: status ?? response, to: status ? participantsOf(row) : [] },
    ]);
  });
}

/** Staff approve for all interpreters; interpreters accept for themselves. */
export function approve(
  context: Context,
  request: FastifyRequest,
  id: string,
  message: string | null,
): Promise<Reservation> {
  return writes('reservations', sessionOf(request).person)
    ? answerForAll(context, request, id, { status: 'approved', message })
    : respond(context, request, id, { response: 'accepted', message });
}

/** Staff reject for all interpreters; interpreters decline for themselves. */
export function reject(
  context: Context,
  request: FastifyRequest,
  id: string,
  message: string | null,
): Promise<Reservation> {
  return writes('reservations', sessionOf(request).person)
    ? answerForAll(context, request, id, { status: 'rejected', message })
    : respond(context, request, id, { response: 'declined', message });
}

/** Cancels a reservation. */
export function cancel(
  context: Context,
  request: FastifyRequest,
  id: string,
  message: string | null,
): Promise<Reservation> {
  return answerForAll(context, request, id, { status: 'cancelled', message });
}
