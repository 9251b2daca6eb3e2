/**
 * What the product has to do (`docs/acceptance.json`), and by which tests it is held: writes `docs/acceptance.md` from the marks
 * in the tests. A mark is a comment on the line above a test or a group of tests: `// R43, R44`. With `check` nothing is written,
 * and it fails when a check has no test, a mark stands elsewhere or names none, or the page is not what the marks give.
 *
 * Usage: node scripts/acceptance.ts [check]
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/acceptance.md');

/** `open` names the checks that have no test yet. */
type List = { open: string[]; checks: Record<string, Record<string, string>> };

const { open, checks } = JSON.parse(readFileSync(join(root, 'docs/acceptance.json'), 'utf8')) as List;
const known = new Set(Object.values(checks).flatMap((group) => Object.keys(group)));
const faults: string[] = [];
const tests = new Map<string, string[]>();

/** The title of the test that a text begins with: after the table, where there is one. */
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
    if (!/^\s*\/\/ R\d+(, R\d+)*$/.test(line)) faults.push(`${where}: a mark is numbers alone, as in "// R43, R44".`);
    else if (!/^\s*(test|it|describe)(\.each\b.*|\.describe)?\(/.test(next) || !title)
      faults.push(`${where}: a mark stands on the line above a test that is run.`);
    else
      for (const id of line.match(/R\d+/g) ?? []) {
        if (!known.has(id)) faults.push(`${where}: there is no ${id} in docs/acceptance.json.`);
        tests.set(id, [...(tests.get(id) ?? []), `\`${file}\`: ${title.replace(/[|*_<]/g, String.raw`\$&`)}`]);
      }
  }
}

for (const id of known) {
  if (tests.has(id) && open.includes(id))
    faults.push(`${id} has a test: take it off the open ones in docs/acceptance.json.`);
  if (!tests.has(id) && !open.includes(id))
    faults.push(`${id} has no test: mark the one that fails without it with "// ${id}".`);
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
    faults.push('docs/acceptance.md is not what the marks give: node scripts/acceptance.ts');
} else {
  writeFileSync(page, text);
  console.log(`docs/acceptance.md: ${tests.size} of ${known.size} checks have a test.`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
