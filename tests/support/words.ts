import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type i18n } from 'i18next';
import type { Word } from '#i18n/words.ts';
import { isoLanguage, type Language, languages } from '../../contract/languages.ts';

const locales = join(import.meta.dirname, '..', '..', 'src', 'i18n', 'locales');

/** A language as it is said: in Brazil otherwise than in Portugal. */
export type Spoken = Language | 'pt-BR';

function namespacesOf(language: Spoken): Record<string, object> {
  const files = readdirSync(join(locales, language)).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(locales, language, file), 'utf8'))]),
  );
}

const words: i18n = i18next.createInstance();
await words.init({
  resources: {
    ...Object.fromEntries(languages.map((language) => [isoLanguage(language), namespacesOf(language)])),
    'pt-BR': namespacesOf('pt-BR'),
  },
  fallbackLng: false,
  interpolation: { escapeValue: false },
});

/** A word, one that is said of a number of things (`count`), or one of a group. */
type Key =
  | Word
  | 'enterCode:attemptsLeft'
  | 'ui:formErrors'
  | 'overview:ratings'
  | `reservations:${'decisions' | 'obstacleHelp'}.${string}`;

/** As for any text: the types of i18next know no keys of groups. */
const translate = words.t as (key: string, options: Record<string, unknown>) => unknown;

/** The words that the product shows for a key in a language; a key that is not there is an error. */
export function say(language: Spoken, key: Key, values: Record<string, string | number> = {}): string {
  const options: Record<string, unknown> = { ...values, lng: language === 'pt-BR' ? language : isoLanguage(language) };
  const word: unknown = words.exists(key, options) ? translate(key, options) : null;
  if (typeof word !== 'string') throw new Error(`There is no "${key}" in ${language}.`);
  return word;
}
