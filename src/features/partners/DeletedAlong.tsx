import { useTranslation } from 'react-i18next';
import type { Partner } from '../../../contract/partners.ts';
import { useFormats } from '#i18n/useFormats.ts';

/** What goes with a partner, and how much of it (Q18). */
export function DeletedAlong({ item: { venues, videos } }: { item: Partner }) {
  const { t } = useTranslation('partners');
  const { numbers } = useFormats();
  const along = [
    { label: t('venues'), number: venues },
    { label: t('videos'), number: videos },
  ].filter(({ number }) => number > 0);
  if (along.length === 0) return null;
  const what = along.map(({ label, number }) => `${label} (${numbers.count(number)})`).join(', ');
  return <p>{t('deletedAlong', { what })}</p>;
}
