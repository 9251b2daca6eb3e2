import { CornerDownRight } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ClosureCategory } from '../../../contract/closureCategories.ts';
import type { Column } from '#crud/List.tsx';
import { OrderedListPage } from '#domain/OrderedListPage.tsx';
import { paths } from '#paths.ts';
import { Badge } from '#ui/Badge.tsx';
import type { Filter } from '#ui/list/filters.ts';
import { colour, space } from '#ui/theme.ts';
import { resource } from './resource.ts';

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

/** Whether a category is a main one; otherwise its parent. */
function Rank({ category }: { category: ClosureCategory }) {
  const { t } = useTranslation('closureCategories');
  return category.main ? <Badge tone="info">{t('isMain')}</Badge> : category.parent_title;
}

/** The title of a category; subcategories are indented. */
function BranchName({ category: { title, main } }: { category: ClosureCategory }) {
  if (main) return title;
  return (
    <Below>
      <CornerDownRight size={14} aria-hidden />
      <span>{title}</span>
    </Below>
  );
}

const Below = styled.span`
  display: flex;
  align-items: baseline;
  gap: ${space(2)};
  padding-inline-start: ${space(2)};

  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  & > svg {
    flex-shrink: 0;
    color: ${colour.textMuted};
  }

  [dir='rtl'] & > svg {
    scale: -1 1;
  }
`;
