/**
 * Writes `docs/acceptance.md`: the requirements of `docs/acceptance.json` with the tests of each. A test names its requirements in a
 * comment on the line above: `// R43, R44`. With `check` it writes nothing and fails when a requirement has no test, a comment is
 * misplaced or names an unknown requirement, or the page is outdated.
 *
 * Usage: node scripts/acceptance.ts [check]
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/acceptance.md');

/** `open` lists the requirements without a test. */
type List = { open: string[]; checks: Record<string, Record<string, string>> };

const { open, checks } = JSON.parse(readFileSync(join(root, 'docs/acceptance.json'), 'utf8')) as List;
const known = new Set(Object.values(checks).flatMap((group) => Object.keys(group)));
const faults: string[] = [];
const tests = new Map<string, string[]>();

/** The title of the test at the start of a text; with `.each`, the title after the table. */
function titleOf(text: string): string | null {
  const hasTable = /^\s*(?:test|it|describe)\.each\b/.test(text);
  const start = hasTable ? /\)\(\s*(['"`])(.+?)\1/s : /^[^(]*\(\s*(['"`])(.+?)\1/s;
  return start.exec(text)?.[2] ?? null;
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
        tests.set(id, [...(tests.get(id) ?? []), `\`${file}\`: ${title.replace(/[|*_<]/g, String.raw`\$&`)}`]);
      }
  }
}

for (const id of known) {
  if (tests.has(id) && open.includes(id))
    faults.push(`${id} has a test: remove it from "open" in docs/acceptance.json.`);
  if (!tests.has(id) && !open.includes(id))
    faults.push(`${id} has no test: write "// ${id}" above the test that fails without it.`);
}

const numberOf = (id: string) => Number(id.slice(1));
const written = [
  '# What has to hold, and what holds it',
  '',
  'Each line is something that the product has to do, with the tests that fail when it does not. Written by',
  '`node scripts/acceptance.ts` from the marks in the tests (`// R43` on the line above); `npm run check` refuses a gap.',
  '',
  open.length > 0 ? `Without a test still: ${open.join(', ')}.` : 'None is without a test.',
];
for (const [group, of] of Object.entries(checks)) {
  written.push('', `## ${group}`, '');
  for (const id of Object.keys(of).toSorted((one, other) => numberOf(one) - numberOf(other))) {
    written.push(`- **${id}** ${(of[id] ?? '').replace(/[*_<]/g, String.raw`\$&`)}`);
    for (const test of tests.get(id) ?? []) written.push(`  - ${test}`);
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
