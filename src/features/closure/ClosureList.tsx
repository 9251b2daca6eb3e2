import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosureCategory } from '../../../contract/closureCategories.ts';
import { closureCategories } from '#api/closureCategories.ts';
import { type Column, List } from '#crud/List.tsx';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import { Rank } from './Rank.tsx';

/** The columns of the list (specification §2). */
const columns = [
  { key: 'title', label: 'closure:title', sortBy: 'title', cell: ({ title }) => title },
  { key: 'position', label: 'closure:position', sortBy: 'position', cell: ({ position }) => position },
  { key: 'main', label: 'closure:main', cell: (category) => <Rank category={category} /> },
  {
    key: 'subcategories',
    label: 'closure:subcategories',
    cell: ({ subcategories }) => subcategories.map(({ title }) => title).join(', ') || '–',
  },
] satisfies Column<ClosureCategory>[];

/** What requests are closed under, each main category followed by its own: `/dashboard/closure`. */
export function ClosureList() {
  const { t } = useTranslation('closure');
  const mayWrite = useAtomValue(userAtom)?.verdicts.collections.closure_categories === 'write';
  useDocumentTitle(t('nav'));
  const filters = useMemo(
    () => [
      {
        name: 'main',
        label: t('main'),
        choices: [
          { value: 'true', label: t('isMain') },
          { value: 'false', label: t('hasParent') },
        ],
      },
    ],
    [t],
  );
  const add = mayWrite && (
    <ButtonLink to={paths.closureCreate.href()} variant="primary">
      {t('add')}
    </ButtonLink>
  );
  return (
    <Stack>
      <PageHead title={t('nav')} action={add} />
      <List
        label={t('nav')}
        read={closureCategories.list}
        columns={columns}
        defaultOrdering="position"
        filters={filters}
        href={({ id }) => paths.closureCategory.href({ id })}
        nameOf={({ title }) => title}
        bulkDelete={mayWrite ? closureCategories : undefined}
        empty={{ title: t('empty'), text: t('emptyText'), action: add }}
      />
    </Stack>
  );
}
