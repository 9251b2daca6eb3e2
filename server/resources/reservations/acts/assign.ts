import type { FastifyRequest } from 'fastify';
import type { Reservation } from '../../../../contract/reservations.ts';
import { assertCovered } from '../coverage.ts';
import { setInterpreters, updateReservation } from '../repository.ts';
import { assertInterpreters } from '../terms.ts';
import { isAccepted, isUncovered } from '../wire.ts';
import { change, type Context, customerOf, idsOf, reread, tell } from './context.ts';

/** Gives a reservation its interpreters. On one that is approved they are booked at once, or none of them. */
export function assign(
  context: Context,
  request: FastifyRequest,
  id: string,
  interpreters: readonly string[],
): Promise<Reservation> {
  return change(context, request, id, { act: 'assign', others: interpreters }, async (trx, row, person) => {
    const before = idsOf(row);
    const coming = interpreters.filter((one) => !before.includes(one));
    const going = before.filter((one) => !interpreters.includes(one));
    const isApproved = row.status === 'approved';
    await assertInterpreters(trx, coming, row);
    if (isApproved) await assertCovered(trx, interpreters, row, { mayBeTooFew: isUncovered(row) });
    await setInterpreters(trx, id, interpreters);
    // Those who stay keep their responses: without whoever was taken off, it may be accepted by all.
    const isApprovedNow = !isApproved && interpreters.length > 0 && isAccepted(await reread(trx, id));
    const approval = { status: 'approved', answer: null, answered: context.clock(), answered_by: person.id } as const;
    await updateReservation(trx, id, isApprovedNow ? approval : {});
    const staying = before.filter((one) => interpreters.includes(one));
    await tell(context, trx, { person, id }, [
      { what: isApproved ? 'assigned' : 'asked', to: coming },
      { what: 'taken_off', to: going },
      { what: 'reassigned', to: isApproved ? [...customerOf(row), ...staying] : [] },
      { what: 'approved', to: isApprovedNow ? [...customerOf(row), ...staying] : [] },
    ]);
  });
}
