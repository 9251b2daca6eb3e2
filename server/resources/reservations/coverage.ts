import type { FastifyRequest } from 'fastify';
import type { CoverageDecision, CoverageOutcome } from '../../../contract/coverage.ts';
import type { LanguageException } from '../../../contract/reservations.ts';
import { obstacleRefusals } from '../../../contract/reservationRules.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { setAuditContext, type Trx } from '../../collection/write.ts';
import type { NotificationEvent, ReservationNews } from '../../notifications/events.ts';
import { ApiProblem } from '../../problem.ts';
import { offerEnd } from './offers.ts';
import {
  overlappingBookings,
  type CoverageTerms,
  deleteOffers,
  findReservation,
  lockReservation,
  obstaclesOf,
  type ReservationRow,
  reservationsAhead,
  setInterpreters,
  uncoveredOf,
  updateReservation,
} from './repository.ts';
import { teamOf } from './wire.ts';

/** The terms that coverage depends on, besides the interpreters. */
const coverageTerms = [
  'starts',
  'ends',
  'location_type',
  'address',
  'service_kind',
  'languages',
  'interpreters_needed',
] as const satisfies readonly (keyof ReservationRow)[];

/** Whether changed terms require checking the coverage again. */
export function changesCoverage(
  row: ReservationRow,
  terms: Pick<ReservationRow, (typeof coverageTerms)[number] | 'customer_id' | 'partner_id'>,
): boolean {
  // A new customer or partner has other wishes; a reservation without them has none.
  const isNew = (owner: 'customer_id' | 'partner_id') => terms[owner] !== null && terms[owner] !== row[owner];
  return (
    coverageTerms.some((term) => String(row[term]) !== String(terms[term])) ||
    isNew('customer_id') ||
    isNew('partner_id')
  );
}

/**
 * Refuses interpreters who do not cover an approved reservation. Call it with their time locked; the database checks
 * again.
 * @param options.mayBeTooFew whether fewer interpreters than requested are accepted, as for a reservation that is
 * already uncovered
 * @param options.exceptions who is taken although they speak none of the requested languages
 * @throws ApiProblem interpreter_inactive, interpreter_absent, no_interpreters_in_shift, reservation_overlap (with the reservations),
 * travel_too_short, no_requested_language, interpreter_never_again, too_few_interpreters
 */
export async function assertCovered(
  trx: Trx,
  ids: readonly string[],
  reservation: CoverageTerms & Pick<ReservationRow, 'interpreters_needed'>,
  { mayBeTooFew = false, exceptions = [] }: { mayBeTooFew?: boolean; exceptions?: readonly LanguageException[] } = {},
): Promise<void> {
  if (ids.length === 0) throw new ApiProblem('no_interpreters_in_shift');
  const isExcepted = (id: string) => exceptions.some(({ interpreter }) => interpreter === id);
  const [first, ...others] = (await obstaclesOf(trx, ids, reservation)).filter(
    ({ id, obstacle }) => obstacle !== 'language' || !isExcepted(id),
  );
  if (first) {
    const names = [first, ...others].filter(({ obstacle }) => obstacle === first.obstacle).map(({ name }) => name);
    throw new ApiProblem(obstacleRefusals[first.obstacle], {
      values: { interpreters: names.join(', ') },
      reservations: first.obstacle === 'booked' ? await overlappingBookings(trx, ids, reservation) : undefined,
    });
  }
  const { interpreters_needed: needed } = reservation;
  if (ids.length < needed && !mayBeTooFew)
    throw new ApiProblem('too_few_interpreters', { values: { needed: String(needed), assigned: String(ids.length) } });
}

/** The outcome for a reservation that lost its coverage, with its state before and after. */
export type Settlement = {
  outcome: CoverageOutcome;
  before: ReservationRow;
  after: ReservationRow;
  /** How its offer has ended, and who had not answered; null: it had none, or it is still open. */
  offer: { what: ReservationNews; to: string[] } | null;
};

/** The caller, the time, and their decisions on reservations. */
type Caller = {
  request: Pick<FastifyRequest, 'id' | 'session'>;
  now: Date;
  /** Null: a system acts, which `actor` names. */
  person: { id: string } | null;
  actor?: string;
  /** `pending`: every reservation goes back to pending. */
  decisions: readonly CoverageDecision[] | 'pending';
};

const idsOf = (row: ReservationRow) => teamOf(row).map(({ id }) => id);

async function settleOne(trx: Trx, id: string, decision: CoverageDecision, caller: Caller) {
  const { outcome } = decision;
  const { now, person } = caller;
  const row = orNotFound(await lockReservation(trx, id));
  const act = { reassign: 'assign', pending: 'return_to_pending', cancel: 'cancel' }[outcome];
  await setAuditContext(trx, { ...caller, act });
  if (outcome === 'cancel') {
    await updateReservation(trx, id, { status: 'cancelled', answered: now, answered_by: person?.id ?? null });
  } else if (outcome === 'pending') {
    const staying = teamOf(row)
      .filter(({ obstacle }) => obstacle === null)
      .map((interpreter) => interpreter.id);
    await updateReservation(trx, id, { status: 'pending', answer: null, answered: null, answered_by: null });
    await setInterpreters(trx, id, staying, 'asked');
  } else {
    const interpreters = decision.interpreters ?? [];
    await setInterpreters(trx, id, interpreters, 'not_asked');
    await updateReservation(trx, id, {});
    await assertCovered(trx, interpreters, row);
  }
}

/** @throws ApiProblem `refusal` with the reservations that have no decision */
export function assertDecided(
  affected: readonly string[],
  decisions: ReadonlyMap<string, unknown>,
  refusal: 'reservations_affected' | 'shift_reserved',
): void {
  const undecided = affected.filter((id) => !decisions.has(id));
  if (undecided.length > 0) throw new ApiProblem(refusal, { reservations: undecided });
}

/**
 * Runs an act that takes interpreters away, and applies the decisions to every future approved reservation that it
 * leaves uncovered. Call `lockInterpreters` for `decidedPeople` first.
 * @returns the outcome for each reservation, for notifications
 * @throws ApiProblem reservations_affected with the reservations without a decision; errors of `assertCovered`
 */
export async function settleCoverage(
  trx: Trx,
  people: readonly string[],
  caller: Caller,
  act: () => Promise<void>,
): Promise<Settlement[]> {
  const before = await reservationsAhead(trx, people, caller.now, 'approved');
  await act();
  const lost = new Set(
    await uncoveredOf(
      trx,
      before.map(({ id }) => id),
      caller.now,
    ),
  );
  const given: readonly CoverageDecision[] =
    caller.decisions === 'pending'
      ? before.map(({ id: reservation }) => ({ reservation, outcome: 'pending' }))
      : caller.decisions;
  const decisions = new Map(given.map((decision) => [decision.reservation, decision]));
  const affected = before.flatMap(({ id }) => (lost.has(id) ? id : []));
  assertDecided(affected, decisions, 'reservations_affected');
  const settlements: Settlement[] = [];
  for (const row of before) {
    const decision = decisions.get(row.id);
    if (!decision || !lost.has(row.id)) continue;
    await settleOne(trx, row.id, decision, caller);
    const after = orNotFound(await findReservation(trx, row.id));
    const what = offerEnd(row, after);
    const without = what ? await deleteOffers(trx, [row.id]) : [];
    settlements.push({
      outcome: decision.outcome,
      before: row,
      after,
      offer: what && { what, to: without.map(({ interpreter_id }) => interpreter_id) },
    });
  }
  return settlements;
}

/** The notifications after a settlement: to interpreters who are added, removed, or stay. */
export function settlementEvents({ outcome, before, after, offer }: Settlement): NotificationEvent[] {
  const [former, current] = [idsOf(before), idsOf(after)];
  const customer = before.customer_id ? [before.customer_id] : [];
  const staying = current.filter((id) => former.includes(id));
  const event = (what: ReservationNews, to: string[]) =>
    to.length > 0 ? [{ about: 'reservation' as const, what, reservation: after.id, to }] : [];
  const endedOffer = offer ? event(offer.what, offer.to) : [];
  if (outcome === 'cancel') return [...event('cancelled', [...customer, ...former]), ...endedOffer];
  return [
    ...endedOffer,
    ...event(
      'taken_off',
      former.filter((id) => !current.includes(id)),
    ),
    ...event(
      'assigned',
      current.filter((id) => !former.includes(id)),
    ),
    ...event(outcome === 'pending' ? 'returned_to_pending' : 'reassigned', [...customer, ...staying]),
  ];
}

/** The notifications to the interpreters of a reservation when its customer is deleted. */
export function withoutCustomer(row: ReservationRow): NotificationEvent {
  return {
    about: 'reservation',
    what: row.status === 'approved' ? 'changed' : 'changed_asked',
    reservation: row.id,
    to: idsOf(row),
  };
}

/** All interpreters whose time acts on people and their decisions change. */
export function decidedPeople(people: readonly string[], decisions: readonly CoverageDecision[]): string[] {
  return [...people, ...decisions.flatMap(({ interpreters = [] }) => interpreters)];
}

/** The participants of a reservation: its customer and the interpreters who take part. */
export function participantsOf(row: ReservationRow): string[] {
  return [...(row.customer_id ? [row.customer_id] : []), ...idsOf(row)];
}
