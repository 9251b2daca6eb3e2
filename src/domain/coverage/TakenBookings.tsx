import { useEffect, useMemo } from 'react';
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
 * The reservations that an absence or a change of shifts takes somebody from, with an outcome for each, and who is told.
 * Calls `onDecide` with null until each has an outcome.
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
  useEffect(() => onDecide(isReady ? plans.map(toDecision) : null));
  return bookings.length > 0 && <DecisionTable decisions={decisions} staysApproved />;
}
