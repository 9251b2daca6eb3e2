import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../contract/audit.ts';
import { auditTrail } from '#api/audit.ts';
import { type Column, List } from '#crud/List.tsx';
import { When } from '#domain/When.tsx';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { ShortId } from '#ui/ShortId.tsx';
import { Stack } from '#ui/Stack.ts';
import { Act, CollectionName, useAuditWords } from './AuditWords.tsx';
import { Changes } from './Changes.tsx';

/** Whose writes the trail keeps, as it names them. */
const kept = [
  'users',
  'departments',
  'partners',
  'partner_categories',
  'venues',
  'videos',
  'video_categories',
  'contacts',
  'sliders',
  'closure_categories',
  'queue_priorities',
  'schedules',
  'shifts',
  'reservations',
  'interpretations',
  'recordings',
  'files',
];

const columns = [
  { key: 'at', label: 'audit:at', sortBy: 'at', cell: ({ at }) => <When at={at} /> },
  { key: 'person', label: 'audit:person', cell: ({ person_email }) => person_email ?? '–' },
  { key: 'act', label: 'audit:act', cell: ({ act }) => <Act act={act} /> },
  { key: 'collection', label: 'audit:collection', cell: ({ collection }) => <CollectionName name={collection} /> },
  { key: 'record', label: 'audit:record', cell: ({ record }) => <ShortId id={record} /> },
  { key: 'changes', label: 'audit:changes', cell: (entry) => <Changes entry={entry} /> },
] satisfies Column<AuditEntry>[];

/** Who wrote what, and when: `/dashboard/audit`, for those who may read it. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  useDocumentTitle(t('title'));
  const words = useAuditWords();
  const filters = [
    {
      name: 'collection',
      label: t('collection'),
      choices: kept.map((value) => ({ value, label: words.collection(value) })),
    },
    {
      name: 'act',
      label: t('act'),
      choices: ['create', 'update', 'delete'].map((value) => ({ value, label: words.act(value) })),
    },
  ];
  return (
    <Stack>
      <PageHead title={t('title')} description={t('intro')} />
      <List
        label={t('title')}
        read={auditTrail}
        columns={columns}
        defaultOrdering="-at"
        filters={filters}
        nameOf={({ record }) => record}
        empty={{ title: t('empty'), text: t('emptyText') }}
      />
    </Stack>
  );
}
