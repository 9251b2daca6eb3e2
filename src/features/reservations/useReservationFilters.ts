import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReservationStatus } from '../../../contract/reservations.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { useDaysFilter } from '#domain/useDaysFilter.tsx';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import { useMayWrite } from '#session/useMayWrite.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { type Filter, oneOf } from '#ui/list/filters.ts';

const statuses: readonly ReservationStatus[] = ['pending', 'approved', 'rejected', 'cancelled'];

/** The filters of reservations that the deployment has. */
export function useReservationFilters(): Filter[] {
  const { t } = useTranslation('reservations');
  const { flags } = useTenant();
  const plans = useMayWrite('reservations');
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
      // Planners have views of them.
      ...(plans
        ? []
        : [
            oneOf('open', t('work'), [yes(t('open'))]),
            oneOf('short', t('people'), [yes(t('short'))]),
            oneOf('uncovered', t('coverage'), [yes(t('uncovered'))]),
          ]),
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
  }, [t, flags, plans, days, records]);
}
