import { useTranslation } from 'react-i18next';
import { useVideoCategories } from './useVideoCategories.ts';
import type { VideoValues } from './videoForm.ts';

/** Formats the values of a video's form that are codes or ids. */
export function useValueFormatter() {
  const { t } = useTranslation('videos');
  const categories = useVideoCategories();
  return (name: keyof VideoValues, value: VideoValues[keyof VideoValues]): string | undefined => {
    if (name === 'category') return categories.find((choice) => choice.value === value)?.label ?? t('noCategory');
    if (name === 'source') return t(value === 'file' ? 'file' : 'link');
    if (name === 'file') return value && t('file');
    return undefined;
  };
}
