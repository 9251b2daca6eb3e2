import type { FastifyRequest } from 'fastify';
import type { answeringActs } from '../../../../contract/acts.ts';
import { answering } from '../../../../contract/reservationRules.ts';
import type { Reservation } from '../../../../contract/reservations.ts';
import { assertCovered } from '../coverage.ts';
import { plannersOf } from '../planners.ts';
import { creatorOf, setResponse, updateReservation } from '../repository.ts';
import { change, type Context, notifyPeople } from './context.ts';

/**
 * Stores an interpreter's own answer. The answer does not change the status of the reservation. An interpreter who
 * declines or hands it back is free again, and all planners get a message. After an acceptance, the person who added the
 * reservation gets one.
 */
export function answer(
  context: Context,
  request: FastifyRequest,
  id: string,
  { act, message }: { act: (typeof answeringActs)[number]; message: string | null },
): Promise<Reservation> {
  return change(context, request, id, { act }, async (trx, row, person) => {
    const now = context.clock();
    const response = answering[act].to;
    if (response === 'accepted') await assertCovered(trx, [person.id], row, { mayBeTooFew: true });
    await setResponse(trx, id, { interpreter: person.id, response, responded: now, message });
    await updateReservation(trx, id, {});
    const maker = await creatorOf(trx, id);
    const to = response === 'accepted' ? (maker ? [maker] : []) : await plannersOf(trx, context.allowedRoles, now);
    const by = `${person.first_name} ${person.last_name}`;
    await notifyPeople(context, trx, { person, id }, [{ what: response, to, by, message }]);
  });
}
