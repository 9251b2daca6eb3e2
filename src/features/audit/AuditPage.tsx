import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../contract/audit.ts';
import { audited } from '../../../contract/kinds.ts';
import { auditTrail } from '#api/audit.ts';
import { useAuditWords } from '#crud/history/auditWords.ts';
import { columnsOf } from '#crud/history/columns.tsx';
import { ListPage } from '#crud/ListPage.tsx';
import type { Listed } from '#crud/resource.ts';
import { useDaysFilter } from '#domain/useDaysFilter.tsx';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import type { Filter } from '#ui/list/filters.ts';

const trail: Listed<AuditEntry> = {
  // One row per request: what an act changed along opens with it.
  collection: {
    ...auditTrail,
    list: (params) => auditTrail.list({ ...params, grouped: true }),
  },
  title: 'audit:title',
  empty: 'audit:empty',
  emptyText: 'audit:emptyText',
  nameOf: ({ record }) => record,
};

/** The audit log: `/dashboard/audit`. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const days = useDaysFilter();
  const records = useRecordFilters([{ name: 'person', kind: 'person', label: t('person') }]);
  const columns = useMemo(() => columnsOf(words), [words]);
  const filters = useMemo(
    (): Filter[] => [
      days,
      ...records,
      {
        kind: 'choices',
        name: 'collection',
        label: t('collection'),
        choices: audited.map((value) => ({ value, label: words.collection(value) })),
      },
      {
        kind: 'choices',
        name: 'act',
        label: t('act'),
        choices: ['create', 'update', 'delete'].map((value) => ({ value, label: words.act(value) })),
      },
    ],
    [t, words, days, records],
  );
  return (
    <ListPage resource={trail} columns={columns} defaultOrdering="-at" filters={filters} description={t('intro')} />
  );
}
