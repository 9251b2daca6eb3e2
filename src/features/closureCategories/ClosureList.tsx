import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosureCategory } from '../../../contract/closureCategories.ts';
import type { Column } from '#crud/List.tsx';
import { OrderedListPage } from '#domain/OrderedListPage.tsx';
import { paths } from '#paths.ts';
import { BranchName } from './BranchName.tsx';
import type { Filter } from '#ui/list/filters.ts';
import { resource } from './resource.ts';
import { Rank } from './Rank.tsx';

/** The columns of the list (R123). */
const columns = [
  {
    key: 'title',
    label: 'closureCategories:title',
    sortBy: 'title',
    cell: (category) => <BranchName category={category} />,
    title: ({ title }) => title,
  },
  { key: 'position', label: 'closureCategories:position', sortBy: 'position', cell: ({ position }) => position },
  {
    key: 'main',
    label: 'closureCategories:main',
    cell: (category) => <Rank category={category} />,
    title: ({ parent_title }) => parent_title ?? undefined,
  },
  {
    key: 'subcategories',
    label: 'closureCategories:subcategories',
    cell: ({ subcategories }) => subcategories.map(({ title }) => title).join(', ') || '–',
  },
] satisfies Column<ClosureCategory>[];

/** The closure categories, each main one followed by its subcategories: `/dashboard/closure`. */
export function ClosureList() {
  const { t } = useTranslation('closureCategories');
  const filters = useMemo(
    (): Filter[] => [
      {
        kind: 'choices',
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
  return (
    <OrderedListPage
      resource={resource}
      columns={columns}
      defaultOrdering="position"
      filters={filters}
      orderHref={paths.closureOrder.href()}
    />
  );
}
