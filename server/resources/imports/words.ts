import { importFields, type ImportField, type ImportKind, importFlags } from '../../../contract/importKinds.ts';
import { languages } from '../../../contract/languages.ts';
import { plainLetters } from '../../../contract/plainLetters.ts';
import type { Deployment } from '../../deployment.ts';
import { regionalTexts } from '../../regionalTexts.ts';

/** The words of files, in one language. Alternatives are separated by `|`. */
type Words = {
  fields: Record<string, string>;
  values: Record<string, string>;
  yes: string;
  no: string;
};

const wordsIn = regionalTexts<Words>('imports.json');

const alternatives = (words: string) => words.split('|');

/** The columns that a file of a kind can have in a deployment. */
export function fieldsOf(kind: ImportKind, { flags }: Pick<Deployment, 'flags'>): ImportField[] {
  return importFields[kind].filter(({ flag }) => flag === undefined || flags[flag]);
}

/** Whether a deployment has records of a kind. */
export function isImportable(kind: ImportKind, { flags }: Pick<Deployment, 'flags'>): boolean {
  const flag = importFlags[kind];
  return flag === undefined || flags[flag];
}

/** A text without case, accents and signs, to compare headings and words. */
export const plainWord = (text: string): string => plainLetters(text).replaceAll('-', '');

/** Removes the text in brackets, and everything after it, from a heading. */
const plainHeading = (heading: string): string => plainWord(heading.replace(/[([].*$/, ''));

/** Every spelling of a key of the words, in all languages, without case and accents. */
function spellings(pick: (words: Words) => string | undefined, deployment: Deployment): string[] {
  return languages
    .flatMap((language) => [wordsIn(language, { country: null }), wordsIn(language, deployment)])
    .flatMap((words) => alternatives(pick(words) ?? ''))
    .map(plainWord)
    .filter((word) => word !== '');
}

/** The value that a word of any language means, of some values. */
export function createValueReader(deployment: Deployment): (word: string, values: readonly string[]) => string | null {
  const known = new Map<string, Set<string>>();
  const spellingsOf = (value: string): Set<string> => {
    const found =
      known.get(value) ?? new Set([plainWord(value), ...spellings(({ values }) => values[value], deployment)]);
    known.set(value, found);
    return found;
  };
  return (word, values) => {
    const plain = plainWord(word);
    return values.find((value) => value === word) ?? values.find((value) => spellingsOf(value).has(plain)) ?? null;
  };
}

/** Reads yes and no in all languages; null: neither. */
export function createBooleanReader(deployment: Deployment): (word: string) => boolean | null {
  const yes = new Set(['1', 'true', 'x', ...spellings((words) => words.yes, deployment)]);
  const no = new Set(['0', 'false', ...spellings((words) => words.no, deployment)]);
  return (word) => {
    const plain = plainWord(word);
    if (yes.has(plain)) return true;
    return no.has(plain) ? false : null;
  };
}

/** Values by which a column is recognised if its heading is unknown. */
const contents: { field: string; fits: (cell: string) => boolean }[] = [
  { field: 'email', fits: (cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell) },
  { field: 'phoneNumber', fits: (cell) => /^\+\d[\d\s()-]{6,}$/.test(cell) },
  { field: 'phone', fits: (cell) => /^\+\d[\d\s()-]{6,}$/.test(cell) },
  { field: 'website', fits: (cell) => /^https?:\/\//.test(cell) },
];

/**
 * Proposes a column for each field: as the last time, else by the heading in any language, else by the values.
 * @param remembered the headings of the last import of this kind, by field
 */
export function proposeMapping(
  kind: ImportKind,
  deployment: Deployment,
  { headers, sample, remembered }: { headers: string[]; sample: string[][]; remembered: Record<string, string> },
): Record<string, number> {
  const mapping = new Map<string, number>();
  const plain = headers.map(plainHeading);
  const free = (index: number) => index >= 0 && ![...mapping.values()].includes(index);
  const take = (field: string, find: () => number) => {
    if (mapping.has(field)) return;
    const index = find();
    if (free(index)) mapping.set(field, index);
  };
  const fields = fieldsOf(kind, deployment).map(({ name }) => name);
  for (const name of fields) take(name, () => headers.indexOf(remembered[name] ?? '\0'));
  for (const name of fields) {
    const names = [plainWord(name), ...spellings((words) => words.fields[name], deployment)];
    take(name, () => plain.findIndex((heading, index) => names.includes(heading) && free(index)));
  }
  for (const { field, fits } of contents) {
    if (!fields.includes(field)) continue;
    take(field, () =>
      headers.findIndex((_, index) => {
        const cells = sample.map((row) => row[index] ?? '').filter((cell) => cell !== '');
        return free(index) && cells.length > 0 && cells.every(fits);
      }),
    );
  }
  return Object.fromEntries(mapping);
}
