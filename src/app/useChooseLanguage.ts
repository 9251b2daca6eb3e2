import { useState } from 'react';
import type { Language } from '../../contract/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

/**
 * The current language, the choices, and `choose`; `coming` is the language being loaded, `hasFailed` whether loading failed.
 */
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
