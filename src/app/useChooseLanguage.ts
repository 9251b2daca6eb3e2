import { useState } from 'react';
import type { Language } from '../../contract/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

/** The language in use, the choices, and `choose`: `coming` until the words are loaded, `hasFailed` when they could not be. */
export function useChooseLanguage() {
  const { language, options, setLanguage } = useLanguage();
  const [coming, setComing] = useState<Language | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const choose = async (chosen: Language) => {
    setComing(chosen);
    setHasFailed(false);
    try {
      await setLanguage(chosen);
    } catch {
      setHasFailed(true);
    } finally {
      setComing(null);
    }
  };
  return { language, options, coming, hasFailed, choose };
}
