/**
 * Puts small faults into a copy of the sources, one at a time, and runs the Jest suites that should notice each. Writes the
 * results to docs/mutations.md. A fault whose place is no longer found is an error: correct it in faults.ts.
 *
 * Usage: node tests/mutations/run.ts [--check] [number …]
 *   --check   only verifies that every fault finds its place
 *   number    runs these faults only, and keeps the results of the others
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { faults, foundLater, type Fault } from './faults.ts';

const root = join(import.meta.dirname, '../..');

/** Why a fault cannot be put in, or null. */
function misplaced({ file, find }: Fault): string | null {
  if (!existsSync(join(root, file))) return `${file} does not exist`;
  const places = readFileSync(join(root, file), 'utf8').split(find).length - 1;
  return places === 1 ? null : `${places} places in ${file} match ${JSON.stringify(find)}, not one`;
}

/** The commands that write files from a source, by the source: a fault in it counts with what is generated from it. */
const generators: Record<string, readonly string[]> = { 'tenants/schema.ts': ['scripts/tenants.ts', 'schema'] };

/** Writes a source of a copy, and what is generated from it. */
function writeSource(copy: string, file: string, content: string): void {
  writeFileSync(join(copy, file), content);
  const generate = generators[file];
  if (generate) execFileSync('node', generate, { cwd: copy });
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

/** The npm script that runs a suite. */
const scriptOf = (path: string): string => (path.startsWith('tests/slow/') ? 'jest:slow' : 'jest');

/** The command that finds a fault. */
const commandOf = ({ tests }: Fault): string =>
  tests.some((path) => scriptOf(path) === 'jest') ? 'npm test' : 'npm run test:slow';

/** What the suites print if they fail in the copy; null if they pass. */
async function failureOf(copy: string, tests: readonly string[]): Promise<string | null> {
  const byScript = Map.groupBy(tests, scriptOf);
  for (const [script, suites] of byScript) {
    const failure = await failureIn(copy, script, suites);
    if (failure !== null) return failure;
  }
  return null;
}

/** Whether the suites fail with the fault in place. */
async function isCaught(copy: string, { file, find, replace, tests }: Fault): Promise<boolean> {
  const source = readFileSync(join(copy, file), 'utf8');
  writeSource(
    copy,
    file,
    source.replace(find, () => replace),
  );
  try {
    return (await failureOf(copy, tests)) !== null;
  } finally {
    writeSource(copy, file, source);
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

const document = join(root, 'docs/mutations.md');

/** The results of earlier runs, by the description of the fault. */
const results = new Map(
  [...readFileSync(document, 'utf8').matchAll(/^\| \d+ +\| (.+?) +\| .+ \| .+ \| (\S+?)(?:, .+)? +\|$/gm)].map(
    ([, what = '', result = '']) => [what, result],
  ),
);
const copy = copySources();
try {
  const suites = [...new Set(faults.filter((_, index) => isChosen(index)).flatMap(({ tests }) => tests))];
  const failure = await failureOf(copy, suites);
  if (failure !== null) throw new Error(`The suites fail without a fault: mend them first.\n${failure}`);
  for (const [index, fault] of faults.entries()) {
    if (!isChosen(index)) continue;
    results.set(fault.what, (await isCaught(copy, fault)) ? 'caught' : '**missed**');
    console.log(`${index + 1} ${results.get(fault.what)}: ${fault.what}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const rows = faults.map((fault, index) => {
  const { what, file, tests } = fault;
  const result = results.get(what) ?? 'not run';
  const shown = result === 'caught' && foundLater.has(what) ? 'caught, by a new test' : result;
  const suites = tests.map((path) => `\`${path}\``).join(', ');
  return { result, line: `| ${index + 1} | ${what} | \`${file}\` | \`${commandOf(fault)}\`: ${suites} | ${shown} |` };
});
const caught = rows.filter(({ result }) => result === 'caught').length;
console.log(`${caught} of ${rows.length} faults caught`);
writeFileSync(
  document,
  [
    '# Injected faults',
    '',
    '`node tests/mutations/run.ts` puts each fault of `tests/mutations/faults.ts` into a copy of the sources, one at a time, and',
    `runs the Jest suites that should notice it. ${caught} of ${rows.length} were caught.`,
    '',
    'From 109 on, the faults were chosen by somebody who had read the sources and not the tests. “By a new test”: the suite was written or',
    'extended for it.',
    '',
    '| | what goes wrong | in | found by | result |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(({ line }) => line),
    '',
  ].join('\n'),
);
