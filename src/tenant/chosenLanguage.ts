import type { LanguageOption } from '../../contract/tenant.ts';
import { stored } from '#lib/storage.ts';

/** The storage key of the chosen language (R133). */
export const languageKey = 'i18nextLng';

/** The stored language if the deployment offers it, otherwise the deployment's first language (R134). */
export function chosenLanguage(offered: LanguageOption[]): LanguageOption | undefined {
  const chosen = stored(languageKey);
  return offered.find(({ value }) => value === chosen) ?? offered[0];
}
