import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { languages, regionalLocales } from '../contract/languages.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'glossary-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

const words = (language: string, texts: Record<string, unknown>) => ({
  [`src/i18n/locales/${language}/reservations.json`]: JSON.stringify(texts),
});

const glossary = (language: string, rows: string[], exceptions: string[] = []) => ({
  [`docs/glossary/${language}.md`]: [
    '| English | Translation | Stems | Note |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    '| Key | Term | Reason |',
    '| --- | --- | --- |',
    ...exceptions,
  ].join('\n'),
});

const noTerms = Object.fromEntries(
  [...languages, ...Object.keys(regionalLocales)].map((language) => [`docs/glossary/${language}.md`, '']),
);

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** The messages of the check for a repository with these files; omitted glossaries are empty. */
function check(files: Record<string, string>): { code: number | null; problems: string[] } {
  write({ ...noTerms, ...files });
  return run();
}

function run(): { code: number | null; problems: string[] } {
  const { status, stderr } = spawnSync('node', ['scripts/glossary.ts', root], { encoding: 'utf8' });
  return { code: status, problems: stderr.trim().split('\n').filter(Boolean) };
}

const english = words('en', {
  asks: { cancel: 'Call {{name}} off?' },
  shifts_one: '{{count}} shift',
  shifts_other: '{{count}} shifts',
});
const lithuanian = ['| shift | pamaina | pamain |  |', '| call off | atšaukti | atšauk |  |'];

test('a translation without the term is reported with file, key, term and remedy', () => {
  const lithuanianWords = words('lt', {
    asks: { cancel: 'Panaikinti: {{name}}?' },
    shifts_one: '{{count}} pamaina',
    shifts_few: '{{count}} pamainos',
    shifts_many: '{{count}} budėjimo',
    shifts_other: '{{count}} pamainų',
  });
  expect(check({ ...english, ...lithuanianWords, ...glossary('lt', lithuanian) })).toEqual({
    code: 1,
    problems: [
      'src/i18n/locales/lt/reservations.json  reservations:asks.cancel: "Panaikinti: {{name}}?" does not have the term "call off" of "Call {{name}} off?": use one of: atšauk; or list the key in docs/glossary/lt.md with a reason.',
      'src/i18n/locales/lt/reservations.json  reservations:shifts_many: "{{count}} budėjimo" does not have the term "shift" of "{{count}} shifts": use one of: pamain; or list the key in docs/glossary/lt.md with a reason.',
    ],
  });
});

test('an exception needs a reason, and a text that needs the exception', () => {
  const lithuanianWords = words('lt', { asks: { cancel: 'Panaikinti: {{name}}?' }, shifts_one: '{{count}} pamaina' });
  const exceptions = (reason: string) => [
    `| \`reservations:asks.cancel\` | call off | ${reason} |`,
    '| `reservations:shifts_one` | shift | a short form |',
  ];
  const files = { ...english, ...lithuanianWords };
  const superfluous =
    'docs/glossary/lt.md  reservations:shifts_one: the exception for "shift" has no reason or is not needed: remove it.';
  expect(check({ ...files, ...glossary('lt', lithuanian, exceptions('said of offers')) }).problems).toEqual([
    superfluous,
  ]);
  expect(check({ ...files, ...glossary('lt', lithuanian, exceptions('')) }).problems).toEqual([
    'docs/glossary/lt.md  reservations:asks.cancel: the exception for "call off" has no reason or is not needed: remove it.',
    superfluous,
  ]);
});

test('two translations of one term, and one translation of two terms, need a note', () => {
  const rows = [
    '| feedback | umsögn | umsögn, einkunn |  |',
    '| cancel | aflýsa |  |  |',
    '| call off | aflýsa |  |  |',
    '| online | á netinu | neti, tengd | also: tengdur (signed in) |',
  ];
  expect(check({ ...english, ...glossary('is', rows) }).problems).toEqual([
    'docs/glossary/is.md  "feedback" is "umsögn" (umsögn, einkunn), which are two translations: keep one, or give the reason in a note.',
    'docs/glossary/is.md  "cancel" is "aflýsa" (aflýsa), and "call off" is "aflýsa": keep one, or give the reason in a note.',
  ]);
});

test('the texts of Brazil are compared with the terms of Brazil, others with those of Portuguese', () => {
  const files = {
    ...words('en', { password: 'Password', shift: 'Shift', link: 'Link' }),
    ...words('pt', { password: 'Palavra-passe', shift: 'Turno', link: 'Ligação' }),
    ...words('pt-BR', { shift: 'Plantão', link: 'Link' }),
    ...glossary('pt', ['| password | palavra-passe |  |  |', '| shift | turno |  |  |', '| link | ligação |  |  |']),
    ...glossary('pt-BR', ['| password | senha |  |  |', '| link | link |  |  |']),
  };
  expect(check(files).problems.map((problem) => problem.split(' does not')[0])).toEqual([
    'src/i18n/locales/pt/reservations.json  reservations:password: "Palavra-passe"',
    'src/i18n/locales/pt-BR/reservations.json  reservations:shift: "Plantão"',
  ]);
});

test('each language has a glossary', () => {
  write({ ...noTerms, ...english });
  rmSync(join(root, 'docs/glossary/sk.md'));
  expect(run()).toEqual({
    code: 1,
    problems: ['docs/glossary/sk.md  The glossary is missing: write it, as docs/glossary/lt.md.'],
  });
});
