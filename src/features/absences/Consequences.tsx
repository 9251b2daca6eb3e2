import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AbsenceDecision, AbsencePreview } from '../../../contract/absences.ts';
import { DecisionTable } from '#domain/coverage/DecisionTable.tsx';
import type { Plan } from '#domain/coverage/plan.ts';
import { useDecisions } from '#domain/coverage/useDecisions.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Muted } from '#ui/Muted.ts';

/** The decision of a plan, as the API reads it. */
function toDecision({ reservation: { id: reservation }, decision, picks }: Plan): AbsenceDecision {
  return decision.outcome === 'reassign'
    ? { reservation, outcome: 'replace', interpreter: picks[0] }
    : { reservation, outcome: 'short' };
}

/** What an absence takes away: one table with an outcome for each booking, and who is told. */
export function Consequences({
  preview,
  person,
  onDecide,
}: {
  preview: AbsencePreview;
  person: string;
  /** Called with null until every booking has an outcome. */
  onDecide: (decisions: AbsenceDecision[] | null) => void;
}) {
  const { t } = useTranslation('absences');
  const { numbers } = useFormats();
  const { bookings, shifts } = preview;
  const reservations = useMemo(() => bookings.map(({ reservation }) => reservation), [bookings]);
  const replacements = useMemo(
    () => Object.fromEntries(bookings.map(({ reservation, replacement }) => [reservation.id, replacement])),
    [bookings],
  );
  const decisions = useDecisions(reservations, [person], replacements);
  const { plans, isReady } = decisions;
  useEffect(() => onDecide(isReady ? plans.map(toDecision) : null));
  return (
    <>
      <Muted as="p">
        {t('takesAway', { shifts: numbers.count(shifts.length), bookings: numbers.count(bookings.length) })}
      </Muted>
      {bookings.length > 0 && <DecisionTable decisions={decisions} isAbsence />}
    </>
  );
}

/** How many bookings go to somebody else, and how many are left short. */
export function countsOf(decisions: readonly AbsenceDecision[]) {
  const replaced = decisions.filter(({ outcome }) => outcome === 'replace').length;
  return { replaced, short: decisions.length - replaced };
}
