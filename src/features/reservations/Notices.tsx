import { useTranslation } from 'react-i18next';
import type { Reservation } from '../../../contract/reservations.ts';
import { Banner } from '#ui/Banner.tsx';
import { useTeamAdvice } from './useTeamAdvice.ts';

/** Warnings: a reservation is over, not covered, has no interpreter in shift, or is long for one alone. */
export function Notices({ reservation }: { reservation: Reservation }) {
  const { is_past, status } = reservation;
  const teamAdvice = useTeamAdvice().of(reservation);
  const isPlanned = !is_past && (status === 'pending' || status === 'approved');
  return (
    <>
      <Coverage reservation={reservation} />
      {isPlanned && teamAdvice && <Banner tone="warning">{teamAdvice}</Banner>}
    </>
  );
}

function Coverage({ reservation: { is_past, no_interpreters_in_shift, uncovered } }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  if (is_past) return <Banner title={t('past')}>{t('pastText')}</Banner>;
  if (uncovered) {
    return (
      <Banner tone="danger" title={t('uncoveredTitle')}>
        {t('uncoveredText')}
      </Banner>
    );
  }
  if (!no_interpreters_in_shift) return null;
  return (
    <Banner tone="warning" title={t('nobody')}>
      {t('nobodyText')}
    </Banner>
  );
}
