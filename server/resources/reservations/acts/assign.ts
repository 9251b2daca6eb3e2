import type { FastifyRequest } from 'fastify';
import type { LanguageException, Reservation } from '../../../../contract/reservations.ts';
import type { Trx } from '../../../collection/write.ts';
import { assertCovered } from '../coverage.ts';
import type { News } from '../offers.ts';
import { type ReservationRow, setInterpreters, updateReservation } from '../repository.ts';
import { assertInterpreters } from '../terms.ts';
import { isUncovered } from '../wire.ts';
import { type Context, customerOf, decide, idsOf } from './context.ts';

type Team = { interpreters: readonly string[]; exceptions: readonly LanguageException[] };

/** Sets the interpreters who take part in a reservation that is locked. Returns the news. */
export async function setTeam(trx: Trx, row: ReservationRow, { interpreters, exceptions }: Team): Promise<News[]> {
  const before = idsOf(row);
  const coming = interpreters.filter((interpreter) => !before.includes(interpreter));
  const going = before.filter((interpreter) => !interpreters.includes(interpreter));
  const isApproved = row.status === 'approved';
  await assertInterpreters(trx, coming, row, exceptions);
  if (isApproved) await assertCovered(trx, interpreters, row, { mayBeTooFew: isUncovered(row), exceptions });
  await setInterpreters(trx, row.id, interpreters, isApproved ? 'not_asked' : 'asked', exceptions);
  await updateReservation(trx, row.id, {});
  const staying = before.filter((interpreter) => interpreters.includes(interpreter));
  return [
    { what: isApproved ? 'assigned' : 'asked', to: coming },
    { what: 'taken_off', to: going },
    { what: 'reassigned', to: isApproved ? [...customerOf(row), ...staying] : [] },
  ];
}

/**
 * Sets the interpreters who take part in a reservation. Those of a pending one are asked; those of an approved one are booked at
 * once, all or none.
 */
export function assign(context: Context, request: FastifyRequest, id: string, team: Team): Promise<Reservation> {
  return decide(context, request, id, { act: 'assign', others: team.interpreters }, (trx, row) =>
    setTeam(trx, row, team),
  );
}
