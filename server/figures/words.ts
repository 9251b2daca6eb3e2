import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { regionalTexts } from '../regionalTexts.ts';
import type english from './locales/en/figures.json';

/** The texts of statistics, reports and their files. */
export type Words = typeof english;

/** The texts in a language, as the deployment's country says them. */
export const wordsOf = regionalTexts<Words>((locale) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'locales', locale, 'figures.json'), 'utf8')),
);

/** A text with its placeholders filled in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
