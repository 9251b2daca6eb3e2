import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, LanguageFacts } from '../contract/languages.ts';

/** The folder of languages. */
export const locales = join(import.meta.dirname, '..', 'src', 'i18n', 'locales');

const known = new Map<Language, LanguageFacts>();

/** What is special to a language. Throws if its folder has no `language.json`. */
export function factsOf(language: Language): LanguageFacts {
  const facts = known.get(language) ?? JSON.parse(readFileSync(join(locales, language, 'language.json'), 'utf8'));
  known.set(language, facts);
  return facts;
}
