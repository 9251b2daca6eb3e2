import type { FastifyRequest } from 'fastify';
import type { answeringActs } from '../../../../contract/acts.ts';
import { writers } from '../../../../contract/permissions.ts';
import { answering } from '../../../../contract/reservationRules.ts';
import type { Reservation } from '../../../../contract/reservations.ts';
import type { Trx } from '../../../collection/write.ts';
import { staffOf } from '../../auth/repository.ts';
import { assertCovered } from '../coverage.ts';
import { creatorOf, setResponse, updateReservation } from '../repository.ts';
import { change, type Context, notifyPeople } from './context.ts';

/** The ids of the people who plan. */
async function plannersOf({ allowedRoles }: Context, trx: Trx, now: Date): Promise<string[]> {
  const roles = allowedRoles.filter((role) => writers('reservations').includes(role));
  return (await staffOf(trx, roles, now)).map(({ id }) => id);
}

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
    const to = response === 'accepted' ? (maker ? [maker] : []) : await plannersOf(context, trx, now);
    const by = `${person.first_name} ${person.last_name}`;
    await notifyPeople(context, trx, { person, id }, [{ what: response, to, by, message }]);
  });
}
