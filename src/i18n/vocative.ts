import type { Language } from '../../contract/languages.ts';

/** Lithuanian endings of a first name and what they become when the person is spoken to; the first that fits counts. */
const lithuanian: [RegExp, string][] = [
  [/ius$/, 'iau'],
  [/us$/, 'au'],
  [/([ij])as$/, '$1au'],
  [/as$/, 'ai'],
  [/is$/, 'i'],
  [/ys$/, 'y'],
  [/ė$/, 'e'],
];

/** A first name as one speaks to the person: Jonas is greeted as Jonai. Only Lithuanian changes it; names without its endings stay. */
export function vocative(name: string, language: Language): string {
  if (language !== 'lt') return name;
  for (const [ending, spoken] of lithuanian) if (ending.test(name)) return name.replace(ending, spoken);
  return name;
}
