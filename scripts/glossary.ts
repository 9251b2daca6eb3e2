/**
 * Checks that translations use the terms of `docs/glossary/<language>.md`: `node scripts/glossary.ts [<root of the repository>]`.
 * Prints one line per problem with file, key, term and remedy; exit code 1 when there is one.
 *
 * A glossary has two tables. `English | Translation | Stems | Note`: where an English text has the term, its translation must have
 * one of the stems. `Key | Term | Reason`: exceptions. The glossary of a regional variant lists only what differs.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { languages, regionalLocales } from '../contract/languages.ts';

type Text = { file: string; text: string };
type Row = { english: string; translation: string; stems: string[]; note: string };
type Glossary = { file: string; rows: Row[]; exceptions: { key: string; term: string; reason: string }[] };

const root = process.argv[2] ?? '.';
const bases: Record<string, string> = regionalLocales;

function textsOf(value: unknown, path: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, below]) => textsOf(below, path ? `${path}.${key}` : key));
}

/** The texts of a language by `namespace:key`; mails have the namespace `mail`. */
function catalogueOf(language: string): Map<string, Text> {
  const names = ['*.json', 'node/figures.json', 'node/mails.json'].map(
    (name) => `src/i18n/locales/${language}/${name}`,
  );
  const files = globSync(names, { cwd: root, exclude: ['**/language.json'] }).toSorted();
  return new Map(
    files.flatMap((file) => {
      // `calendar.transcription.json` holds the texts of `calendar` that need a flag.
      const [namespace = ''] = basename(file, '.json').replace('mails', 'mail').split('.');
      const texts = textsOf(JSON.parse(readFileSync(join(root, file), 'utf8')), '');
      return texts.map(([key, text]) => [`${namespace}:${key}`, { file, text }] as const);
    }),
  );
}

function readGlossary(language: string): Glossary | null {
  const file = `docs/glossary/${language}.md`;
  if (!existsSync(join(root, file))) return null;
  const lines = readFileSync(join(root, file), 'utf8').replaceAll('`', '').split('\n');
  const cells = lines
    .filter((line) => line.startsWith('|') && !/^\| *(-|English|Key)/.test(line))
    .map((line) => line.split(/ *\| */).slice(1, -1));
  const ofWidth = (width: number) => cells.filter(({ length }) => length === width);
  const rows = ofWidth(4).map(([english = '', translation = '', stems = '', note = '']) => {
    return { english, translation, stems: (stems || translation).toLowerCase().split(/ *, */), note };
  });
  const exceptions = ofWidth(3).map(([key = '', term = '', reason = '']) => ({ key, term, reason }));
  return { file, rows, exceptions };
}

/** One term with two translations or stems of another word, and two terms with one translation, need a note. */
function problemsOfRows({ file, rows }: Glossary): string[] {
  return rows.flatMap((row, index) => {
    const { english, translation, stems, note } = row;
    const later = rows.slice(index + 1).filter((other) => note === '' && other.note === '');
    const clash = later.find((other) => other.english === english || other.translation === translation);
    const initials: string[] = translation.toLowerCase().match(/(?<![\p{L}\d])[\p{L}\d]/gu) ?? [];
    const isDouble = /[,;/]/.test(translation) || stems.some((stem) => !initials.includes(stem.charAt(0)));
    const said = `${file}  "${english}" is "${translation}" (${stems.join(', ')})`;
    const remedy = 'keep one, or give the reason in a note.';
    return [
      ...(isDouble && note === '' ? [`${said}, which are two translations: ${remedy}`] : []),
      ...(clash ? [`${said}, and "${clash.english}" is "${clash.translation}": ${remedy}`] : []),
    ];
  });
}

/** A pattern for a term with its plural and verb forms; one word may stand between its words ("call it off"). */
function patternOf(term: string): string {
  const forms = term.split(/[ -]/).map((word) => {
    if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}(?:y|ies|ied|ying)`;
    if (word.endsWith('e')) return `${word.slice(0, -1)}(?:e|es|ed|ing)`;
    return `${word}(?:s|es|(?:${word.slice(-1)})?(?:ed|ing))?`;
  });
  return `(${forms.join(term.includes('-') ? '[ -]?' : '(?:[ -]+| \\S+ )')})`;
}

function problemsOfTexts(language: string, english: Map<string, Text>): string[] {
  const languageGlossary = readGlossary(language);
  if (!languageGlossary)
    return [`docs/glossary/${language}.md  The glossary is missing: write it, as docs/glossary/lt.md.`];
  const base = bases[language];
  const general = base ? readGlossary(base) : null;
  const ownTerms = new Set(languageGlossary.rows.map((row) => row.english));
  const rows = [...languageGlossary.rows, ...(general?.rows.filter((row) => !ownTerms.has(row.english)) ?? [])];
  const terms = [...new Set(rows.map((row) => row.english))].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${terms.map(patternOf).join('|')})(?![\\p{L}\\d])`, 'giu');
  const texts = new Map([...(base ? catalogueOf(base) : []), ...catalogueOf(language)]);
  const exceptions = [...languageGlossary.exceptions, ...(general?.exceptions ?? [])];
  const excepted = new Set(exceptions.map(({ key, term }) => `${key} ${term}`));
  const needed = new Set<string>();
  const problems = [...texts].flatMap(([key, { file, text }]) => {
    const source = english.get(key) ?? english.get(key.replace(/_(few|many)$/, '_other'));
    const matches = [...(source?.text.replaceAll(/\{+\w+\}+/g, '').matchAll(pattern) ?? [])];
    const found = new Set(matches.map((match) => terms[match.slice(1).findIndex(Boolean)] ?? ''));
    return [...found].flatMap((term) => {
      if (base && !file.includes(language) && !ownTerms.has(term)) return [];
      const stems = rows.filter((row) => row.english === term).flatMap((row) => row.stems);
      const plain = text.toLowerCase().replaceAll('\u00a0', ' ');
      if (stems.some((stem) => plain.includes(stem))) return [];
      needed.add(`${key} ${term}`);
      if (excepted.has(`${key} ${term}`)) return [];
      const remedy = `use one of: ${stems.join(', ')}; or list the key in ${languageGlossary.file} with a reason`;
      return [`${file}  ${key}: "${text}" does not have the term "${term}" of "${source?.text}": ${remedy}.`];
    });
  });
  const superfluous = languageGlossary.exceptions
    .filter(({ key, term, reason }) => reason === '' || !needed.has(`${key} ${term}`))
    .map(
      ({ key, term }) =>
        `${languageGlossary.file}  ${key}: the exception for "${term}" has no reason or is not needed: remove it.`,
    );
  return [...problemsOfRows(languageGlossary), ...problems, ...superfluous];
}

const english = catalogueOf('en');
const translated = [...languages.filter((language) => language !== 'en'), ...Object.keys(bases)];
const problems = translated.flatMap((language) => problemsOfTexts(language, english));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
