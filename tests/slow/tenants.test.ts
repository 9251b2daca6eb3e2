import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { tenantsFolder, type TenantsFolder } from '../support/tenantsFolder.ts';
import { loadTenant } from '../../tenants/manifest.ts';

let folder: TenantsFolder;

beforeEach(() => {
  folder = tenantsFolder(['estonia', 'estonia-stage', 'iceland', 'slovakia']);
});

afterEach(() => folder.remove());

/** Runs `npm run tenants -- …` as a script would: no terminal to ask at. */
function tenants(...options: string[]): Promise<{ code: number; out: string; err: string }> {
  const script = join(import.meta.dirname, '../../scripts/tenants.ts');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, ...(options.includes('--root') ? options : [...options, '--root', folder.root])],
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout, err: stderr }),
    );
  });
}

const before = () => readdirSync(folder.root).toSorted();

describe('check', () => {
  test('reports in one line that there are no problems, without colour outside of a terminal', async () => {
    expect(await tenants('check')).toMatchObject({ code: 0, out: '4 deployments, no problems\n' });
  });

  test('lists what is wrong with file, line, column and what to do, and fails', async () => {
    folder.replace('iceland', '"queues": true', '"qeues": true');
    const { code, out } = await tenants('check');
    const line =
      readFileSync(folder.file('iceland'), 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('qeues')) + 1;
    expect(code).toBe(1);
    expect(out).toBe(
      `${folder.file('iceland')}:${line}:5  Unknown flag "qeues".\n    → Did you mean "queues"?\n1 problem in iceland\n`,
    );
  });

  test('reports on the given deployments', async () => {
    folder.replace('iceland', '"queues": true', '"qeues": true');
    expect(await tenants('check', 'estonia')).toMatchObject({ code: 0, out: '1 deployment, no problems\n' });
    expect((await tenants('check', 'icelnd')).out).toContain(
      'There is no deployment "icelnd".\n    → Did you mean "iceland"?',
    );
  });

  test('and "new" say how to make a folder without a manifest a deployment, or what its name may contain', async () => {
    mkdirSync(join(folder.root, 'peru'));
    mkdirSync(join(folder.root, 'Ünïcode'));
    expect((await tenants('check', 'peru')).out).toContain('or remove the folder and create the deployment');
    expect((await tenants('new', 'peru', '--from', 'iceland', '--brand', 'Letrero', '--country', 'PE')).out).toMatch(
      /peru exists and has no manifest\.\n +→ Move what it has elsewhere, remove the folder, and repeat the command\./,
    );
    expect((await tenants('check', 'Ünïcode')).out).toContain('Rename the folder first: an id has up to 40 lower-case');
  });

  test('reads no pipe and follows no link of a logo', async () => {
    rmSync(folder.file('iceland'));
    execFileSync('mkfifo', [folder.file('iceland')]);
    const logo = join(folder.root, 'estonia/logo.svg');
    rmSync(logo);
    symlinkSync('/etc/passwd', logo);
    expect((await tenants('check', 'iceland')).out).toContain('The file cannot be read (no plain file).');
    expect((await tenants('check', 'estonia')).out).toContain('The logo logo.svg cannot be read (no plain file).');
  });

  test('says that it compiles the app, also where nobody sits at a terminal', async () => {
    const checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
    cpSync(folder.root, join(checkout, 'tenants'), { recursive: true });
    mkdirSync(join(checkout, 'src/app'), { recursive: true });
    writeFileSync(join(checkout, 'src/app/gates.ts'), 'export const gates = {};\n');
    writeFileSync(join(checkout, 'package.json'), '{ "type": "module" }\n');
    try {
      const { code, err } = await tenants('check', '--root', join(checkout, 'tenants'));
      expect(code).toBe(1);
      expect(err).toBe('Compiling the app, whose sources changed since the last build or check …\n');
    } finally {
      rmSync(checkout, { recursive: true });
    }
  });

  test('prints the same as JSON', async () => {
    folder.replace('iceland', '"queues": true', '"qeues": true');
    const { code, out } = await tenants('check', 'iceland', 'estonia', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      tenants: [
        { id: 'iceland', ok: false, problems: [{ message: 'Unknown flag "qeues".', column: 5 }] },
        { id: 'estonia', ok: true, problems: [] },
      ],
    });
  });
});

test('list shows each deployment with its version, languages and disabled flags', async () => {
  const { out } = await tenants('list');
  expect(out).toMatch(
    /iceland +Táknljós +4\.2\.3 +IS +is en +#[0-9a-f]{6} +registration demoAuth transcription departments\n/,
  );
  expect(out).toMatch(/estonia-stage .* · stage\n/);
});

describe('new', () => {
  test('needs the country only: languages, time zone and telephone numbers follow from it, and flags are the usual ones', async () => {
    expect(await tenants('new', 'peru', '--brand', 'Letrero Andino', '--country', 'PE')).toMatchObject({ code: 0 });
    const { manifest } = await loadTenant('peru', { root: folder.root });
    expect(manifest).toMatchObject({
      country: 'PE',
      timeZone: 'America/Lima',
      phoneCountry: 'PE',
      languages: ['es', 'en'],
      flags: { twoFactor: true, registration: false },
      allowedRoles: (await loadTenant('slovakia')).manifest.allowedRoles,
    });
    await tenants('new', 'saaremaa', '--from', 'iceland', '--brand', 'Kadakas', '--country', 'EE');
    const saaremaa = await loadTenant('saaremaa', { root: folder.root });
    expect(saaremaa.manifest).toMatchObject({ timeZone: 'Europe/Tallinn', languages: ['ee', 'en'] });
    const iceland = await loadTenant('iceland');
    expect(saaremaa.manifest.flags).toEqual(iceland.manifest.flags);
    expect(await tenants('check')).toMatchObject({ code: 0, out: '6 deployments, no problems\n' });
  });

  test('creates a deployment that passes every check, with its own colours and logos and the flags of the other one', async () => {
    const { code, out } = await tenants(
      'new',
      'faroes',
      '--from',
      'iceland',
      '--brand',
      'Hondin',
      '--country',
      'FO',
      '--time-zone',
      'Atlantic/Faroe',
      '--phone-country',
      'FO',
    );
    expect(out).toContain('faroes is ready to build');
    expect(code).toBe(0);
    const [faroes, iceland] = await Promise.all(
      ['faroes', 'iceland'].map((id) => loadTenant(id, { root: folder.root })),
    );
    expect(faroes?.manifest).toMatchObject({
      brand: 'Hondin',
      country: 'FO',
      phoneCountry: 'FO',
      timeZone: 'Atlantic/Faroe',
      version: '1.0.0',
    });
    expect(faroes?.manifest.flags).toEqual(iceland?.manifest.flags);
    expect(faroes?.tokens.light.accent).not.toBe(iceland?.tokens.light.accent);
    expect(faroes?.logos.light.toString()).toContain('<title>Hondin</title>');
    expect(await tenants('check')).toMatchObject({ code: 0, out: '5 deployments, no problems\n' });
  });

  test('takes "none" for a missing country, phone number and support page', async () => {
    const without = ['--country', '--phone-country', '--support-phone', '--support-url'].flatMap((option) => [
      option,
      'none',
    ]);
    without.push('--time-zone', 'UTC');
    expect(await tenants('new', 'abroad', '--from', 'iceland', '--brand', 'Far Quay', ...without)).toMatchObject({
      code: 0,
    });
    const { manifest } = await loadTenant('abroad', { root: folder.root });
    expect(manifest).toMatchObject({ country: null, phoneCountry: null, support: { phone: null, url: null } });
  });

  test('creates a stage whose manifest extends the other one and holds only what differs', async () => {
    await tenants(
      'new',
      'slovakia-stage',
      '--from',
      'slovakia',
      '--stage',
      '--brand',
      'Skúšobňa Hory',
      '--version',
      '4.3.0-rc.1',
    );
    const written: unknown = JSON.parse(readFileSync(folder.file('slovakia-stage'), 'utf8'));
    expect(Object.keys(written ?? {})).toEqual([
      '$schema',
      'id',
      'extends',
      'brand',
      'stage',
      'version',
      'palette',
      'progress',
      'support',
    ]);
    const { manifest } = await loadTenant('slovakia-stage', { root: folder.root });
    expect(manifest).toMatchObject({ stage: true, version: '4.3.0-rc.1', languages: ['sk', 'en'], country: 'SK' });
  });

  test('creates several, each different from all before', async () => {
    for (const [id, brand] of [
      ['alpha', 'Alder Hands'],
      ['beta', 'Birch Crossing'],
      ['gamma', 'Cedar Meadow'],
    ] as const)
      expect(await tenants('new', id, '--from', 'iceland', '--brand', brand, '--country', 'IS')).toMatchObject({
        code: 0,
      });
    expect(await tenants('check')).toMatchObject({ code: 0, out: '7 deployments, no problems\n' });
  });

  test('warns of a brand that users could take for another, and of nothing when only a colour is the same', async () => {
    const options = ['--from', 'iceland', '--country', 'IS'];
    expect(await tenants('new', 'faroes', ...options, '--brand', 'Takn ljos')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Warning: "Takn ljos" can be mistaken for "Táknljós" of iceland.'),
    });
    const sameColour = await tenants('new', 'vestmanna', ...options, '--brand', 'Hondin', '--accent', '#642c77');
    expect(sameColour).toMatchObject({ code: 0, out: expect.not.stringContaining('Warning') });
  });

  test('draws the symbol without the name, and says so, when the typeface lacks a letter', async () => {
    const { code, out } = await tenants('new', 'greece', '--from', 'iceland', '--brand', 'Γέφυρα', '--country', 'IS');
    expect(code).toBe(0);
    expect(out).toContain('The typeface lacks a letter of the brand');
  });

  test.each([
    [
      'an accent that cannot be read',
      ['--brand', 'Hondin', '--accent', '#ffe000'],
      /The nearest colour that passes is "#[0-9a-f]{6}"\./,
    ],
    [
      'a colour that is none',
      ['--brand', 'Hondin', '--accent', 'teal'],
      /"teal" is not a colour\.\n +→ Write it as "#rrggbb"/,
    ],
    [
      'no country',
      ['--brand', 'Hondin', '--no-country'],
      /The country of "faroes" is missing\.\n +→ Give --country with two capital letters, or none\./,
    ],
    [
      'a country with several time zones, without one of them',
      ['--brand', 'Hondin', '--country', 'PT'],
      /PT has several time zones: Atlantic\/Azores, Atlantic\/Madeira, Europe\/Lisbon\.\n +→ Give one of them/,
    ],
    [
      'no country and no time zone',
      ['--brand', 'Hondin', '--country', 'none'],
      /The time zone of "faroes" is missing\.\n +→ Give one, such as --time-zone UTC\./,
    ],
    [
      'a country that is none',
      ['--brand', 'Hondin', '--country', 'chile'],
      /"chile" is not an ISO 3166 country\.\n +→ Give its two capital letters/,
    ],
    [
      'a time zone that is none',
      ['--brand', 'Hondin', '--time-zone', 'Atlantic/Torshavn'],
      /"Atlantic\/Torshavn" is not an IANA time zone\./,
    ],
    [
      'a language that is not supported',
      ['--brand', 'Hondin', '--languages', 'fo,en'],
      /Language "fo" is not supported\./,
    ],
    [
      'no brand, and nobody to ask',
      [],
      /The brand name is missing\.\n +→ Give it: npm run tenants -- new faroes --brand/,
    ],
  ])('refuses %s, and leaves nothing behind', async (_, options, message) => {
    const there = before();
    const inIceland = options.includes('--country') ? [] : ['--country', 'IS'];
    const given = options.includes('--no-country') ? options.slice(0, -1) : [...options, ...inIceland];
    const { code, out } = await tenants('new', 'faroes', '--from', 'iceland', ...given);
    expect(out).toMatch(message);
    expect(code).toBe(1);
    expect(before()).toEqual(there);
  });

  test.each([
    ['an id that is taken', ['iceland', '--from', 'slovakia'], /The deployment "iceland" exists already\./],
    ['an id that is no folder name', ['Faroe Islands', '--from', 'iceland'], /"Faroe Islands" is not a valid id\./],
    ['an id that leads elsewhere', ['../faroes', '--from', 'iceland'], /is not a valid id\./],
    ['an id of the project itself', ['checks', '--from', 'iceland'], /"checks" is the name of a source folder\./],
    [
      'a start that does not exist',
      ['faroes', '--from', 'icelnd'],
      /There is no deployment "icelnd"\.\n +→ Did you mean "iceland"\?/,
    ],
  ])('refuses %s', async (_, options, message) => {
    const there = before();
    const { code, out } = await tenants('new', ...options, '--brand', 'Hondin', '--country', 'IS');
    expect(out).toMatch(message);
    expect(code).toBe(1);
    expect(before()).toEqual(there);
    expect(existsSync(join(folder.root, '..', 'faroes'))).toBe(false);
  });
});
