import type { FastifyRequest } from 'fastify';
import type { BookingDecision } from '../../../contract/bookingDecisions.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { setAuditContext, type Trx } from '../../collection/write.ts';
import type { NotificationEvent } from '../../notifications/events.ts';
import { ApiProblem } from '../../problem.ts';
import { assertCovered, assertDecided } from './coverage.ts';
import { eventsAbout, followOffer, type News, type OfferContext } from './offers.ts';
import { lockReservation, type ReservationRow, setInterpreters, updateReservation } from './repository.ts';
import { assertInterpreters } from './terms.ts';
import { takeHeldNews } from './undoRepository.ts';
import { teamOf } from './wire.ts';

/** A reservation, and the interpreters whom it loses. */
export type Taken = { row: ReservationRow; people: readonly string[] };

/** The interpreters who come instead; lock their time before `applyDecisions`. */
export const comingIn = (decisions: readonly BookingDecision[]): string[] =>
  decisions.flatMap(({ interpreter }) => interpreter ?? []);

/** Takes interpreters from a reservation, and books or asks the one who is named instead. Returns the news. */
async function replace(trx: Trx, { row, people }: Taken, { outcome, interpreter }: BookingDecision): Promise<News[]> {
  const staying = teamOf(row).flatMap(({ id }) => (people.includes(id) ? [] : id));
  const coming = outcome === 'replace' && interpreter ? [interpreter] : [];
  const isApproved = row.status === 'approved';
  if ((outcome === 'replace' && !interpreter) || coming.some((id) => people.includes(id) || staying.includes(id)))
    throw new ApiProblem('invalid', { errors: { decisions: ['invalid'] } });
  await assertInterpreters(trx, coming, row);
  if (isApproved && coming.length > 0) await assertCovered(trx, coming, row, { mayBeTooFew: true });
  await setInterpreters(trx, row.id, [...staying, ...coming], isApproved ? 'not_asked' : 'asked');
  await updateReservation(trx, row.id, {});
  return [
    { what: 'taken_off', to: people },
    { what: isApproved ? 'assigned' : 'asked', to: coming },
    { what: 'reassigned', to: isApproved ? [...(row.customer_id ? [row.customer_id] : []), ...staying] : [] },
  ];
}

/**
 * Applies the decisions of a planner on the reservations that lose interpreters. The time of everybody concerned is
 * locked. Returns the news.
 * @param options.refusal how an approved one without a decision is refused; null: it may stay as it is
 * @throws ApiProblem the refusal with the reservations without a decision; errors of `assertCovered`
 */
export async function applyDecisions(
  context: OfferContext,
  trx: Trx,
  { request, now }: { request: FastifyRequest; now: Date },
  {
    taken,
    decisions,
    refusal,
  }: {
    taken: readonly Taken[];
    decisions: readonly BookingDecision[];
    refusal: 'reservations_affected' | 'shift_reserved' | null;
  },
): Promise<NotificationEvent[]> {
  const given = new Map(decisions.map((decision) => [decision.reservation, decision]));
  const approved = taken.flatMap(({ row: { id, status } }) => (status === 'approved' ? id : []));
  if (refusal) assertDecided(approved, given, refusal);
  const events: NotificationEvent[] = [];
  for (const { row, people } of taken) {
    const { id } = row;
    const decision = given.get(id);
    if (!decision || decision.outcome === 'keep') continue;
    const before = orNotFound(await lockReservation(trx, id));
    for (const held of await takeHeldNews(trx, id, now)) await context.notify(trx, held.person, held.news);
    await setAuditContext(trx, { request, now, act: 'assign' });
    const news = await replace(trx, { row: before, people }, decision);
    const after = orNotFound(await lockReservation(trx, id));
    events.push(...eventsAbout(id, [...news, ...(await followOffer(context, trx, { before, after }))]));
  }
  return events;
}
