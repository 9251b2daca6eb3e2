import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { offeredBy } from '../../../contract/offered.ts';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import { useTenant } from '#tenant/TenantProvider.tsx';
import type { Filter } from '#ui/list/filters.ts';
import type { FilterName } from './reportState.ts';

/** The values of a filter; none if there is only one. */
const several = <Value>(values: readonly Value[]): readonly Value[] => (values.length > 1 ? values : []);

/** The filters of reports for this person in this deployment: fixed values, and records to search for. */
export function useFilters(): Filter<FilterName>[] {
  const { t } = useTranslation('reports');
  const { flags } = useTenant();
  const filters = [
    { name: 'partner', kind: 'partner' },
    { name: 'partner_category', kind: 'partner_category' },
    { name: 'department', kind: 'department' },
    { name: 'interpreter', kind: 'interpreter' },
    { name: 'user', kind: 'customer' },
  ] as const;
  const records = useRecordFilters<FilterName>(
    filters.map((filter) => ({ ...filter, label: t(`filters.${filter.name}`), isMany: true })),
  );
  return useMemo(() => {
    const offered = offeredBy(flags);
    const choices = [
      { name: 'session_channel', values: several(offered.channels) },
      { name: 'session_type', values: several(offered.serviceKinds) },
      { name: 'session_mode', values: [...several(offered.sessionModes), ...several(offered.locationTypes)] },
    ] as const;
    return [
      ...choices
        .filter(({ values }) => values.length > 0)
        .map(({ name, values }): Filter<FilterName> => ({
          kind: 'choices',
          name,
          label: t(`filters.${name}`),
          choices: values.map((value) => ({ value, label: t(`values.${value}`) })),
          isMany: true,
        })),
      ...records,
    ];
  }, [t, flags, records]);
}
