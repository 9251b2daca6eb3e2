import type { Language } from '../../contract/languages.ts';

/** Lithuanian endings of first names and their vocative; the first match counts. */
const lithuanian: [RegExp, string][] = [
  [/ius$/, 'iau'],
  [/us$/, 'au'],
  [/([ij])as$/, '$1au'],
  [/as$/, 'ai'],
  [/is$/, 'i'],
  [/ys$/, 'y'],
  [/ė$/, 'e'],
];

/** The vocative of a first name, for greetings: Jonas becomes Jonai. Only Lithuanian has one; other names stay unchanged. */
export function vocative(name: string, language: Language): string {
  if (language !== 'lt') return name;
  for (const [ending, spoken] of lithuanian) if (ending.test(name)) return name.replace(ending, spoken);
  return name;
}
