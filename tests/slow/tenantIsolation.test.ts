import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { manifestPath, tenantIds, tenantsRoot } from '../../tenants/tenantIds.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { runTenants } from '../support/runTenants.ts';

const ids = tenantIds();
const others = ids.filter((id) => id !== 'slovakia');

const written = readFileSync(manifestPath(tenantsRoot, 'slovakia'), 'utf8');

let root: BuildRoot;
let manifest: string;

beforeAll(() => {
  root = new BuildRoot(ids, 'app');
  manifest = root.path('tenants/slovakia/manifest.json');
  expect(root.buildJson(['--no-compress']).failed).toEqual([]);
});
afterEach(() => writeFileSync(manifest, written));
afterAll(() => root.remove());

const supportOf = (change: object) => ({ support: { ...JSON.parse(written).support, ...change } });
const paletteOf = (change: object) => ({ palette: { ...JSON.parse(written).palette, ...change } });

const check = (...args: string[]) => runTenants('check', ...args, '--root', root.path('tenants'));

describe('a manifest with values that others have too, or that the app has,', () => {
  it.each([
    ['the brand Portal', { brand: 'Portal' }],
    ['the brand Connect', { brand: 'Connect' }],
    ['the brand Signal', { brand: 'Signal' }],
    ['the brand Horizon', { brand: 'Horizon' }],
    ['the brand Sign', { brand: 'Sign' }],
    ['the brand Calendar', { brand: 'Calendar' }],
    ['a brand of emoji', { brand: '👐👐🏽🤟' }],
    ['a word of every page as brand', { brand: 'assets' }],
    [
      'the help desk of another',
      supportOf({ url: 'https://hjalp.taknljos.example/', email: 'hjalp@taknljos.example' }),
    ],
    ['white as highlight', paletteOf({ highlight: '#ffffff' })],
    ['the accent of another', paletteOf({ accent: '#8e1b46' })],
  ])('%s: it passes the check, and all fifteen are built and isolated', (_, change) => {
    root.editManifest('slovakia', change);
    expect(check()).toMatchObject({ code: 0, out: expect.stringContaining('15 deployments, no problems') });
    const { failed, built, isolatedPairs } = root.buildJson(['--no-compress']);
    expect({ failed, built: built.length, isolatedPairs }).toEqual({ failed: [], built: 15, isolatedPairs: 210 });
  });
});

describe('a manifest that cannot be built', () => {
  const cases: [string, (text: string) => string, RegExp][] = [
    [
      'a port that does not exist',
      (text) => text.replace(/"url": "[^"]+"/, '"url": "https://help.example:99999/"'),
      /"https:\/\/help\.example:99999\/" is not an address that browsers can open\./,
    ],
    [
      'lists nested twenty thousand times',
      (text) => text.replace(/"languages": \[[^\]]+\]/, `"languages": ${'['.repeat(20_000)}${']'.repeat(20_000)}`),
      /manifest\.json:9:\d+ +Objects and lists are nested more than 16 levels deep\./,
    ],
    [
      'a sentence of the app as brand',
      (text) => text.replace(/"brand": "[^"]+"/, '"brand": "Keyboard shortcuts"'),
      /manifest\.json:4:13 +The app itself contains "Keyboard shortcuts"/,
    ],
    [
      'a brand like one of another customer',
      (text) => text.replace(/"brand": "[^"]+"/, '"brand": "Gestuvas",\n  "customer": "Tatry"'),
      /"Gestuvas" can be mistaken for "Gestuva" of lithuania\./,
    ],
  ];

  it.each(cases)('%s: only it fails, in words, and it keeps its last good bundle', (_, change, message) => {
    root.editManifest('lithuania', { customer: 'Baltija' });
    const bundle = root.read('slovakia', 'version.json');
    writeFileSync(manifest, change(written));
    const checked = check();
    expect(checked).toMatchObject({ code: 1, out: expect.stringMatching(message) });
    expect(checked.out).toMatch(/ in slovakia\n$/);
    expect(check(...others)).toMatchObject({ code: 0 });
    const built = root.build(['--no-compress']);
    expect(built.out).toContain('14 built · 1 failed (slovakia)');
    expect(`${built.out}${built.err}${checked.out}`).not.toMatch(/\n +at |RangeError|TypeError/);
    expect(root.read('slovakia', 'version.json')).toBe(bundle);
  });
});
