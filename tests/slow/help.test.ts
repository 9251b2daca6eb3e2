import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const repository = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The last command of an npm script, without setup and environment: the arguments of `node`. */
function nodeArguments(name: string): string[] {
  const [npmName = '', act] = name.split(' -- ');
  const script = scripts[npmName === 'bench' ? 'bench:run' : npmName] ?? '';
  return (/(?:^|\s)node ((?:(?!&&).)+)$/.exec(script)?.[1] ?? '').split(' ').concat(act ?? []);
}

/** The acts that `npm run ops` lists. */
const help = spawnSync(process.execPath, [join(repository, 'scripts/ops.ts')], { encoding: 'utf8' }).stdout;
const acts = [...help.matchAll(/^ {2}([a-z-]+) /gm)].map(([, act = '']) => act);

it.each([
  'build',
  'tenants',
  'ship',
  'fleet',
  'sheet',
  'studio',
  'bench',
  'dev',
  'serve',
  'test:tenants',
  ...acts.map((act) => `ops -- ${act}`),
])('the help of npm run %s prints usage, options, an example and exit codes', async (name) => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...nodeArguments(name), '--help'], {
    cwd: repository,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(stderr).toBe('');
  const called = name.includes(' ') ? name : `${name} --`;
  expect(stdout).toMatch(new RegExp(`^Usage: npm run ${called} .*\\n(?: +node .*\\n)*\\n[A-Z][^\\n]+`));
  expect(stdout).toMatch(/\nOptions:\n(?: .*\n)*? +-h, --help +print this help\n/);
  expect(stdout).toMatch(new RegExp(`\\nExamples?:\\n(?: .*\\n)*? .*npm run (?:--silent )?${name}`));
  expect(stdout).toMatch(/\nExit codes:\n +0 {2}\S.*\n/);
});

it('docs/commands.md lists every command that people call, and no other', () => {
  const page = readFileSync(join(repository, 'docs/commands.md'), 'utf8');
  const listed = [...page.matchAll(/`npm (?:run )?([a-z][\w:]*)/g)].map(([, name = '']) => name);
  const isCalled = (name: string) => !/:(?:all|run)$/.test(name);
  expect([...new Set(listed)].toSorted()).toEqual(Object.keys(scripts).filter(isCalled).toSorted());
});

it('npm run ops lists its acts, docs/commands.md has each, and an unknown one is named', () => {
  expect(acts.length).toBeGreaterThan(10);
  const page = readFileSync(join(repository, 'docs/commands.md'), 'utf8');
  const written = [...page.matchAll(/`npm run ops -- ([a-z-]+)/g)].map(([, act = '']) => act);
  expect([...new Set(written)].toSorted()).toEqual(acts.toSorted());
  const { status, stderr } = spawnSync(process.execPath, [join(repository, 'scripts/ops.ts'), 'rehears'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^There is no act "rehears"\./) });
});
