import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { readAccepted } from './acceptedAdvisories.ts';
import { findAdvisories, findingLine, refusedFindings } from './advisories.ts';
import { compareDebianVersions } from './debianVersion.ts';
import { packagesOfBill } from './installedPackages.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signboard-advisories-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content));
  return path;
}

const bill = Buffer.from(
  JSON.stringify({
    components: [
      { purl: 'pkg:npm/axios@1.6.0' },
      { purl: 'pkg:npm/%40babel/traverse@7.23.2' },
      { purl: 'pkg:npm/left-pad@1.0.0' },
      { purl: 'pkg:deb/debian/libssl3@3.0.11-1~deb12u1?arch=amd64&distro=debian-12&upstream=openssl' },
      {
        purl: 'pkg:deb/debian/libnginx-mod-http-brotli-filter@1.0.0~rc-4?distro=debian-12&upstream=libnginx-mod-http-brotli%401.0.0~rc-4',
      },
      { purl: 'pkg:oci/signboard-iceland@sha256%3A00' },
      {},
    ],
  }),
);

const findIn = (paths: string[]) => findAdvisories(packagesOfBill(bill), paths).findings;

/** GHSA-wf5p-g6vw-rhxx as GitHub publishes it, shortened. */
const axios = {
  schema_version: '1.6.0',
  id: 'GHSA-wf5p-g6vw-rhxx',
  aliases: ['CVE-2023-45857'],
  summary: 'Axios Cross-Site Request Forgery Vulnerability',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:N/A:N' }],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'axios' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0.8.1' }, { fixed: '0.28.0' }] }],
    },
    {
      package: { ecosystem: 'npm', name: 'axios' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.6.1' }] }],
    },
  ],
  database_specific: { severity: 'MODERATE' },
};

const openssl = {
  id: 'DSA-5764-1',
  summary: 'openssl -\n security update',
  affected: [
    {
      package: { ecosystem: 'Debian:12', name: 'openssl' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.14-1~deb12u2' }] }],
    },
    {
      package: { ecosystem: 'Debian:11', name: 'libnginx-mod-http-brotli' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }],
    },
  ],
};

const range = (...events: Record<string, string>[]) => [{ type: 'SEMVER', events }];
const advisory = (id: string, name: string, more: object, general: object = {}) => ({
  id,
  affected: [{ package: { ecosystem: 'npm', name }, ...more }],
  ...general,
});

describe('advisories of a bill of materials', () => {
  it('are found by the version ranges of npm and Debian, with the version that corrects them', () => {
    const findings = findIn([file('both.json', [axios, openssl])]);
    expect(findings.map(findingLine)).toEqual([
      'medium: axios 1.6.0, fixed in 1.6.1 (GHSA-wf5p-g6vw-rhxx, CVE-2023-45857): Axios Cross-Site Request Forgery Vulnerability',
      'unrated: libssl3 3.0.11-1~deb12u1, fixed in 3.0.14-1~deb12u2 (DSA-5764-1): openssl - security update',
    ]);
  });

  it.each([
    ['before the first affected version', range({ introduced: '1.7.0' }), []],
    ['from the fixed version on', range({ introduced: '0' }, { fixed: '1.6.0' }), []],
    ['after the last affected version', range({ introduced: '0' }, { last_affected: '1.5.9' }), []],
    ['at the last affected version', range({ introduced: '0' }, { last_affected: '1.6.0' }), [null]],
    ['after it came back', range({ introduced: '0' }, { fixed: '1.2.0' }, { introduced: '1.6.0' }), [null]],
    [
      'in the second of two ranges',
      range({ fixed: '1.6.3' }, { introduced: '1.5.0' }, { fixed: '1.1.0' }, { introduced: '0' }),
      ['1.6.3'],
    ],
    ['of a pre-release fix', range({ introduced: '0' }, { fixed: '1.6.0-beta.1' }), []],
    ['by commits only', [{ type: 'GIT', events: [{ introduced: '0' }] }], []],
  ])('%s', (_, ranges, fixes) => {
    const found = findIn([file('one.json', advisory('X-1', 'axios', { ranges }))]);
    expect(found.map(({ fixed }) => fixed)).toEqual(fixes);
  });

  it('are found by a list of versions, and not when they were withdrawn', () => {
    const listed = advisory('X-2', '@babel/traverse', { versions: ['7.23.1', '7.23.2'] });
    const withdrawn = advisory(
      'X-3',
      'axios',
      { ranges: range({ introduced: '0' }) },
      { withdrawn: '2024-01-01T00:00:00Z' },
    );
    const found = findIn([file('listed.json', { vulns: [listed, withdrawn] })]);
    expect(found.map(({ advisory: id, package: name }) => `${id} ${name}`)).toEqual(['X-2 @babel/traverse']);
  });

  it.each([
    [
      'CVSS 4',
      { severity: [{ type: 'CVSS_V4', score: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' }] },
      'critical',
    ],
    ['CVSS 3', { severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }] }, 'high'],
    ['a word of GitHub', { database_specific: { severity: 'LOW' } }, 'low'],
    [
      'the higher of two',
      {
        database_specific: { severity: 'CRITICAL' },
        severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L' }],
      },
      'critical',
    ],
    ['nothing', { severity: [{ type: 'Ubuntu', score: 'untriaged' }] }, 'unrated'],
  ])('are rated by %s', (_, general, rating) => {
    const rated = advisory('X-4', 'left-pad', { ranges: range({ introduced: '0' }) }, general);
    expect(findIn([file('rated.json', rated)]).map((found) => found.rating)).toEqual([rating]);
  });

  it('of packages that attack their users are critical', () => {
    const malware = advisory('MAL-2026-1', 'left-pad', { ranges: range({ introduced: '0' }) });
    expect(findIn([file('mal.json', malware)])).toMatchObject([{ rating: 'critical' }]);
  });

  it('are read from the zip archives of osv.dev', () => {
    const archive = zipSync({
      'GHSA-wf5p-g6vw-rhxx.json': strToU8(JSON.stringify(axios)),
      'DSA-5764-1.json': strToU8(JSON.stringify(openssl)),
      'README.md': strToU8('no advisory'),
    });
    expect(findIn([file('all.zip', archive)])).toHaveLength(2);
    expect(() => findIn([file('cut.zip', archive.subarray(0, 60))])).toThrow(/cut\.zip is a damaged zip archive/);
  });

  it('that cannot be read are an error with the way out', () => {
    expect(() => findIn([join(folder, 'none.json')])).toThrow(/cannot be read: ENOENT.*none\.json/);
    expect(() => findIn([file('broken.json', '{')])).toThrow(/broken\.json is not JSON\. --osv reads/);
    expect(() => findIn([file('other.json', { name: 'x' })])).toThrow(/holds no OSV advisories/);
  });

  it.each([
    ['2026-01-31T00:00:00Z', 'valid'],
    ['2026-01-31T23:59:59Z', 'valid'],
    ['2026-02-01T00:00:00Z', 'past'],
  ] as const)('that are accepted until 2026-01-31 are at %s %s', (now, state) => {
    const accepted = { id: 'CVE-2026-1', package: 'axios', reason: 'The code is not reached.', until: '2026-01-31' };
    const read = readAccepted(file('accepted.json', [accepted]), new Date(now));
    expect(read).toEqual({ valid: [], past: [], [state]: [accepted] });
  });

  it('are refused from a rating on, unless their id or alias is accepted for the package', () => {
    const findings = findIn([file('both.json', [axios, openssl])]);
    const refused = (limit: 'low' | 'medium' | 'high' | 'unrated', ...accepted: [string, string][]) =>
      refusedFindings(
        findings,
        limit,
        accepted.map(([id, name]) => ({ id, package: name, reason: 'The code is not reached.', until: '2099-12-31' })),
      ).map(({ advisory: id }) => id);
    expect(refused('high')).toEqual([]);
    expect(refused('medium')).toEqual(['GHSA-wf5p-g6vw-rhxx']);
    expect(refused('medium', ['CVE-2023-45857', 'axios'])).toEqual([]);
    expect(refused('medium', ['CVE-2023-45857', 'left-pad'])).toEqual(['GHSA-wf5p-g6vw-rhxx']);
    expect(refused('unrated', ['GHSA-wf5p-g6vw-rhxx', 'axios'])).toEqual(['DSA-5764-1']);
  });
});

it('versions of Debian packages are ordered as dpkg orders them', () => {
  const rising = [
    '1.0~rc1-1',
    '1.0~~',
    '1.0~',
    '1.0',
    '1.0-1~deb12u1',
    '1.0-1',
    '1.0-1+b1',
    '1.0-1.1',
    '1.0-2',
    '1.0-10',
    '1.0a-1',
    '1.0+dfsg-1',
    '1.00.1',
    '1.2',
    '1.10',
    '0:2.0',
    '1:0.1',
    '10:0.1',
  ];
  const sorted = rising.toSorted(compareDebianVersions);
  // "~~" sorts before "~rc1", and "~" before both ends.
  expect(sorted).toEqual([
    '1.0~~',
    '1.0~',
    '1.0~rc1-1',
    '1.0',
    '1.0-1~deb12u1',
    '1.0-1',
    '1.0-1+b1',
    '1.0-1.1',
    '1.0-2',
    '1.0-10',
    '1.0a-1',
    '1.0+dfsg-1',
    '1.00.1',
    '1.2',
    '1.10',
    '0:2.0',
    '1:0.1',
    '10:0.1',
  ]);
  expect(compareDebianVersions('2.36-9+deb12u10', '2.36-9+deb12u7')).toBeGreaterThan(0);
});
