import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { manifestPath, tenantIds, tenantsRoot } from '../../tenants/tenantIds.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { runTenants } from '../support/runTenants.ts';

const ids = tenantIds();
const others = ids.filter((id) => id !== 'slovakia');

const slovakia = readFileSync(manifestPath(tenantsRoot, 'slovakia'), 'utf8');

let root: BuildRoot;
let manifest: string;

beforeAll(() => {
  root = new BuildRoot(ids, 'app');
  manifest = root.path('tenants/slovakia/manifest.json');
  root.editManifest('lithuania', { customer: 'Baltija' });
  expect(root.buildJson(['--no-compress']).failed).toEqual([]);
});
afterAll(() => root.remove());

const check = (...args: string[]) => runTenants('check', ...args, '--root', root.path('tenants'));

/** Changes a part of a manifest and returns how to change it back. */
function change(id: string, part: object): () => void {
  const file = root.path('tenants', id, 'manifest.json');
  const before = readFileSync(file, 'utf8');
  const { palette, support } = JSON.parse(before);
  root.editManifest(id, {
    ...part,
    ...('palette' in part && { palette: { ...palette, ...(part.palette as object) } }),
    ...('support' in part && { support: { ...support, ...(part.support as object) } }),
  });
  return () => writeFileSync(file, before);
}

it('values that others or the app have too pass the check, and all fifteen deployments are built and isolated', () => {
  const undo = [
    change('argentina', { brand: 'Portal' }),
    change('australia', { brand: 'Connect' }),
    change('belgium', { brand: 'Signal' }),
    change('brazil', { brand: 'Horizon' }),
    change('canadavri', { brand: 'Sign' }),
    change('colombia', { brand: 'Calendar' }),
    change('dev', { brand: '👐👐🏽🤟' }),
    change('estonia', { brand: 'Reports' }),
    change('portugal', { support: { url: 'https://hjalp.taknljos.example/', email: 'hjalp@taknljos.example' } }),
    change('romania', { palette: { highlight: '#ffffff' } }),
    change('slovakia', { palette: { accent: '#1d3fa6' } }),
  ];
  const checked = check();
  const { failed, built, isolatedPairs } = root.buildJson(['--no-compress']);
  for (const back of undo) back();
  expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('15 deployments, no problems') });
  expect({ failed, built: built.length, isolatedPairs }).toEqual({ failed: [], built: 15, isolatedPairs: 210 });
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
      (text) => text.replace(/"brand": "[^"]+"/, '"brand": "Nobody to show"'),
      /manifest\.json:4:13 +The app itself contains "Nobody to show"/,
    ],
    [
      'a part of every page as brand',
      (text) => text.replace(/"brand": "[^"]+"/, '"brand": "width=device-width"'),
      /manifest\.json:4:13 +The app itself contains "width=device-width"/,
    ],
    [
      'a brand like one of another customer',
      (text) => text.replace(/"brand": "[^"]+"/, '"brand": "Gestuvas",\n  "customer": "Tatry"'),
      /"Gestuvas" can be mistaken for "Gestuva" of lithuania\./,
    ],
  ];

  it.each(cases)('%s: only it fails, in words, and it keeps its last good bundle', (_, spoil, message) => {
    const bundle = root.read('slovakia', 'version.json');
    writeFileSync(manifest, spoil(slovakia));
    const checked = check();
    expect(checked).toMatchObject({ code: 1, out: expect.stringMatching(message) });
    expect(checked.out).toMatch(/ in slovakia\n$/);
    expect(check(...others)).toMatchObject({ code: 0 });
    const built = root.build(['--no-compress']);
    expect(built.out).toContain('14 built · 1 failed (slovakia)');
    expect(`${built.out}${built.err}${checked.out}`).not.toMatch(/\n +at |RangeError|TypeError/);
    expect(root.read('slovakia', 'version.json')).toBe(bundle);
    writeFileSync(manifest, slovakia);
  });
});

describe('in a fresh clone, without a record of what was isolated', () => {
  let clone: BuildRoot;

  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone.folder, encoding: 'utf8' });
  const commit = (message: string) => {
    git('add', '--all');
    git('-c', 'user.name=Anna', '-c', 'user.email=anna@example.is', 'commit', '--quiet', '--message', message);
  };
  const failedBuilds = () => {
    rmSync(clone.path('.cache/last-good'), { recursive: true, force: true });
    return clone.buildJson(['--no-compress']).failed;
  };

  beforeAll(() => {
    clone = new BuildRoot(ids, 'app');
    git('init', '--quiet');
    writeFileSync(clone.path('.git/info/exclude'), '/node_modules\n/.cache\n/dist\n');
    clone.editManifest('lithuania', { customer: 'Baltija' });
    commit('Begin');
    clone.editManifest('slovakia', { brand: 'Nobody to show' });
    clone.editManifest('argentina', { brand: 'Gestuvas', customer: 'Plata' });
    commit('Change two brands');
    clone.editManifest('lithuania', { version: '9.0.0' });
    clone.editManifest('slovakia', { version: '9.0.0' });
    commit('Raise versions');
  });
  afterAll(() => clone.remove());

  it('a committed brand that is a text of the app fails alone, as does one like another customer’s', () => {
    expect(failedBuilds()).toEqual([
      {
        id: 'argentina',
        problems: [expect.stringContaining('"Gestuvas" can be mistaken for "Gestuva" of lithuania.')],
      },
      { id: 'slovakia', problems: [expect.stringContaining('The app itself contains "Nobody to show"')] },
    ]);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('a brand that is written into the app later is no fault of its deployment: the others fail', () => {
    clone.edit('src/main.tsx', (text) => `${text}\ndocument.documentElement.dataset['of'] = 'Táknljós';\n`);
    commit('Name a deployment in the app');
    clone.editManifest('iceland', { version: '9.0.0' });
    commit('Raise a version');
    const leaks = failedBuilds().filter(({ problems }) =>
      problems.some((problem) => problem.includes('"Táknljós", which belongs to iceland')),
    );
    expect(leaks.map(({ id }) => id)).toEqual(ids.filter((id) => !['argentina', 'iceland'].includes(id)));
  });
});
