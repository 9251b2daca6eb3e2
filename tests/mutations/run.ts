/**
 * Puts small faults into a copy of the sources, one at a time, and runs the Jest suites that should notice each. Writes the
 * results to docs/mutations.md. A fault whose place is no longer found is an error: correct it in faults.ts.
 *
 * Usage: node tests/mutations/run.ts [--check] [number …]
 *   --check   only verifies that every fault finds its place
 *   number    runs these faults only, and writes nothing
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { faults, type Fault } from './faults.ts';

const root = join(import.meta.dirname, '../..');

/** Why a fault cannot be put in, or null. */
function misplaced({ file, find }: Fault): string | null {
  if (!existsSync(join(root, file))) return `${file} does not exist`;
  const places = readFileSync(join(root, file), 'utf8').split(find).length - 1;
  return places === 1 ? null : `${places} places in ${file} match ${JSON.stringify(find)}, not one`;
}

/** Copies the files that Git knows, without history. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutations-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of files.trim().split('\n')) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** What the suites of one npm script print if they fail in the copy; null if they pass. */
const failureIn = (copy: string, script: string, tests: readonly string[]): Promise<string | null> =>
  new Promise((resolve) => {
    const command = ['run', '--silent', script, '--', '--silent', '--bail', ...tests];
    execFile('npm', command, { cwd: copy, maxBuffer: 2 ** 26 }, (error, _, printed) => resolve(error && printed));
  });

/** What the suites print if they fail in the copy; null if they pass. */
async function failureOf(copy: string, tests: readonly string[]): Promise<string | null> {
  const slow = tests.filter((path) => path.startsWith('tests/slow/'));
  const fast = tests.filter((path) => !slow.includes(path));
  const failure = fast.length > 0 ? await failureIn(copy, 'jest', fast) : null;
  return failure ?? (slow.length > 0 ? failureIn(copy, 'jest:slow', slow) : null);
}

/** Whether the suites fail with the fault in place. */
async function isCaught(copy: string, { file, find, replace, tests }: Fault): Promise<boolean> {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
  try {
    return (await failureOf(copy, tests)) !== null;
  } finally {
    writeFileSync(path, source);
  }
}

const args = process.argv.slice(2);
const chosen = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
const isChosen = (index: number): boolean => chosen.length === 0 || chosen.includes(index + 1);
const wrong = faults.flatMap((fault, index) => {
  const reason = misplaced(fault);
  return reason ? [`${index + 1} ${fault.what}: ${reason}.`] : [];
});
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
if (args.includes('--check')) process.exit(0);

const copy = copySources();
const results: string[] = [];
let caught = 0;
try {
  const suites = [...new Set(faults.filter((_, index) => isChosen(index)).flatMap(({ tests }) => tests))];
  const failure = await failureOf(copy, suites);
  if (failure !== null) throw new Error(`The suites fail without a fault: mend them first.\n${failure}`);
  for (const [index, fault] of faults.entries()) {
    if (!isChosen(index)) continue;
    const isNoticed = await isCaught(copy, fault);
    if (isNoticed) caught += 1;
    const result = isNoticed ? 'caught' : '**missed**';
    console.log(`${index + 1} ${result}: ${fault.what}`);
    results.push(`| ${index + 1} | ${fault.what} | \`${fault.file}\` | ${result} |`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${caught} of ${results.length} faults caught`);
if (chosen.length === 0)
  writeFileSync(
    join(root, 'docs/mutations.md'),
    [
      '# Injected faults',
      '',
      '`node tests/mutations/run.ts` puts each fault of `tests/mutations/faults.ts` into a copy of the sources, one at a time, and',
      `runs the Jest suites that should notice it. ${caught} of ${results.length} were caught.`,
      '',
      '| | what goes wrong | in | result |',
      '| --- | --- | --- | --- |',
      ...results,
      '',
    ].join('\n'),
  );
