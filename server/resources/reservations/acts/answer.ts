import type { FastifyRequest } from 'fastify';
import type { answeringActs } from '../../../../contract/acts.ts';
import { answering, approvalRefusal } from '../../../../contract/reservationRules.ts';
import type { Reservation } from '../../../../contract/reservations.ts';
import type { Trx } from '../../../collection/write.ts';
import type { ReservationNews } from '../../../notifications/events.ts';
import type { Person } from '../../../policies/policy.ts';
import { ApiProblem } from '../../../problem.ts';
import { assertCovered } from '../coverage.ts';
import { passOn } from '../offers.ts';
import { plannersOf } from '../planners.ts';
import { creatorOf, type ReservationRow, setBooker, setResponse, updateReservation } from '../repository.ts';
import { offeredIn, subjectOf } from '../wire.ts';
import { change, type Context, customerOf, idsOf, notifyPeople, readAgain } from './context.ts';

/** An interpreter's answer, and the reservation before it. */
type Given = { row: ReservationRow; person: Person; message: string | null };

const nameOf = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`;

/**
 * Follows the acceptance of an offer. If the planner who made it said so, it approves the reservation in the name of that
 * planner, once its team is complete and covers it.
 */
async function takeOffer(context: Context, trx: Trx, { row, person, message }: Given): Promise<void> {
  const { clock, handBackHours, allowedRoles } = context;
  const [{ id }, now] = [row, clock()];
  const after = await readAgain(trx, id);
  const wasPending = row.status === 'pending';
  const isApproved =
    wasPending && row.offer_approves === true && approvalRefusal(subjectOf(after, { now, handBackHours })) === null;
  if (isApproved)
    await updateReservation(trx, id, {
      status: 'approved',
      answer: null,
      answered: now,
      answered_by: row.offer_made_by,
    });
  await setBooker(trx, id, { from: person.id, to: row.offer_made_by });
  const planners = await plannersOf(trx, allowedRoles, now);
  // Nobody is left out as the one who acts: whoever is booked gets the entry for their calendar.
  await notifyPeople(context, trx, { person: null, id }, [
    // Without an approval this news must not exist: it marks what planners have to decide as read.
    ...(isApproved ? [{ what: 'approved' as const, to: [...customerOf(row), ...idsOf(after)] }] : []),
    { what: 'assigned', to: wasPending ? [] : [person.id] },
    { what: 'reassigned', to: wasPending ? [] : [...customerOf(row), ...idsOf(row)] },
    { what: isApproved ? 'accepted_approved' : 'accepted', to: planners, by: nameOf(person), message },
  ]);
}

/** Tells planners that an interpreter has declined an offer; after the last one, the offer is passed on. */
async function declineOffer(context: Context, trx: Trx, { row, person, message }: Given): Promise<void> {
  const { id } = row;
  const by = nameOf(person);
  if (offeredIn(row).length === 1) {
    const news = await passOn(context, trx, await readAgain(trx, id), message && `${by}: ${message}`);
    await notifyPeople(context, trx, { person, id }, news);
    return;
  }
  const to = await plannersOf(trx, context.allowedRoles, context.clock());
  await notifyPeople(context, trx, { person, id }, [{ what: 'declined', to, by, message }]);
}

/** Tells the person who added the reservation of an acceptance, if they still plan, and planners of other answers. */
async function followAnswer(
  context: Context,
  trx: Trx,
  { row: { id }, person, message, what }: Given & { what: ReservationNews },
): Promise<void> {
  const by = nameOf(person);
  const to = await plannersOf(trx, context.allowedRoles, context.clock());
  if (what === 'accepted') {
    const maker = await creatorOf(trx, id);
    await notifyPeople(context, trx, { person, id }, [
      { what, to: to.filter((planner) => planner === maker), by, message },
    ]);
    return;
  }
  // They themselves are told as well: the message takes the reservation out of their calendar.
  await notifyPeople(context, trx, { person: null, id }, [
    { what, to, by, message },
    { what: 'taken_off', to: [person.id] },
  ]);
}

/** Refuses an interpreter who does not cover a reservation, but does not tell them that they are never wanted again. */
async function assertMayCome(trx: Trx, { id }: Person, row: ReservationRow): Promise<void> {
  try {
    await assertCovered(trx, [id], row, { mayBeTooFew: true });
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'interpreter_never_again')
      throw new ApiProblem('transition_refused');
    throw error;
  }
}

/**
 * Stores an interpreter's own answer. It changes the status of the reservation only if it accepts an offer that approves.
 * An interpreter who declines or hands it back is free again, and all planners get a message.
 */
export function answer(
  context: Context,
  request: FastifyRequest,
  id: string,
  { act, message }: { act: (typeof answeringActs)[number]; message: string | null },
): Promise<Reservation> {
  return change(context, request, id, { act }, async (trx, row, person) => {
    const response = answering[act].to;
    if (response === 'accepted') await assertMayCome(trx, person, row);
    await setResponse(trx, id, { interpreter: person.id, response, responded: context.clock(), message });
    await updateReservation(trx, id, {});
    const given = { row, person, message };
    if (!offeredIn(row).includes(person.id)) await followAnswer(context, trx, { ...given, what: response });
    else if (response === 'accepted') await takeOffer(context, trx, given);
    else await declineOffer(context, trx, given);
  });
}
