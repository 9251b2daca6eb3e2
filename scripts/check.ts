/**
 * `npm run check [-- <name>…]`: checks the code without running it, as many checks at once as there are cores. Exit code 1 if
 * one fails.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';

/** The longest first, so that none of them runs alone at the end. What has not changed is read from `.cache`. */
const checks: Record<string, string> = {
  // Reports what the TypeScript compiler reports, too, so that types are read once.
  lint: 'oxlint --type-aware --type-check --deny-warnings',
  directions:
    'depcruise --config .dependency-cruiser.cjs --cache .cache/directions --cache-strategy content src server contract tenants scripts docker',
  unused: 'knip --no-progress',
  format: 'prettier --check --log-level=warn --cache --cache-strategy=content --cache-location=.cache/format .',
  words: 'node scripts/locales.ts',
  glossary: 'node scripts/glossary.ts',
  guide: 'node scripts/staffGuide.ts --check',
  importGuide: 'node scripts/importGuide.ts --check',
  lockfile: 'node scripts/lockfile.ts check',
  tenants: 'node scripts/tenants.ts check',
  answers: 'node scripts/answers.ts check',
  tables: 'node scripts/tables.ts check',
  migrations: 'node scripts/migrations.ts',
  acceptance: 'node scripts/acceptance.ts check',
  trust: 'node scripts/trust.ts check',
  links: 'node scripts/links.ts',
};

type Outcome = { name: string; passed: boolean; output: string; seconds: number };

function check(name: string, words: string): Promise<Outcome> {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const [command = '', ...args] = words.split(' ');
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) => resolve({ name, passed: false, output: error.message, seconds: seconds() }));
    child.on('close', (code) => resolve({ name, passed: code === 0, output, seconds: seconds() }));
  });
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !checks[name]);
if (unknown.length > 0) {
  console.error(`No check is named ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`);
  process.exit(2);
}
const names = wanted.length > 0 ? wanted : Object.keys(checks);
const oncePerCore = pLimit(availableParallelism());
const outcomes = await Promise.all(names.map((name) => oncePerCore(check, name, checks[name] ?? '')));
for (const { name, passed, output, seconds } of outcomes) {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (!passed) console.log(output.trimEnd().replace(/^/gm, '       '));
}
if (outcomes.some(({ passed }) => !passed)) process.exit(1);
