import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { channels } from '../../../contract/interpretations.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { type RecordFilter, useRecordFilters } from '#domain/useRecordFilters.tsx';
import type { ChoicesFilter, Filter } from '#ui/list/filters.ts';
import type { Choice } from '#ui/Select.tsx';
import type { FilterName } from './calendarState.ts';

const oneOf = (name: FilterName, label: string, choices: readonly Choice[]): ChoicesFilter<FilterName> => ({
  kind: 'choices',
  name,
  label,
  choices,
});

/** What the calendar can be narrowed by in this deployment; by people only where there are others than oneself. */
export function useFilters(isOneself: boolean): Filter<FilterName>[] {
  const { t } = useTranslation('calendar');
  const { flags } = useTenant();
  const people: RecordFilter<FilterName>[] = [
    { name: 'interpreter', of: 'interpreter', label: t('interpreter'), isMany: true },
  ];
  if (flags.reservations) people.push({ name: 'partner', of: 'partner', label: t('partner') });
  const records = useRecordFilters(isOneself ? [] : people);
  return useMemo(() => {
    const types = channels.filter((channel) => flags[channel]);
    return [
      ...records,
      ...(isOneself ? [] : [oneOf('free', t('free'), [{ value: 'true', label: t('onlyFree') }])]),
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
