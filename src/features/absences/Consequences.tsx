import { useTranslation } from 'react-i18next';
import type { AbsencePreview } from '../../../contract/absences.ts';
import type { BookingDecision } from '../../../contract/bookingDecisions.ts';
import { TakenBookings } from '#domain/coverage/TakenBookings.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { Muted } from '#ui/Muted.ts';

/** What an absence takes away: one table with an outcome for each booking, and who is told. */
export function Consequences({
  preview: { bookings, shifts },
  onDecide,
}: {
  preview: AbsencePreview;
  /** Called with null until every booking has an outcome. */
  onDecide: (decisions: BookingDecision[] | null) => void;
}) {
  const { t } = useTranslation('absences');
  const { numbers } = useFormats();
  return (
    <>
      <Muted as="p">
        {t('takesAway', { shifts: numbers.count(shifts.length), bookings: numbers.count(bookings.length) })}
      </Muted>
      <TakenBookings bookings={bookings} onDecide={onDecide} />
    </>
  );
}

/** How many bookings go to somebody else, and how many are left short. */
export function countsOf(decisions: readonly BookingDecision[]) {
  const replaced = decisions.filter(({ outcome }) => outcome === 'replace').length;
  return { replaced, short: decisions.length - replaced };
}
