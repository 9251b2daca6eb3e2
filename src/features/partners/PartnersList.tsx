import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Partner } from '../../../contract/partners.ts';
import { partners } from '#api/partners.ts';
import { type Column, List } from '#crud/List.tsx';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import { useCategoryChoices } from './useCategoryChoices.ts';
import { Visibility } from './Visibility.tsx';

/** The columns of the list (specification §2). */
const columns = [
  { key: 'name', label: 'partners:name', sortBy: 'name', cell: ({ name }) => name },
  { key: 'address', label: 'partners:address', sortBy: 'address', cell: ({ address }) => address ?? '–' },
  // A number is read from left to right in every script.
  { key: 'phone', label: 'partners:phone', sortBy: 'phone', cell: ({ phone }) => <bdi dir="ltr">{phone ?? '–'}</bdi> },
  {
    key: 'visibleInApp',
    label: 'partners:visibleInApp',
    sortBy: 'visibleInApp',
    cell: ({ visibleInApp }) => <Visibility isVisible={visibleInApp} />,
  },
] satisfies Column<Partner>[];

/** The organisations that the service works with: `/dashboard/partners`. */
export function PartnersList() {
  const { t } = useTranslation('partners');
  const categories = useCategoryChoices();
  const mayWrite = useAtomValue(userAtom)?.verdicts.collections.partners === 'write';
  useDocumentTitle(t('title'));
  const filters = useMemo(
    () => [
      { name: 'category', label: t('category'), choices: categories },
      {
        name: 'visibleInApp',
        label: t('visibleInApp'),
        choices: [
          { value: 'true', label: t('visible') },
          { value: 'false', label: t('hidden') },
        ],
      },
    ],
    [t, categories],
  );
  const add = mayWrite && (
    <ButtonLink to={paths.partnerCreate.href()} variant="primary">
      {t('add')}
    </ButtonLink>
  );
  return (
    <Stack>
      <PageHead title={t('title')} action={add} />
      <List
        label={t('title')}
        read={partners.list}
        columns={columns}
        defaultOrdering="name"
        filters={filters}
        href={({ id }) => paths.partner.href({ id })}
        nameOf={({ name }) => name}
        bulkDelete={mayWrite ? partners : undefined}
        empty={{ title: t('empty'), text: t('emptyText'), action: add }}
      />
    </Stack>
  );
}
