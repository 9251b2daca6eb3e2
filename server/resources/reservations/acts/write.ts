import type { FastifyRequest } from 'fastify';
import type { NewReservation, Reservation, ReservationChanges } from '../../../../contract/reservations.ts';
import type { Trx } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { Person } from '../../../policies/policy.ts';
import { randomId } from '../../../randomId.ts';
import { assertCovered, changesCoverage, participantsOf } from '../coverage.ts';
import {
  askAgain,
  deleteReservation,
  insertReservation,
  type ReservationRow,
  setInterpreters,
  updateReservation,
} from '../repository.ts';
import {
  acceptedTerms,
  assertInterpreters,
  assertTerms,
  type Terms,
  termsOfNew,
  termsWithChanges,
  notifiedTerms,
} from '../terms.ts';
import { change, changeIfThere, type Context, customerOf, idsOf, present, readAgain, notifyPeople } from './context.ts';

/** Adds a reservation within the transaction of the create. */
export async function addReservation(
  context: Context,
  trx: Trx,
  request: FastifyRequest,
  form: NewReservation,
): Promise<Reservation> {
  const { clock, zone, flags } = context;
  const { person } = sessionOf(request);
  const terms = termsOfNew(form, { now: clock(), zone });
  const interpreters = form.interpreters ?? [];
  await assertTerms(trx, terms, { before: null, flags });
  const id = randomId();
  await assertInterpreters(trx, interpreters, { id, ...terms });
  await insertReservation(trx, { id, ...terms, created: clock() });
  await setInterpreters(trx, id, interpreters, 'asked');
  const row = await readAgain(trx, id);
  await notifyPeople(context, trx, { person, id }, [{ what: 'asked', to: interpreters }]);
  return present(context, trx, row, person);
}

/**
 * Notifies people of changed terms. If the time, place or kind has changed, all interpreters who take part are asked again.
 * Interpreters who are booked stay booked.
 */
async function followChange(
  context: Context,
  trx: Trx,
  person: Person,
  { before, after }: { before: ReservationRow; after: ReservationRow },
): Promise<void> {
  const { id } = before;
  const differs = (names: readonly (keyof Terms)[]) =>
    names.some((name) => String(before[name]) !== String(after[name]));
  const isApproved = before.status === 'approved';
  const isAskedAgain = differs(acceptedTerms);
  if (isAskedAgain) await askAgain(trx, [id]);
  const isAnotherCustomer = differs(['customer_id']);
  const isChanged = differs(notifiedTerms);
  await notifyPeople(context, trx, { person, id }, [
    {
      what: isApproved && !isAskedAgain ? 'changed' : 'changed_asked',
      to: isChanged || isAskedAgain || isAnotherCustomer ? idsOf(after) : [],
    },
    { what: 'changed', to: isChanged && !isAnotherCustomer ? customerOf(after) : [] },
    { what: 'taken_off', to: isAnotherCustomer ? customerOf(before) : [] },
    { what: 'approved', to: isAnotherCustomer && isApproved ? customerOf(after) : [] },
  ]);
}

/** Changes the terms of a reservation. An approved one must stay covered. */
export function updateTerms(
  context: Context,
  request: FastifyRequest,
  id: string,
  form: ReservationChanges,
): Promise<Reservation> {
  const { clock, zone, flags } = context;
  return change(context, request, id, { act: 'update', isNamed: false }, async (trx, row, person) => {
    const terms = termsWithChanges(row, form, { now: clock(), zone });
    await assertTerms(trx, terms, { before: row, flags });
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
      await notifyPeople(context, trx, { person, id }, [{ what: 'deleted', to: participantsOf(row) }]);
    await deleteReservation(trx, id);
  });
}
