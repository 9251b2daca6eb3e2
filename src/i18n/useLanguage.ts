import { useTranslation } from 'react-i18next';
import { localeOf } from '../../contract/languages.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { currentLanguage, setLanguage } from './i18n.ts';

/**
 * The current language as stored (`ee` is Estonian), its BCP 47 locale in this deployment, the languages of the deployment, and
 * how to change the language.
 */
export function useLanguage() {
  const { languages, country } = useTenant();
  // Re-renders when the language changes.
  useTranslation();
  const language = currentLanguage();
  return { language, locale: localeOf(language, country), options: languages, setLanguage };
}
