import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages, regionalLocales, textLocales } from '../contract/languages.ts';
import type { Deployment } from './deployment.ts';

type Texts = { [key: string]: string | Texts };

function overridden(texts: Texts, overrides: Texts): Texts {
  const entries = Object.entries(texts).map(([key, text]) => {
    const override = overrides[key];
    if (typeof text === 'string') return [key, override ?? text];
    return [key, typeof override === 'object' ? overridden(text, override) : text];
  });
  return Object.fromEntries(entries);
}

const locales = join(import.meta.dirname, '..', 'src', 'i18n', 'locales');

/**
 * Texts by language, with the regional overrides of the deployment's country. All are read at once, so that a missing
 * file stops the start.
 * @param file the name of the file in `src/i18n/locales/<locale>/node/`
 */
export function regionalTexts<Shape>(
  file: string,
): (language: Language, deployment: Pick<Deployment, 'country'>) => Shape {
  const read = (locale: string): Texts => JSON.parse(readFileSync(join(locales, locale, 'node', file), 'utf8'));
  const texts = new Map([...languages, ...Object.keys(regionalLocales)].map((locale) => [locale, read(locale)]));
  const merged = new Map<string, Shape>();
  return (language, { country }) => {
    const names = textLocales(language, country);
    const name = names.join();
    const known = merged.get(name);
    if (known) return known;
    const [general = {}, ...overrides] = names.map((locale) => texts.get(locale) ?? {});
    const shape = overrides.reduce(overridden, general) as Shape;
    merged.set(name, shape);
    return shape;
  };
}
