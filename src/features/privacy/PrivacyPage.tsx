import { useTranslation } from 'react-i18next';
import type { Erasure } from '../../../contract/privacy.ts';
import { erasures, privacy } from '#api/privacy.ts';
import { useQuery } from '#api/query.ts';
import { type Column, List } from '#crud/List.tsx';
import type { Listed } from '#crud/resource.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { paths } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Code } from '#ui/Code.ts';
import { Link } from '#ui/Link.tsx';
import { Loaded } from '#ui/Loaded.tsx';
import { Muted } from '#ui/Muted.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Panel } from '#ui/Panel.tsx';
import { ShortId } from '#ui/ShortId.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { FindPerson } from './FindPerson.tsx';
import { HoldsTable } from './HoldsTable.tsx';

const done: Listed<Erasure> = {
  collection: erasures,
  title: 'privacy:erasures',
  empty: 'privacy:noErasures',
  emptyText: 'privacy:noErasuresText',
  nameOf: ({ at }) => at,
};

const columns: Column<Erasure>[] = [
  { key: 'at', label: 'privacy:at', sortBy: 'at', cell: ({ at }) => <DateTime at={at} /> },
  { key: 'by', label: 'privacy:by', cell: ({ by_name, by }) => by_name ?? by ?? '–' },
  {
    key: 'rows',
    label: 'privacy:rows',
    cell: ({ counts }) => counts.reduce((sum, { count, held }) => sum + count - held, 0),
  },
  { key: 'id', label: 'privacy:erasureId', cell: ({ id }) => <ShortId id={id} /> },
  {
    key: 'hash',
    label: 'privacy:personHash',
    cell: ({ person_hash }) => <Code>{person_hash.slice(0, 16)}</Code>,
    title: ({ person_hash }) => person_hash,
  },
];

/** Privacy for owners: finds a person, and lists legal holds and erasures. `/dashboard/privacy`. */
export function PrivacyPage() {
  const { t } = useTranslation('privacy');
  useDocumentTitle(t('title'));
  return (
    <Stack $gap={6}>
      <PageHead title={t('title')} description={t('intro')} />
      <FindPerson />
      <HoldsInForce />
      <Panel title={t('erasures')}>
        <List resource={done} columns={columns} defaultOrdering="-at" hasSearch={false} />
      </Panel>
    </Stack>
  );
}

/** The legal holds in force, with their people. */
function HoldsInForce() {
  const { t } = useTranslation('privacy');
  const read = useQuery(privacy.holds);
  return (
    <Panel title={t('holdsInForce')}>
      <Loaded read={read} failed={t('failed')} placeholder={<Skeleton height="64px" />}>
        {({ results }) =>
          results.length === 0 ? (
            <Muted as="p">{t('noHolds')}</Muted>
          ) : (
            <HoldsTable
              holds={results}
              renderPerson={({ person, person_name }) => (
                <Link to={paths.userPrivacy.href({ id: person })}>{person_name}</Link>
              )}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
