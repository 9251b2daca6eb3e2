import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReservationStatus } from '../../../contract/reservations.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { useDaysFilter } from '#domain/useDaysFilter.tsx';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { type Filter, oneOf } from '#ui/list/filters.ts';

const statuses: readonly ReservationStatus[] = ['pending', 'approved', 'rejected', 'cancelled'];

/** The filters of reservations that the deployment has. */
export function useReservationFilters(): Filter[] {
  const { t } = useTranslation('reservations');
  const { flags } = useTenant();
  const days = useDaysFilter({ ahead: true });
  const records = useRecordFilters([
    { name: 'interpreter', kind: 'interpreter', label: t('interpreters'), isMany: true },
    { name: 'customer', kind: 'customer', label: t('customer') },
    { name: 'partner', kind: 'partner', label: t('partner') },
  ]);
  return useMemo(() => {
    const yes = (label: string) => ({ value: 'true', label });
    const no = (label: string) => ({ value: 'false', label });
    const places = offeredBy(flags).locationTypes;
    return [
      oneOf('open', t('work'), [yes(t('open'))]),
      oneOf('unfilled', t('assignment'), [yes(t('unfilled'))]),
      oneOf('short', t('people'), [yes(t('short'))]),
      oneOf('uncovered', t('coverage'), [yes(t('uncovered'))]),
      days,
      ...records,
      {
        ...oneOf(
          'status',
          t('status'),
          statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        ),
        isMany: true,
      },
      oneOf('past', t('when'), [yes(t('past')), no(t('toCome'))]),
      ...(places.length > 1
        ? [
            oneOf(
              'type',
              t('type'),
              places.map((value) => ({ value, label: t(`types.${value}`) })),
            ),
          ]
        : []),
      ...(flags.emergencySchedules
        ? [oneOf('emergency', t('urgency'), [yes(t('emergency')), no(t('noEmergency'))])]
        : []),
    ];
  }, [t, flags, days, records]);
}
