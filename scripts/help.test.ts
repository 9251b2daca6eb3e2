import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const repository = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The last command of an npm script, without setup and environment: the arguments of `node`. */
function nodeArguments(name: string): string[] {
  const script = scripts[name === 'bench' ? 'bench:run' : name] ?? '';
  return (/(?:^|\s)node ((?:(?!&&).)+)$/.exec(script)?.[1] ?? '').split(' ');
}

it.each([
  'build',
  'tenants',
  'ship',
  'fleet',
  'sheet',
  'studio',
  'platform',
  'probe',
  'bench',
  'base',
  'owner',
  'seed',
  'import',
  'lock',
  'dev',
  'serve',
  'new:kind',
  'test:tenants',
])('npm run %s -- --help prints usage, options, an example and exit codes', async (name) => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...nodeArguments(name), '--help'], {
    cwd: repository,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name} -- .*\\n(?: +node .*\\n)*\\n[A-Z][^\\n]+`));
  expect(stdout).toMatch(/\nOptions:\n(?: .*\n)*? +-h, --help +print this help\n/);
  expect(stdout).toMatch(new RegExp(`\\nExamples?:\\n +(?:[A-Z_]+=\\S+ )?npm run ${name}`));
  expect(stdout).toMatch(/\nExit codes:\n +0 {2}\S.*\n/);
});

it('docs/commands.md lists every command that people call, and no other', () => {
  const page = readFileSync(join(repository, 'docs/commands.md'), 'utf8');
  const listed = [...page.matchAll(/`npm (?:run )?([a-z][\w:]*)/g)].map(([, name = '']) => name);
  const isCalled = (name: string) => !/:(?:all|run)$/.test(name);
  expect([...new Set(listed)].toSorted()).toEqual(Object.keys(scripts).filter(isCalled).toSorted());
});
