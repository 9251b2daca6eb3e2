import { useTranslation } from 'react-i18next';
import type { Reservation, ReservationStatus } from '../../../contract/reservations.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Badge, Badges } from '#ui/Badge.tsx';
import type { Tone } from '#ui/tones.ts';

const tones: Record<ReservationStatus, Tone | 'neutral'> = {
  pending: 'warning',
  approved: 'success',
  rejected: 'danger',
  cancelled: 'neutral',
};

/** The status of a reservation, and badges: not covered, emergency, over, no interpreter in shift. */
export function Status({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const hasEmergencies = useFlag('emergencySchedules');
  const { status, uncovered, emergency, is_past, no_interpreters_in_shift } = reservation;
  return (
    <Badges>
      <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>
      {uncovered && <Badge tone="danger">{t('uncovered')}</Badge>}
      {hasEmergencies && emergency && <Badge tone="danger">{t('emergency')}</Badge>}
      {is_past && <Badge>{t('past')}</Badge>}
      {no_interpreters_in_shift && !uncovered && <Badge tone="warning">{t('nobodyShort')}</Badge>}
    </Badges>
  );
}
