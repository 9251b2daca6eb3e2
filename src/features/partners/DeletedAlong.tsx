import { useTranslation } from 'react-i18next';
import type { Partner } from '../../../contract/partners.ts';
import { useFormats } from '#i18n/useFormats.ts';

/** The records that are deleted with partners, and their numbers (Q18). */
export function DeletedAlong({ items }: { items: readonly Partner[] }) {
  const { t } = useTranslation('partners');
  const { numbers } = useFormats();
  const counts = [
    { label: t('venues'), number: items.reduce((sum, { venues }) => sum + venues, 0) },
    { label: t('videos'), number: items.reduce((sum, { videos }) => sum + videos, 0) },
  ].filter(({ number }) => number > 0);
  if (counts.length === 0) return null;
  const what = counts.map(({ label, number }) => `${label} (${numbers.count(number)})`).join(', ');
  return <p>{t('deletedAlong', { what })}</p>;
}
