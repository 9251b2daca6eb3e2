import { useTranslation } from 'react-i18next';
import type { ClosureCategory } from '../../../contract/closureCategories.ts';
import { Badge } from '#ui/Badge.tsx';

/** Whether a category is a main one; otherwise its parent. */
export function Rank({ category }: { category: ClosureCategory }) {
  const { t } = useTranslation('closureCategories');
  return category.main ? <Badge tone="info">{t('isMain')}</Badge> : category.parent_title;
}
