import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { offeredBy } from '../../../contract/offered.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { type RecordFilter, useRecordFilters } from '#domain/useRecordFilters.tsx';
import { type Filter, oneOf } from '#ui/list/filters.ts';
import type { FilterName } from './calendarState.ts';

/** The filters of the calendar in this deployment; by people only if the person may see others. */
export function useFilters(isOneself: boolean): Filter<FilterName>[] {
  const { t } = useTranslation('calendar');
  const { flags } = useTenant();
  const people: RecordFilter<FilterName>[] = [
    { name: 'interpreter', kind: 'interpreter', label: t('interpreter'), isMany: true },
  ];
  if (flags.reservations) people.push({ name: 'partner', kind: 'partner', label: t('partner') });
  const records = useRecordFilters(isOneself ? [] : people);
  return useMemo(() => {
    const types = offeredBy(flags).channels;
    return [
      ...records,
      ...(isOneself
        ? []
        : [
            oneOf('free', t('free'), [
              { value: 'true', label: t('onlyFree') },
              { value: 'now', label: t('freeNow') },
            ]),
          ]),
      ...(types.length > 1
        ? [
            oneOf(
              'request_type',
              t('type'),
              types.map((value) => ({ value, label: t(`channels.${value}`) })),
            ),
          ]
        : []),
      {
        ...oneOf(
          'state',
          t('state'),
          (['enabled', 'disabled', 'completed'] as const).map((value) => ({ value, label: t(`states.${value}`) })),
        ),
        isMany: true,
      },
      ...(flags.emergencySchedules
        ? [
            oneOf('emergency', t('emergency'), [
              { value: 'true', label: t('onlyEmergency') },
              { value: 'false', label: t('noEmergency') },
            ]),
          ]
        : []),
    ];
  }, [t, flags, isOneself, records]);
}
