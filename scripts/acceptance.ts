/**
 * Writes `docs/acceptance.md`: the tests of each requirement of `docs/requirements.md`. A test names its requirements in a comment on
 * the line above: `// R43, R44`. With `check` it writes nothing and fails when a requirement has no test, one about a screen has no
 * test that renders it, a comment is misplaced, a file cites an unknown requirement or reading (`Q5`), or the page is outdated.
 *
 * Usage: node scripts/acceptance.ts [check]
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { titleOf } from './lib/testTitles.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/acceptance.md');

type Test = { level: 'screen' | 'API' | 'text'; file: string; title: string };

/** The headings of `docs/requirements.md` with the numbers below each. */
const sections = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    heading: section.slice(0, section.indexOf('\n')),
    ids: [...section.matchAll(/^- \*\*([RQ]\d+)\b/gm)].map(([, id = '']) => id),
  }));
const known = new Set(sections.flatMap(({ ids }) => ids));
const groups = sections.filter(({ ids }) => ids.some((id) => id.startsWith('R')));
const requirements = groups.flatMap(({ ids }) => ids);

const faults: string[] = [];
const tests = new Map<string, Test[]>(requirements.map((id) => [id, []]));

/** What a test looks at: a rendered screen, the HTTP interface, or files and programs. */
function levelOf(file: string, text: string): Test['level'] {
  if (file.endsWith('.spec.ts') || /support\/render(App|Ui)/.test(text)) return 'screen';
  return /support\/backend\.ts/.test(text) ? 'API' : 'text';
}

/** Adds the tests of a file to their requirements. */
function readTests(file: string, text: string): void {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (!/^\s*\/\/ R\d+\b/.test(line)) continue;
    const where = `${file}:${at + 1}`;
    const title = titleOf(lines.slice(at + 1).join('\n'));
    if (!/^\s*\/\/ R\d+(, R\d+)*$/.test(line))
      faults.push(`${where}: the comment must have numbers only, as in "// R43, R44".`);
    else if (!/^\s*(test|it|describe)(\.each\b.*|\.describe)?\(/.test(lines[at + 1] ?? '') || !title)
      faults.push(`${where}: the comment must be on the line above a test that is run.`);
    else for (const id of line.match(/R\d+/g) ?? []) tests.get(id)?.push({ level: levelOf(file, text), file, title });
  }
}

const sources = '{src,server,contract,tenants,scripts,docker,tests}/**/*.{ts,tsx,mjs,js,sql,sh,conf}';
for (const file of globSync([sources, '*.{md,ts,js,cjs}', 'docs/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).toSorted()) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [at, line] of text.split('\n').entries())
    for (const [id] of line.matchAll(/\b[RQ]\d{1,3}\b/g))
      if (!known.has(id)) faults.push(`${file}:${at + 1}: there is no ${id} in docs/requirements.md.`);
  if (/\.(test|spec)\.tsx?$/.test(file)) readTests(file, text);
}

for (const [id, found] of tests)
  if (found.length === 0) faults.push(`${id} has no test: write "// ${id}" above the test that fails without it.`);

/** The groups whose requirements are about what people see. */
const onScreen = ['Shell', 'Routes', 'Screens', 'Table columns', 'Errors, exact texts'];
for (const heading of onScreen) {
  const group = groups.find(({ heading: name }) => name === heading);
  if (!group) faults.push(`docs/requirements.md has no requirements below "${heading}".`);
  for (const id of group?.ids ?? [])
    if (!tests.get(id)?.some(({ level }) => level === 'screen'))
      faults.push(`${id} is about a screen: a test that renders the screen must hold it.`);
}

const cell = (content: string) => content.replace(/[*_<|]/g, String.raw`\$&`);
const written = [
  '# The tests of each requirement',
  '',
  'The tests that fail without a [requirement](requirements.md). The level says what a test looks at: a rendered screen, the HTTP API, or',
  'files and programs (text). `node scripts/acceptance.ts` generates this page from comments above the tests (`// R43`), and',
  '`npm run check` refuses a requirement without a test, or one about a screen without a test that renders it.',
];
for (const { heading, ids } of groups) {
  written.push('', `## ${heading}`, '', '| id | level | test |', '| --- | --- | --- |');
  for (const id of ids)
    for (const [at, { level, file, title }] of (tests.get(id) ?? []).entries())
      written.push(`| ${at === 0 ? id : ''} | ${level} | \`${file}\`: ${cell(title)} |`);
}
const text = `${written.join('\n')}\n`;

if (process.argv[2] === 'check') {
  if (faults.length === 0 && readFileSync(page, 'utf8') !== text)
    faults.push('docs/acceptance.md is outdated. Generate it again: node scripts/acceptance.ts');
} else {
  writeFileSync(page, text);
  console.log(`docs/acceptance.md: the tests of ${requirements.length} requirements.`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
