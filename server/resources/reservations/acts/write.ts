import type { FastifyRequest } from 'fastify';
import type { NewReservation, Reservation, ReservationChanges } from '../../../../contract/reservations.ts';
import type { Trx } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { Person } from '../../../policies/policy.ts';
import { randomId } from '../../../randomId.ts';
import { newsOfChange } from '../changeNews.ts';
import { assertCovered, changesCoverage, participantsOf } from '../coverage.ts';
import { plannersOf } from '../planners.ts';
import {
  askAgain,
  deleteReservation,
  insertReservation,
  type ReservationRow,
  setInterpreters,
  updateReservation,
} from '../repository.ts';
import { assertInterpreters, assertTerms, termsOfNew, termsWithChanges } from '../terms.ts';
import { offeredIn } from '../wire.ts';
import { change, changeIfThere, type Context, idsOf, present, readAgain, notifyPeople } from './context.ts';

/** Adds a reservation within the transaction of the create. */
export async function addReservation(
  context: Context,
  trx: Trx,
  request: FastifyRequest,
  form: NewReservation,
): Promise<Reservation> {
  const { clock, zone, flags, workingTime } = context;
  const { person } = sessionOf(request);
  const terms = termsOfNew(form, { now: clock(), zone });
  const interpreters = form.interpreters ?? [];
  await assertTerms(trx, terms, { before: null, flags, workingTime });
  const id = randomId();
  await assertInterpreters(trx, interpreters, { id, ...terms });
  await insertReservation(trx, { id, ...terms, created: clock() });
  await setInterpreters(trx, id, interpreters, 'asked');
  const row = await readAgain(trx, id);
  await notifyPeople(context, trx, { person, id }, [
    { what: 'asked', to: interpreters },
    { what: 'added', to: await plannersOf(trx, context.allowedRoles, clock()) },
  ]);
  return present(context, trx, row, person);
}

/** Asks the interpreters who take part again if the time, place or kind has changed, and tells everybody concerned. Who is booked stays booked. */
async function followChange(
  context: Context,
  trx: Trx,
  person: Person,
  { before, after }: { before: ReservationRow; after: ReservationRow },
): Promise<void> {
  const { id } = before;
  const { askedAgain, news } = newsOfChange(before, after, context.zone);
  if (askedAgain.length > 0) await askAgain(trx, [id]);
  await notifyPeople(context, trx, { person, id }, news);
}

/** Changes the terms of a reservation. An approved one must stay covered. */
export function updateTerms(
  context: Context,
  request: FastifyRequest,
  id: string,
  form: ReservationChanges,
): Promise<Reservation> {
  const { clock, zone, flags, workingTime } = context;
  return change(context, request, id, { act: 'update', isNamed: false }, async (trx, row, person) => {
    const terms = termsWithChanges(row, form, { now: clock(), zone });
    await assertTerms(trx, terms, { before: row, flags, workingTime });
    if (row.status === 'approved' && changesCoverage(row, terms))
      await assertCovered(trx, idsOf(row), { id, ...terms });
    await updateReservation(trx, id, terms);
    await followChange(context, trx, person, { before: row, after: await readAgain(trx, id) });
  });
}

/** Deletes a reservation. */
export async function removeReservation(context: Context, request: FastifyRequest, id: string): Promise<void> {
  await changeIfThere(context, request, id, { act: 'delete', isNamed: false }, async (trx, row, person) => {
    // For rejected and cancelled ones they were notified before.
    if (row.status === 'pending')
      await notifyPeople(context, trx, { person, id }, [
        { what: 'deleted', to: participantsOf(row) },
        { what: 'offer_withdrawn', to: offeredIn(row) },
      ]);
    await deleteReservation(trx, id);
  });
}
