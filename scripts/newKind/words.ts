import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, regionalLocales, type TextLocale } from '../../contract/languages.ts';
import { locales } from '../../tenants/languageFacts.ts';
import type { Names } from './names.ts';

/** Natural sentences that do not name the kind, so that only `title` and `one` are left to translate. */
function sentencesIn(locale: TextLocale): Record<string, string> {
  return JSON.parse(readFileSync(join(locales, locale, 'node', 'newKind.json'), 'utf8'));
}

/** The translations of a kind by the folder of their language; a regional variant contains only the texts that differ. */
export function translationsOf({ title, label }: Names): Record<string, Record<string, string>> {
  const named = { title, one: label };
  const english = { add: `Add ${label.toLowerCase()}`, empty: `No ${title.toLowerCase()} yet` };
  const regions = Object.keys(regionalLocales) as (keyof typeof regionalLocales)[];
  return {
    ...Object.fromEntries(languages.map((language) => [language, { ...named, ...sentencesIn(language) }])),
    en: { ...named, ...sentencesIn('en'), ...english },
    ...Object.fromEntries(regions.map((region) => [region, sentencesIn(region)])),
  };
}
