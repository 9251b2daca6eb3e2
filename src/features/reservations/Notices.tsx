import { useTranslation } from 'react-i18next';
import type { Reservation } from '../../../contract/reservations.ts';
import { Banner } from '#ui/Banner.tsx';

/** Warnings: a reservation is over, not covered, or has no interpreter in shift. */
export function Notices({
  reservation: { is_past, no_interpreters_in_shift, uncovered },
}: {
  reservation: Reservation;
}) {
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
