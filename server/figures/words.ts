import { regionalTexts } from '../regionalTexts.ts';
import type english from '../../src/i18n/locales/en/node/figures.json';

/** The texts of statistics, reports and their files. */
export type Words = typeof english;

/** The texts in a language, with the differences of the deployment's country. */
export const figureTexts = regionalTexts<Words>('figures.json');

/** A text with its placeholders filled in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
