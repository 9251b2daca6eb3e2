import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type i18n } from 'i18next';
import type { Word } from '#i18n/words.ts';
import { isoLanguage, type Language, languages, regionalLocales, type TextLocale } from '../../contract/languages.ts';

const locales = join(import.meta.dirname, '..', '..', 'src', 'i18n', 'locales');

/** A language or its regional variant. */
export type Spoken = TextLocale;

const regions = Object.keys(regionalLocales) as (keyof typeof regionalLocales)[];

function merged(base: Record<string, unknown>, added: Record<string, unknown>): Record<string, unknown> {
  const result = { ...base };
  for (const [key, value] of Object.entries(added)) {
    const known = result[key];
    result[key] = typeof known === 'object' && typeof value === 'object' ? { ...known, ...value } : value;
  }
  return result;
}

function namespacesOf(language: Spoken): Record<string, object> {
  const files = readdirSync(join(locales, language)).filter((file) => file.endsWith('.json'));
  const read = (file: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(locales, language, file), 'utf8'));
  // `calendar.transcription.json` holds the texts of `calendar` that need a flag.
  return Object.fromEntries(
    [...Map.groupBy(files, (file) => file.split('.')[0] ?? '')].map(([namespace, parts]) => [
      namespace,
      parts.map(read).reduce(merged),
    ]),
  );
}

const words: i18n = i18next.createInstance();
await words.init({
  resources: {
    ...Object.fromEntries(languages.map((language) => [isoLanguage(language), namespacesOf(language)])),
    ...Object.fromEntries(regions.map((region) => [region, namespacesOf(region)])),
  },
  fallbackLng: false,
  interpolation: { escapeValue: false },
});

/** The key of a translation: plain, plural (`count`), or of a group. */
type Key =
  | Word
  | 'calendar:reserved.title'
  | 'enterCode:attemptsLeft'
  | 'ui:formErrors'
  | 'overview:ratings'
  | 'interpretations:recordings.captions'
  | `absences:${'acts' | 'asks' | 'spans'}.${string}`
  | `audit:${'acts' | 'collections'}.${string}`
  | `imports:${'fields' | 'kinds' | 'states'}.${string}`
  | `ownSignIn:${'passkeys' | 'sessions' | 'totp'}.${string}`
  | `reservations:${'acts' | 'decisions' | 'obstacleHelp' | 'offering' | 'plan' | 'responses' | 'statuses' | 'types' | 'views'}.${string}`;

/** The translation of a key in a language; throws for a missing key. */
export function say(language: Spoken, key: Key, values: Record<string, string | number> = {}): string {
  const lng = language in regionalLocales ? language : isoLanguage(language as Language);
  const path: string = key;
  const word = words.t(path, { ...values, lng, defaultValue: '' });
  if (word === '') throw new Error(`There is no "${key}" in ${language}.`);
  return word;
}
