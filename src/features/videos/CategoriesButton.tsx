import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '#session/useMayWrite.ts';
import { Button } from '#ui/Button.tsx';
import { CategoriesDialog } from './CategoriesDialog.tsx';

/** Opens the categories of videos, for people who may change them. */
export function CategoriesButton() {
  const { t } = useTranslation('videos');
  const mayWrite = useMayWrite('video_categories');
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('categories')}</Button>
      <CategoriesDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
