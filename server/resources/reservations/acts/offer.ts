import type { FastifyRequest } from 'fastify';
import type { NewReservationOffer, Reservation } from '../../../../contract/reservations.ts';
import type { Trx } from '../../../collection/write.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import { assertCovered } from '../coverage.ts';
import { type News, openOffer } from '../offers.ts';
import { deleteOffers, type ReservationRow, updateReservation } from '../repository.ts';
import { assertInterpreters } from '../terms.ts';
import { change, type Context, idsOf, notifyPeople } from './context.ts';

/** Offers a reservation that is locked to interpreters. Returns the news. */
export async function makeOffer(
  context: Context,
  trx: Trx,
  { row, person }: { row: ReservationRow; person: Person },
  {
    interpreters,
    approves = true,
    next = 'planners',
    message = null,
    language_exceptions: exceptions = [],
    ...form
  }: NewReservationOffer,
): Promise<News[]> {
  const { id } = row;
  const now = context.clock();
  const deadline = new Date(form.deadline);
  if (deadline <= now || deadline >= row.starts)
    throw new ApiProblem('check_dates', { errors: { deadline: ['check_dates'] } });
  if (interpreters.some((interpreter) => idsOf(row).includes(interpreter)))
    throw new ApiProblem('invalid', { errors: { interpreters: ['invalid'] } });
  await assertInterpreters(trx, interpreters, row, exceptions);
  await assertCovered(trx, interpreters, row, { mayBeTooFew: true, exceptions });
  await openOffer(
    trx,
    { reservation_id: id, deadline, approves, next, message, made: now, made_by: person.id },
    interpreters,
    exceptions,
  );
  await updateReservation(trx, id, {});
  return [{ what: 'offered', to: interpreters, message }];
}

/** Offers a reservation to interpreters. Those who accept first get the free places; nobody can accept after the deadline. */
export function offer(
  context: Context,
  request: FastifyRequest,
  id: string,
  form: NewReservationOffer,
): Promise<Reservation> {
  return change(context, request, id, { act: 'offer', others: form.interpreters }, async (trx, row, person) => {
    const news = await makeOffer(context, trx, { row, person }, form);
    await notifyPeople(context, trx, { person, id }, news);
  });
}

/** Withdraws the open offer of a reservation. Who has accepted stays. */
export function withdrawOffer(
  context: Context,
  request: FastifyRequest,
  id: string,
  message: string | null,
): Promise<Reservation> {
  return change(context, request, id, { act: 'withdraw_offer' }, async (trx, _row, person) => {
    const without = await deleteOffers(trx, [id]);
    await updateReservation(trx, id, {});
    const to = without.map(({ interpreter_id }) => interpreter_id);
    await notifyPeople(context, trx, { person, id }, [{ what: 'offer_withdrawn', to, message }]);
  });
}
