/**
 * The whole proof: checks, Jest, the build of every deployment with its image, and the browser suites. Every step runs even
 * when one before it failed (the browser needs the build); what failed is shown once more at the end. The last line counts
 * tests, checks and builds: `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const cache = join(import.meta.dirname, '..', '.cache');
const jestResults = join(cache, 'jest.json');
const browserResults = join(cache, 'browser', 'results.json');

type Count = { passed: number; failed: number };
type Step = {
  name: string;
  command: string[];
  /** What the step counts, from its output or the file that it wrote. */
  count: (output: string) => Count;
  /** What it says of what went wrong, where that stands elsewhere than at the end of its output. */
  faults?: () => string;
  /** The step whose failure makes this one pointless. */
  needs?: string;
};
type Outcome = Step & { isGood: boolean; output: string; seconds: number; counted: Count; isSkipped?: boolean };

/** What is read of Playwright's JSON report. */
type BrowserSuite = { suites?: BrowserSuite[]; specs?: BrowserSpec[] };
type BrowserSpec = {
  title: string;
  file: string;
  tests: { projectName: string; status: string; results: { error?: { message?: string; stack?: string } }[] }[];
};

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);

const lines = (output: string, pattern: RegExp) => output.match(pattern)?.length ?? 0;

/** Each browser test that failed, also one that a second try let pass, with what it said. */
function browserFaults(): string {
  const specsOf = ({ suites = [], specs = [] }: BrowserSuite): BrowserSpec[] => [...specs, ...suites.flatMap(specsOf)];
  return specsOf(readJson(browserResults))
    .flatMap(({ title, file, tests }) => tests.map((test) => ({ title, file, ...test })))
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ title, file, projectName, status, results }) => {
      const said = results.flatMap(({ error }) => stripVTControlCharacters(error?.stack ?? error?.message ?? ''));
      const outcome = status === 'flaky' ? 'passed only at the second try' : 'failed';
      return `[${projectName}] ${file} › ${title}: ${outcome}\n${said.join('\n')}`;
    })
    .join('\n\n');
}

const steps: Step[] = [
  {
    name: 'check',
    command: ['node', 'scripts/check.ts'],
    count: (output) => ({ passed: lines(output, /^ok /gm), failed: lines(output, /^FAIL /gm) }),
  },
  {
    name: 'jest',
    command: [
      'npm',
      'run',
      '--silent',
      'jest',
      '--',
      '--forceExit',
      '--json',
      `--outputFile=${jestResults}`,
      '--silent',
    ],
    count: () => {
      const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = readJson(jestResults);
      return {
        passed: numberIn(numPassedTests),
        failed: numberIn(numFailedTests) + numberIn(numRuntimeErrorTestSuites),
      };
    },
  },
  {
    name: 'build',
    command: ['npm', 'run', '--silent', 'build', '--', '--image', '--archive'],
    count: (output) => ({ passed: numberIn(Number(/^(\d+) built/m.exec(output)?.[1])), failed: 0 }),
  },
  {
    name: 'browser',
    needs: 'build',
    command: ['playwright', 'test'],
    faults: browserFaults,
    count: () => {
      const { stats } = readJson(browserResults) as { stats?: Record<string, unknown> };
      return {
        passed: numberIn(stats?.['expected']) + numberIn(stats?.['flaky']),
        failed: numberIn(stats?.['unexpected']),
      };
    },
  },
];

const environment = {
  ...process.env,
  // The suites start some hundred programs: what was compiled once need not be compiled again.
  NODE_COMPILE_CACHE: join(cache, 'node'),
  // Plain lines where nobody looks on: programs that see CI would write colours all the same.
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: '0' }),
};

/** Runs a step with its output in sight, and keeps it. */
function run({ command: [program = '', ...args] }: Step): Promise<{ isGood: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    let output = '';
    const hear = (chunk: Buffer) => {
      output += String(chunk);
      process.stdout.write(chunk);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', (error) => resolve({ isGood: false, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ isGood: code === 0, output }));
  });
}

function countOf(step: Step, output: string, isGood: boolean): Count {
  let counted: Count = { passed: 0, failed: 0 };
  try {
    counted = step.count(output);
  } catch {
    // A step that broke off has written no count.
  }
  // A step that failed without a failed test failed as a whole.
  return isGood || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

mkdirSync(cache, { recursive: true });
for (const file of [jestResults, browserResults]) rmSync(file, { force: true });

const outcomes: Outcome[] = [];
for (const step of steps) {
  if (outcomes.some(({ name, isGood }) => name === step.needs && !isGood)) {
    outcomes.push({
      ...step,
      isGood: false,
      isSkipped: true,
      output: '',
      seconds: 0,
      counted: { passed: 0, failed: 1 },
    });
    continue;
  }
  console.log(`\n▶ ${step.name}\n`);
  const began = performance.now();
  const { isGood, output } = await run(step);
  const seconds = Math.round((performance.now() - began) / 1000);
  outcomes.push({ ...step, isGood, output, seconds, counted: countOf(step, output, isGood) });
}

/** What is worth reading twice of a step, if anything is. */
function toldOf({ faults, isGood, isSkipped, output }: Outcome): string {
  if (isSkipped) return '';
  let told = '';
  try {
    told = faults?.() ?? '';
  } catch {
    // A step that broke off has written no report.
  }
  return told || (isGood ? '' : output.trimEnd().split('\n').slice(-120).join('\n'));
}

for (const outcome of outcomes) {
  const told = toldOf(outcome);
  if (told) console.log(`\n▼ what ${outcome.name} said\n\n${told}`);
}

console.log();
for (const { name, isGood, isSkipped, seconds, counted } of outcomes) {
  const word = isSkipped ? 'left out' : isGood ? 'passed' : 'failed';
  console.log(
    `${name.padEnd(8)} ${word.padEnd(8)} ${String(seconds).padStart(4)} s  ${counted.passed} good, ${counted.failed} bad`,
  );
}
console.log('Browser report: .cache/browser/report/index.html\n');
const sum = (key: keyof Count) => outcomes.reduce((total, { counted }) => total + counted[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
if (outcomes.some(({ isGood }) => !isGood)) process.exitCode = 1;
