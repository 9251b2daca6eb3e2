/**
 * Writes `docs/acceptance.md`: the requirements of `docs/acceptance.json` with the tests of each. A test names its requirements in a
 * comment on the line above: `// R43, R44`. With `check` it writes nothing and fails when a requirement has no test, one about a
 * screen has no test that renders it, a comment is misplaced or names an unknown requirement, or the page is outdated.
 *
 * Usage: node scripts/acceptance.ts [check]
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { titleOf } from './lib/testTitles.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/acceptance.md');

/** `open` lists the requirements without a test. */
type List = { open: string[]; checks: Record<string, Record<string, string>> };

const { open, checks } = JSON.parse(readFileSync(join(root, 'docs/acceptance.json'), 'utf8')) as List;
const known = new Set(Object.values(checks).flatMap((group) => Object.keys(group)));
const faults: string[] = [];
const tests = new Map<string, { level: 'screen' | 'API' | 'text'; file: string; title: string }[]>();

/** What a test looks at: a rendered screen, the HTTP interface, or files and programs. */
function levelOf(file: string): 'screen' | 'API' | 'text' {
  if (file.endsWith('.spec.ts')) return 'screen';
  const source = readFileSync(join(root, file), 'utf8');
  if (/support\/render(App|Ui)/.test(source)) return 'screen';
  return /support\/backend\.ts/.test(source) ? 'API' : 'text';
}

const files = globSync('{src,server,contract,tenants,scripts,docker,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: root });
for (const file of files.toSorted()) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  for (const [at, line] of lines.entries()) {
    if (!/^\s*\/\/ R\d+\b/.test(line)) continue;
    const where = `${file}:${at + 1}`;
    const next = lines[at + 1] ?? '';
    const title = titleOf(lines.slice(at + 1).join('\n'));
    if (!/^\s*\/\/ R\d+(, R\d+)*$/.test(line))
      faults.push(`${where}: the comment must have numbers only, as in "// R43, R44".`);
    else if (!/^\s*(test|it|describe)(\.each\b.*|\.describe)?\(/.test(next) || !title)
      faults.push(`${where}: the comment must be on the line above a test that is run.`);
    else
      for (const id of line.match(/R\d+/g) ?? []) {
        if (!known.has(id)) faults.push(`${where}: there is no ${id} in docs/acceptance.json.`);
        tests.set(id, [...(tests.get(id) ?? []), { level: levelOf(file), file, title }]);
      }
  }
}

for (const id of known) {
  if (tests.has(id) && open.includes(id))
    faults.push(`${id} has a test: remove it from "open" in docs/acceptance.json.`);
  if (!tests.has(id) && !open.includes(id))
    faults.push(`${id} has no test: write "// ${id}" above the test that fails without it.`);
}

/** The groups whose requirements are about what people see. */
const onScreen = ['Shell', 'Routes', 'Screens', 'Table columns', 'Errors, exact texts'];
for (const group of onScreen) {
  if (!checks[group]) faults.push(`There is no group "${group}" in docs/acceptance.json.`);
  for (const id of Object.keys(checks[group] ?? {}))
    if (tests.has(id) && !tests.get(id)?.some(({ level }) => level === 'screen'))
      faults.push(`${id} is about a screen: a test that renders the screen must hold it.`);
}

const numberOf = (id: string) => Number(id.slice(1));
const cell = (content: string) => content.replace(/[*_<|]/g, String.raw`\$&`);
const written = [
  '# Requirements and their tests',
  '',
  'Each requirement with the tests that fail without it. The level says what a test looks at: a rendered screen, the HTTP API, or',
  'files and programs (text). `node scripts/acceptance.ts` generates this page from comments above the tests (`// R43`), and',
  '`npm run check` refuses a requirement without a test, or one about a screen without a test that renders it.',
  '',
  open.length > 0 ? `Without a test: ${open.join(', ')}.` : 'Every requirement has a test.',
];
for (const [group, of] of Object.entries(checks)) {
  written.push('', `## ${group}`, '', '| id | requirement | level | test |', '| --- | --- | --- | --- |');
  for (const id of Object.keys(of).toSorted((one, other) => numberOf(one) - numberOf(other))) {
    const found = tests.get(id) ?? [];
    for (const [at, { level, file, title }] of found.entries())
      written.push(
        `| ${at === 0 ? id : ''} | ${at === 0 ? cell(of[id] ?? '') : ''} | ${level} | \`${file}\`: ${cell(title)} |`,
      );
    if (found.length === 0) written.push(`| ${id} | ${cell(of[id] ?? '')} | | |`);
  }
}
const text = `${written.join('\n')}\n`;

if (process.argv[2] === 'check') {
  if (faults.length === 0 && readFileSync(page, 'utf8') !== text)
    faults.push('docs/acceptance.md is outdated. Generate it again: node scripts/acceptance.ts');
} else {
  writeFileSync(page, text);
  console.log(`docs/acceptance.md: ${tests.size} of ${known.size} checks have a test.`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
