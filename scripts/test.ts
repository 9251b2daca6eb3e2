/**
 * Runs the steps of `npm test`, `npm run test:slow` or `npm run test:release` (decision 256). A step runs even when an
 * earlier one failed, unless it needs its result. Ends with the failures, the slowest test files, the seconds of each step and
 * the line `N passed, N failed`, which counts tests, checks and builds.
 *
 * Usage: node scripts/test.ts [slow | release]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { tenantIds } from '../tenants/tenantIds.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache');
const jestResults = join(cache, 'jest.json');
const browserResults = join(cache, 'browser', 'results.json');

type Count = { passed: number; failed: number };
type FileTime = { file: string; seconds: number };
type Step = {
  name: string;
  command: string[];
  /** Counts tests, checks or builds, in the output or in the file that the step wrote. */
  count: (output: string) => Count;
  /** The messages of the failed tests. Needed if the output of the step does not end with them. */
  failures?: () => string;
  /** The seconds that each test file took. */
  fileTimes?: () => FileTime[];
  /** The name of a step that must have passed. */
  needs?: string;
};
type Outcome = Step & { state: 'passed' | 'failed' | 'not run'; output: string; seconds: number; counted: Count };

/** The parts of Jest's JSON report that are read here; times in milliseconds. */
type JestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; startTime: number; endTime: number }[];
};

/** The parts of Playwright's JSON report that are read here; times in milliseconds. */
type BrowserReport = BrowserSuite & { stats: { expected: number; unexpected: number } };
type BrowserSuite = { suites?: BrowserSuite[]; specs?: BrowserSpec[] };
type BrowserSpec = {
  title: string;
  file: string;
  tests: {
    projectName: string;
    status: string;
    results: { duration: number; error?: { message?: string; stack?: string } }[];
  }[];
};

const readJestReport = () => JSON.parse(readFileSync(jestResults, 'utf8')) as JestReport;
const readBrowserReport = () => JSON.parse(readFileSync(browserResults, 'utf8')) as BrowserReport;

function browserTests() {
  const specsOf = ({ suites = [], specs = [] }: BrowserSuite): BrowserSpec[] => [...specs, ...suites.flatMap(specsOf)];
  return specsOf(readBrowserReport()).flatMap(({ title, file, tests }) =>
    tests.map((test) => ({ title, file, ...test })),
  );
}

const matches = (output: string, pattern: RegExp) => output.match(pattern)?.length ?? 0;

const check: Step = {
  name: 'check',
  command: ['node', 'scripts/check.ts'],
  count: (output) => ({ passed: matches(output, /^ok /gm), failed: matches(output, /^FAIL /gm) }),
};

const jestStep = (script: 'jest' | 'jest:slow' | 'jest:release'): Step => ({
  name: 'jest',
  command: ['npm', 'run', '--silent', script, '--', '--forceExit', '--json', `--outputFile=${jestResults}`, '--silent'],
  count: () => {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = readJestReport();
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  },
  fileTimes: () =>
    readJestReport().testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
});

const buildStep = (options: string[]): Step => ({
  name: 'build',
  command: ['npm', 'run', '--silent', 'build', '--', ...options],
  count: (output) => ({ passed: Number(/^(\d+) built/m.exec(output)?.[1] ?? 0), failed: 0 }),
});

const browserStep = (projects: string[]): Step => ({
  name: 'browser',
  needs: 'build',
  command: ['playwright', 'test', ...projects.map((project) => `--project=${project}`)],
  count: () => {
    const { expected, unexpected } = readBrowserReport().stats;
    return { passed: expected, failed: unexpected };
  },
  failures: () =>
    browserTests()
      .filter(({ status }) => status === 'unexpected')
      .map(({ title, file, projectName, results }) => {
        const messages = results.map(({ error }) => stripVTControlCharacters(error?.stack ?? error?.message ?? ''));
        return `[${projectName}] ${file} › ${title}\n${messages.join('\n')}`;
      })
      .join('\n\n'),
  fileTimes: () => {
    const seconds = new Map<string, number>();
    for (const { file, results } of browserTests())
      for (const { duration } of results) seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
    return [...seconds].map(([file, sum]) => ({ file, seconds: sum }));
  },
});

/** The deployment that `npm test` tests with the web server of its image; `npm run test:release` tests the others. */
const tenant = 'iceland';
const otherTenants = tenantIds().filter((id) => id !== tenant);
const buildImages = buildStep(['--image=archive']);

/** The steps of each command. Those of a row run at once. */
const suites = {
  fast: [[check, buildStep([])], [jestStep('jest')], [browserStep(['journeys', tenant])]],
  slow: [[jestStep('jest:slow')], [buildImages], [browserStep(['slow', 'slowJourneys'])]],
  release: [[jestStep('jest:release')], [buildImages], [browserStep(['release', 'releaseJourneys', ...otherTenants])]],
};

/** The rows of the command named by an argument. */
function rowsOf(name = 'fast'): Step[][] {
  const [, rows] = Object.entries(suites).find(([suite]) => suite === name) ?? [];
  if (!rows) throw new Error(`There is no suite "${name}". Usage: node scripts/test.ts [slow | release]`);
  return rows;
}

const environment = {
  ...process.env,
  // The suites start about a hundred programs, which share their compiled code.
  NODE_COMPILE_CACHE: join(cache, 'node'),
  // Without a terminal, programs must not print colours, which some do if CI is set.
  FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
};

/** Runs a command, shows its output while it runs or when it has ended, and returns it. */
function run(
  [program = '', ...args]: string[],
  show: 'at once' | 'at the end',
): Promise<{ isGood: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    let output = '';
    const add = (chunk: Buffer) => {
      output += String(chunk);
      if (show === 'at once') process.stdout.write(chunk);
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.on('error', (error) => resolve({ isGood: false, output: `${output}${error.message}\n` }));
    child.on('close', (code) => {
      if (show === 'at the end') process.stdout.write(output);
      resolve({ isGood: code === 0, output });
    });
  });
}

/** Reads a report. Returns `otherwise` if the step ended before it wrote one. */
function readOr<Value>(otherwise: Value, read: () => Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

async function runStep(step: Step, isReady: boolean, show: 'at once' | 'at the end'): Promise<Outcome> {
  if (!isReady) return { ...step, state: 'not run', output: '', seconds: 0, counted: { passed: 0, failed: 1 } };
  console.log(`\nStep: ${step.name}\n`);
  const began = performance.now();
  const { isGood, output } = await run(step.command, show);
  const seconds = Math.round((performance.now() - began) / 1000);
  const counted = readOr({ passed: 0, failed: 0 }, () => step.count(output));
  // A step that failed without a failed test counts as one failure.
  if (!isGood && counted.failed === 0) counted.failed = 1;
  return { ...step, state: isGood ? 'passed' : 'failed', output, seconds, counted };
}

/** The failures of a step, or the end of its output if it has no list of failures. */
function failuresOf({ failures, output }: Outcome): string {
  return readOr('', () => failures?.() ?? '') || output.trimEnd().split('\n').slice(-120).join('\n');
}

mkdirSync(cache, { recursive: true });
for (const file of [jestResults, browserResults]) rmSync(file, { force: true });

const outcomes: Outcome[] = [];
for (const row of rowsOf(process.argv[2])) {
  const isReady = ({ needs }: Step) => outcomes.every(({ name, state }) => name !== needs || state === 'passed');
  const show = row.length > 1 ? 'at the end' : 'at once';
  outcomes.push(...(await Promise.all(row.map((step) => runStep(step, isReady(step), show)))));
}

const failures = outcomes
  .filter(({ state }) => state === 'failed')
  .map((outcome) => `\nFailures of ${outcome.name}\n\n${failuresOf(outcome)}\n`)
  .join('');
process.stdout.write(failures);
// Continuous integration repeats them after its last command, as it may show only the end of its output.
writeFileSync(join(cache, `failures-${process.argv[2] ?? 'fast'}.txt`), failures);

console.log('\nSlowest test files\n');
const fileTimes = outcomes.flatMap(({ fileTimes: read }) => readOr([], () => read?.() ?? []));
for (const { file, seconds } of fileTimes.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.log(`${String(Math.round(seconds)).padStart(5)} s  ${file}`);

console.log('\nSteps\n');
for (const { name, state, seconds, counted } of outcomes)
  console.log(
    `${String(seconds).padStart(5)} s  ${name.padEnd(8)} ${state.padEnd(8)} ${counted.passed} passed, ${counted.failed} failed`,
  );
console.log('\nBrowser report: .cache/browser/report/index.html\n');
const sum = (key: keyof Count) => outcomes.reduce((total, { counted }) => total + counted[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
if (outcomes.some(({ state }) => state !== 'passed')) process.exitCode = 1;
