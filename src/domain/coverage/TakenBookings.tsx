import { useEffect, useEffectEvent, useMemo } from 'react';
import type { BookingDecision } from '../../../contract/bookingDecisions.ts';
import type { TakenBookings as Taken } from '../../../contract/coverage.ts';
import { DecisionTable } from './DecisionTable.tsx';
import type { Plan } from './plan.ts';
import { useDecisions } from './useDecisions.ts';

/** The decision of a plan, as the API reads it. */
function toDecision({ reservation: { id: reservation }, decision, picks }: Plan): BookingDecision {
  return decision.outcome === 'reassign'
    ? { reservation, outcome: 'replace', interpreter: picks[0] }
    : { reservation, outcome: 'short' };
}

/**
 * A table of the reservations that lose an interpreter because of an absence or a changed shift. It shows the outcome of each
 * reservation and the people who are told.
 * @param props.onDecide called when the decisions change; with null until every reservation has an outcome
 */
export function TakenBookings({
  bookings,
  onDecide,
}: {
  bookings: Taken;
  onDecide: (decisions: BookingDecision[] | null) => void;
}) {
  const reservations = useMemo(() => bookings.map(({ reservation }) => reservation), [bookings]);
  const concerned = useMemo(() => [...new Set(bookings.flatMap(({ people }) => people))], [bookings]);
  const replacements = useMemo(
    () => Object.fromEntries(bookings.map(({ reservation, replacement }) => [reservation.id, replacement])),
    [bookings],
  );
  const decisions = useDecisions(reservations, concerned, replacements);
  const { plans, isReady } = decisions;
  const made = isReady ? JSON.stringify(plans.map(toDecision)) : null;
  const report = useEffectEvent(onDecide);
  useEffect(() => report(made === null ? null : (JSON.parse(made) as BookingDecision[])), [made]);
  return bookings.length > 0 && <DecisionTable decisions={decisions} staysApproved />;
}
