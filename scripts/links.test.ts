import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'links-'));
  execFileSync('git', ['init', '--quiet', root]);
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

const pages = {
  'docs/decisions/README.md': '# Decisions\n\n- [Server](server.md)\n',
  'docs/decisions/server.md': '# Server\n\n### <a id="040"></a>040 PostgreSQL, or embedded PGlite\n\nThe reason.\n',
};

/** The messages of the check for a repository with one decision and these files. */
function faultsOf(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries({ ...pages, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stderr } = spawnSync('node', ['scripts/links.ts', root], { encoding: 'utf8' });
  const faults = stderr.trim().split('\n').filter(Boolean);
  expect(status).toBe(faults.length > 0 ? 1 : 0);
  return faults;
}

test('links and citations that lead somewhere pass', () => {
  const faults = faultsOf({
    'docs/guide.md':
      'See [040](decisions/server.md#040), [the same](decisions/server.md#040-postgresql-or-embedded-pglite), [below](#a--b-c), [elsewhere](https://example.com/x.md).\n\n## A – `b` c\n',
    'server/main.ts': '// Both databases (decision 040).\n',
  });
  expect(faults).toEqual([]);
});

test.each([
  ['a link to a missing file', 'docs/guide.md', '\n[x](gone.md)', 'docs/guide.md:2: there is no docs/gone.md.'],
  [
    'a link to a missing decision',
    'docs/guide.md',
    '[x](decisions/server.md#041)',
    'docs/guide.md:1: docs/decisions/server.md has no #041.',
  ],
  ['a link to a missing heading', 'docs/guide.md', '[x](#gone)', 'docs/guide.md:1: docs/guide.md has no #gone.'],
  [
    'a comment that cites a missing decision',
    'server/main.ts',
    '\n\n// Not here (decision 041).',
    'server/main.ts:3: no page of docs/decisions has decision 041.',
  ],
  [
    'the last of several cited decisions',
    'server/main.sql',
    '-- Decisions 040 to 042.',
    'server/main.sql:1: no page of docs/decisions has decision 042.',
  ],
  [
    'a page that the index lacks',
    'docs/decisions/build.md',
    '# Build\n',
    'docs/decisions/README.md does not list docs/decisions/build.md.',
  ],
])('%s is refused', (_, file, text, message) => {
  expect(faultsOf({ [file]: text })).toEqual([message]);
});

test('a number that is used twice is refused', () => {
  const server = `${pages['docs/decisions/server.md']}\n### <a id="040"></a>040 Another\n`;
  expect(faultsOf({ 'docs/decisions/server.md': server })).toEqual([
    'docs/decisions/server.md: decision 040 is there twice. Give it a number of its own.',
  ]);
});

test('decisions that are too long are refused', () => {
  const [fault = ''] = faultsOf({
    'docs/decisions/server.md': `${pages['docs/decisions/server.md']}${'word '.repeat(20_000)}`,
  });
  expect(fault).toMatch(/^docs\/decisions has 200\d\d words, at most 20000/);
});
