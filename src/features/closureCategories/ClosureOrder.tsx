import { useTranslation } from 'react-i18next';
import type { ClosureCategory } from '../../../contract/closureCategories.ts';
import { closureCategories, orderCategories } from '#api/closureCategories.ts';
import { maxArranged, OrderPage } from '#domain/OrderPage.tsx';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';

type Branch = { id: string; name: string; below?: readonly Branch[] };

/** Main categories; each contains its ordered subcategories. */
const read = closureCategories.list({ main: true, ordering: 'position', page_size: maxArranged });

const toBranch = ({ id, title, subcategories }: ClosureCategory): Branch => ({
  id,
  name: title,
  below: subcategories.map((below) => ({ id: below.id, name: below.title })),
});

/** Orders the categories on both levels: `/dashboard/closure/order`. */
export function ClosureOrder() {
  const { t } = useTranslation('closureCategories');
  return (
    <OrderPage<ClosureCategory, Branch>
      list={{ label: t('nav'), href: paths.closure_categories.list.href() }}
      read={read}
      path={closureCategories.path}
      toItem={toBranch}
      renderItem={({ id, name }) => <Link to={paths.closure_categories.record.href({ id })}>{name}</Link>}
      save={orderCategories}
    />
  );
}
