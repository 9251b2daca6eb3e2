import type { FastifyRequest } from 'fastify';
import type { LanguageException, Reservation } from '../../../../contract/reservations.ts';
import { assertCovered } from '../coverage.ts';
import { setInterpreters, updateReservation } from '../repository.ts';
import { assertInterpreters } from '../terms.ts';
import { isUncovered } from '../wire.ts';
import { type Context, customerOf, decide, idsOf } from './context.ts';

/**
 * Sets the interpreters who take part in a reservation. Those of a pending one are asked; those of an approved one are booked at
 * once, all or none.
 */
export function assign(
  context: Context,
  request: FastifyRequest,
  id: string,
  { interpreters, exceptions }: { interpreters: readonly string[]; exceptions: readonly LanguageException[] },
): Promise<Reservation> {
  return decide(context, request, id, { act: 'assign', others: interpreters }, async (trx, row) => {
    const before = idsOf(row);
    const coming = interpreters.filter((interpreter) => !before.includes(interpreter));
    const going = before.filter((interpreter) => !interpreters.includes(interpreter));
    const isApproved = row.status === 'approved';
    await assertInterpreters(trx, coming, row, exceptions);
    if (isApproved) await assertCovered(trx, interpreters, row, { mayBeTooFew: isUncovered(row), exceptions });
    await setInterpreters(trx, id, interpreters, isApproved ? 'not_asked' : 'asked', exceptions);
    await updateReservation(trx, id, {});
    const staying = before.filter((interpreter) => interpreters.includes(interpreter));
    return [
      { what: isApproved ? 'assigned' : 'asked', to: coming },
      { what: 'taken_off', to: going },
      { what: 'reassigned', to: isApproved ? [...customerOf(row), ...staying] : [] },
    ];
  });
}
