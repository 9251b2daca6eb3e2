import { useTranslation } from 'react-i18next';
import { localeOf } from '../../contract/languages.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { currentLanguage, setLanguage } from './i18n.ts';

/**
 * The language in use, as stored (`ee` is Estonian); its BCP 47 locale in this deployment; the choices that the
 * deployment offers; and how to change it.
 */
export function useLanguage() {
  const { languages, country } = useTenant();
  // Renders anew when the language changes.
  useTranslation();
  const language = currentLanguage();
  return { language, locale: localeOf(language, country), options: languages, setLanguage };
}
