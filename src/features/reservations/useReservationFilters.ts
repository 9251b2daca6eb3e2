import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReservationStatus } from '../../../contract/reservations.ts';
import { locationTypes } from '../../../contract/interpretations.ts';
import { useDayFilters } from '#domain/useDayFilters.ts';
import { useInterpreterChoices } from '#domain/useInterpreterChoices.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import type { Filter } from '#ui/list/listState.ts';

const statuses: readonly ReservationStatus[] = ['pending', 'approved', 'rejected', 'cancelled'];

/** What reservations can be narrowed by, as far as the deployment has it. */
export function useReservationFilters(): Filter[] {
  const { t } = useTranslation('reservations');
  const { flags } = useTenant();
  const interpreters = useInterpreterChoices();
  const days = useDayFilters({ since: t('since'), until: t('until') });
  return useMemo(() => {
    const yesNo = (yes: string, no: string) => [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ];
    return [
      { name: 'open', label: t('work'), choices: [{ value: 'true', label: t('open') }] },
      { name: 'unfilled', label: t('assignment'), choices: [{ value: 'true', label: t('unfilled') }] },
      {
        name: 'status',
        label: t('status'),
        choices: statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        isMany: true,
      },
      ...days,
      { name: 'past', label: t('when'), choices: yesNo(t('past'), t('toCome')) },
      ...(flags.live
        ? [
            {
              name: 'type',
              label: t('type'),
              choices: locationTypes.map((value) => ({ value, label: t(`types.${value}`) })),
            },
          ]
        : []),
      ...(flags.emergencySchedules
        ? [{ name: 'emergency', label: t('urgency'), choices: yesNo(t('emergency'), t('noEmergency')) }]
        : []),
      ...(interpreters.length > 0
        ? [{ name: 'interpreter', label: t('interpreters'), choices: interpreters, isMany: true }]
        : []),
    ];
  }, [t, flags, interpreters, days]);
}
