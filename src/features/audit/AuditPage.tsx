import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../contract/audit.ts';
import { audited } from '../../../contract/kinds.ts';
import { auditTrail } from '#api/audit.ts';
import type { Column } from '#crud/List.tsx';
import { ListPage } from '#crud/ListPage.tsx';
import type { Listed } from '#crud/resource.ts';
import { useDaysFilter } from '#domain/useDaysFilter.tsx';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import type { Filter } from '#ui/list/filters.ts';
import { ShortId } from '#ui/ShortId.tsx';
import { Act, CollectionName, useAuditNames } from './AuditNames.tsx';
import { Changes, changesIn } from './Changes.tsx';

import { Person } from './Person.tsx';

const trail: Listed<AuditEntry> = {
  collection: auditTrail,
  title: 'audit:title',
  empty: 'audit:empty',
  emptyText: 'audit:emptyText',
  nameOf: ({ record }) => record,
};

const columns = [
  { key: 'at', label: 'audit:at', sortBy: 'at', cell: ({ at }) => <DateTime at={at} /> },
  {
    key: 'person',
    label: 'audit:person',
    cell: ({ person, person_email }) => <Person person={person} email={person_email} />,
  },
  { key: 'act', label: 'audit:act', cell: ({ act }) => <Act act={act} /> },
  { key: 'collection', label: 'audit:collection', cell: ({ collection }) => <CollectionName name={collection} /> },
  { key: 'record', label: 'audit:record', cell: ({ record }) => <ShortId id={record} />, text: ({ record }) => record },
  { key: 'changes', label: 'audit:changes', cell: (entry) => <Changes entry={entry} />, text: changesIn },
] satisfies Column<AuditEntry>[];

/** The audit log: `/dashboard/audit`. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const words = useAuditNames();
  const days = useDaysFilter();
  const records = useRecordFilters([{ name: 'person', kind: 'person', label: t('person') }]);
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
