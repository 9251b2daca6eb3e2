import type { FastifyRequest } from 'fastify';
import type { AbsenceDecision } from '../../../contract/absences.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { setAuditContext, type Trx } from '../../collection/write.ts';
import type { NotificationEvent } from '../../notifications/events.ts';
import { ApiProblem } from '../../problem.ts';
import { assertCovered } from '../reservations/coverage.ts';
import { eventsAbout, followOffer, type News } from '../reservations/offers.ts';
import {
  lockReservation,
  type ReservationRow,
  setInterpreters,
  updateReservation,
} from '../reservations/repository.ts';
import { assertInterpreters } from '../reservations/terms.ts';
import { takeHeldNews } from '../reservations/undoRepository.ts';
import { teamOf } from '../reservations/wire.ts';
import type { Context } from './context.ts';

/** Takes the absent interpreter from a reservation, and books or asks the one who is named instead. Returns the news. */
async function replace(
  trx: Trx,
  row: ReservationRow,
  absent: string,
  { outcome, interpreter }: AbsenceDecision,
): Promise<News[]> {
  const staying = teamOf(row).flatMap(({ id }) => (id === absent ? [] : id));
  const coming = outcome === 'replace' && interpreter ? [interpreter] : [];
  const isApproved = row.status === 'approved';
  if ((outcome === 'replace' && !interpreter) || coming.some((id) => id === absent || staying.includes(id)))
    throw new ApiProblem('invalid', { errors: { decisions: ['invalid'] } });
  await assertInterpreters(trx, coming, row);
  if (isApproved && coming.length > 0) await assertCovered(trx, coming, row, { mayBeTooFew: true });
  await setInterpreters(trx, row.id, [...staying, ...coming], isApproved ? 'not_asked' : 'asked');
  await updateReservation(trx, row.id, {});
  return [
    { what: 'taken_off', to: [absent] },
    { what: isApproved ? 'assigned' : 'asked', to: coming },
    { what: 'reassigned', to: isApproved ? [...(row.customer_id ? [row.customer_id] : []), ...staying] : [] },
  ];
}

/**
 * Applies the decisions of a planner on the reservations that an absence takes an interpreter from. The time of everybody
 * concerned is locked. Returns the news.
 * @param options.mustDecide whether each approved one needs a decision
 * @throws ApiProblem reservations_affected with the reservations without a decision; errors of `assertCovered`
 */
export async function applyDecisions(
  context: Context,
  trx: Trx,
  { request, now }: { request: FastifyRequest; now: Date },
  {
    absent,
    rows,
    decisions,
    mustDecide,
  }: { absent: string; rows: readonly ReservationRow[]; decisions: readonly AbsenceDecision[]; mustDecide: boolean },
): Promise<NotificationEvent[]> {
  const given = new Map(decisions.map((decision) => [decision.reservation, decision]));
  const undecided = rows.filter(({ id, status }) => mustDecide && status === 'approved' && !given.has(id));
  if (undecided.length > 0)
    throw new ApiProblem('reservations_affected', { reservations: undecided.map(({ id }) => id) });
  const events: NotificationEvent[] = [];
  for (const { id } of rows) {
    const decision = given.get(id);
    if (!decision || decision.outcome === 'keep') continue;
    const before = orNotFound(await lockReservation(trx, id));
    for (const held of await takeHeldNews(trx, id, now)) await context.notify(trx, held.person, held.news);
    await setAuditContext(trx, { request, now, act: 'assign' });
    const news = await replace(trx, before, absent, decision);
    const after = orNotFound(await lockReservation(trx, id));
    events.push(...eventsAbout(id, [...news, ...(await followOffer(context, trx, { before, after }))]));
  }
  return events;
}
