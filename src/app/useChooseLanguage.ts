import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../contract/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { toast } from '#ui/toast.ts';

/** The language in use, the choices, and `choose`, which says so when the words could not be loaded; `coming` until they are. */
export function useChooseLanguage() {
  const { t } = useTranslation('app');
  const { language, options, setLanguage } = useLanguage();
  const [coming, setComing] = useState<Language | null>(null);

  const choose = async (chosen: Language) => {
    setComing(chosen);
    try {
      await setLanguage(chosen);
    } catch {
      toast({ title: t('languageFailed'), tone: 'danger' });
    } finally {
      setComing(null);
    }
  };
  return { language, options, coming, choose };
}
