import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '../../contract/languages.ts';
import type english from './locales/en/figures.json';

/** The texts of statistics, reports and their files. */
export type Words = typeof english;

const words = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(readFileSync(join(import.meta.dirname, 'locales', language, 'figures.json'), 'utf8')),
  ]),
) as Record<Language, Words>;

/** The texts in a language. */
export function wordsOf(language: Language): Words {
  return words[language];
}

/** A text with its placeholders filled in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
