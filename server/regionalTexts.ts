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

/**
 * Texts by language, with the regional overrides of the deployment's country (decision 219). All are read at once, so that a missing
 * file stops the start.
 * @param read reads the texts of a locale such as `pt` or `pt-BR`
 */
export function regionalTexts<Shape>(
  read: (locale: string) => Texts,
): (language: Language, deployment: Pick<Deployment, 'country'>) => Shape {
  const texts = new Map<string, Texts>([...languages, ...regionalLocales].map((locale) => [locale, read(locale)]));
  const merged = new Map<string, Shape>();
  return (language, { country }) => {
    const locales = textLocales(language, country);
    const name = locales.join();
    const known = merged.get(name);
    if (known) return known;
    const [general = {}, ...overrides] = locales.map((locale) => texts.get(locale) ?? {});
    const shape = overrides.reduce(overridden, general) as Shape;
    merged.set(name, shape);
    return shape;
  };
}
