import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { securityEventNames } from '../../../contract/securityEventNames.ts';
import type { SecurityEvent } from '../../../contract/securityEvents.ts';
import { securityEvents } from '#api/securityEvents.ts';
import { ListPage } from '#crud/ListPage.tsx';
import type { Listed } from '#crud/resource.ts';
import { useDaysFilter } from '#domain/useDaysFilter.tsx';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import type { Filter } from '#ui/list/filters.ts';
import { columnsOf } from './columns.tsx';
import { useEventWords } from './useEventWords.ts';

const log: Listed<SecurityEvent> = {
  collection: securityEvents,
  title: 'securityEvents:title',
  empty: 'securityEvents:empty',
  emptyText: 'securityEvents:emptyText',
  nameOf: ({ at }) => at,
};

/** The security log: `/dashboard/security`. */
export function SecurityLogPage() {
  const { t } = useTranslation('securityEvents');
  const words = useEventWords();
  const days = useDaysFilter();
  const records = useRecordFilters([{ name: 'person', kind: 'person', label: t('person') }]);
  const columns = useMemo(() => columnsOf(words), [words]);
  const filters = useMemo(
    (): Filter[] => [
      days,
      ...records,
      {
        kind: 'choices',
        name: 'event',
        label: t('event'),
        isMany: true,
        choices: securityEventNames.map((value) => ({ value, label: t(`events.${value}`) })),
      },
    ],
    [t, days, records],
  );
  return <ListPage resource={log} columns={columns} defaultOrdering="-at" filters={filters} description={t('intro')} />;
}
