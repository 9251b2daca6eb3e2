import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const repository = join(import.meta.dirname, '..');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signboard-lockfile-'));
  const packages = {
    '': { name: 'app', version: '1.0.0' },
    'node_modules/axios': { version: '1.6.0' },
    'node_modules/tool': { version: '2.0.0', dev: true },
    'node_modules/tool/node_modules/axios': { version: '1.6.1', dev: true },
    'node_modules/renamed': { version: '3.0.0', name: '@real/name' },
    'node_modules/local': { resolved: 'local', link: true },
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  mkdirSync(join(folder, 'osv', 'npm'), { recursive: true });
  const affected = (name: string, fixed: string) => [
    { package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }] },
  ];
  const advisories = [
    {
      id: 'GHSA-wf5p-g6vw-rhxx',
      aliases: ['CVE-2023-45857'],
      summary: 'Axios Cross-Site Request Forgery',
      modified: '2026-02-03T04:05:06Z',
      affected: affected('axios', '1.6.1'),
      database_specific: { severity: 'HIGH' },
    },
    { id: 'GHSA-tool', affected: affected('tool', '2.0.1'), database_specific: { severity: 'LOW' } },
    { id: 'MAL-2026-1', affected: affected('@real/name', '9.0.0') },
  ];
  for (const advisory of advisories)
    writeFileSync(join(folder, 'osv', 'npm', `${advisory.id}.json`), JSON.stringify(advisory));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...options: string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((ended) => {
    const line = ['scripts/advisories.ts', '--lockfile', join(folder, 'package-lock.json'), ...options];
    execFile(process.execPath, line, { cwd: repository }, (error, stdout, stderr) =>
      ended({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

const osv = () => ['--osv', join(folder, 'osv')];

function acceptedUntil(until: string): string[] {
  const path = join(folder, `accepted-${until}.json`);
  const reason = 'It is used by a test only, with fixed input.';
  const [first, second] = [
    { id: 'CVE-2023-45857', package: 'axios' },
    { id: 'MAL-2026-1', package: '@real/name' },
  ];
  writeFileSync(
    path,
    JSON.stringify([
      { ...first, reason, until },
      { ...second, reason, until },
    ]),
  );
  return ['--accepted', path];
}

it('npm run ops -- advisories refuses packages of the lockfile, also nested and renamed ones, with severe advisories', async () => {
  const { code, stdout } = await run(...osv());
  expect(stdout.split('\n')).toEqual([
    'refused  critical: @real/name 3.0.0, fixed in 9.0.0 (MAL-2026-1)',
    'refused  high: axios 1.6.0, fixed in 1.6.1 (GHSA-wf5p-g6vw-rhxx, CVE-2023-45857): Axios Cross-Site Request Forgery',
    'noted    low: tool 2.0.0, fixed in 2.0.1 (GHSA-tool)',
    '4 packages compared with 3 advisories, the newest of 2026-02-03: 3 found, 2 refused.',
    '',
  ]);
  expect(code).toBe(1);
});

it('npm run ops -- advisories accepts those of the list until the end of their day', async () => {
  const accepted = await run(...osv(), ...acceptedUntil('2999-12-31'));
  expect(accepted.stdout).toContain('noted    critical: @real/name 3.0.0');
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining('3 found, 0 refused.') });
  const late = await run(...osv(), ...acceptedUntil('2026-01-31'), '--json');
  expect(late.code).toBe(1);
  expect(JSON.parse(late.stdout)).toMatchObject({
    refused: [{ advisory: 'MAL-2026-1' }, { advisory: 'GHSA-wf5p-g6vw-rhxx' }],
    past: [{ id: 'CVE-2023-45857', until: '2026-01-31' }, { id: 'MAL-2026-1' }],
  });
});

it('npm run ops -- advisories ends with 2 if it could compare nothing', async () => {
  writeFileSync(
    join(folder, 'debian.json'),
    JSON.stringify({ id: 'DSA-1', affected: [{ package: { ecosystem: 'Debian:12', name: 'zlib' } }] }),
  );
  writeFileSync(
    join(folder, 'no-reason.json'),
    JSON.stringify([{ id: 'CVE-2026-1', package: 'axios', until: '2999-12-31' }]),
  );
  const cases: [string[], string][] = [
    [[], 'Give the advisories with --osv'],
    [['--osv', join(folder, 'none.zip')], 'The advisories cannot be read: ENOENT'],
    [['--osv', join(folder, 'debian.json')], 'no advisory is about npm packages'],
    [[...osv(), '--accepted', join(folder, 'no-reason.json')], '"reason": "at least 20 characters"'],
    [[...osv(), '--osv-limit', 'severe'], 'Allowed choices are unrated, low, medium, high, critical.'],
  ];
  for (const [options, message] of cases) {
    const { code, stderr } = await run(...options);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
});
