import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { languages } from '../contract/languages.ts';
import { tenantsFolder, type TenantsFolder } from '../tests/support/tenantsFolder.ts';
import { checkTenants, loadTenant, ManifestError } from './manifest.ts';
import type { Problem } from './problem.ts';

let folder: TenantsFolder;

beforeEach(() => {
  folder = tenantsFolder(['estonia', 'estonia-stage', 'iceland']);
});

afterEach(() => folder.remove());

async function problemsOf(id: string): Promise<Problem[]> {
  try {
    await loadTenant(id, { root: folder.root });
    return [];
  } catch (error) {
    if (error instanceof ManifestError) return error.problems;
    throw error;
  }
}

/** The position of a text in a file: line and column, from 1. */
function placeOf(text: string, id = 'iceland', name?: string): { file: string; line: number; column: number } {
  const file = folder.file(id, name);
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((candidate) => candidate.includes(text));
  return { file, line: line + 1, column: (lines[line]?.indexOf(text) ?? -1) + 1 };
}

test.each([
  ['08:00', '17:00', 0],
  ['08:00', '00:00', 0],
  ['08:00', '08:00', 1],
  ['00:00', '00:00', 0],
])('office hours from %s until %s have %i problems: "00:00" is the end of the day', async (from, until, count) => {
  const hours = { days: ['monday'], from, until };
  folder.replace('iceland', '"brand":', `"officeHours": ${JSON.stringify(hours)},\n  "brand":`);
  expect(await problemsOf('iceland')).toHaveLength(count);
});

test('office hours that end before they begin are named with their line', async () => {
  folder.replace(
    'iceland',
    '"brand":',
    `"officeHours": { "days": ["monday"], "from": "17:00", "until": "08:00" },\n  "brand":`,
  );
  expect(await problemsOf('iceland')).toEqual([
    {
      ...placeOf('"08:00"'),
      message: 'Office hours from 17:00 cannot end at 08:00.',
      fix: 'Give a later time of the same day, or "00:00" for midnight at its end.',
    },
  ]);
});

test('a limit of working time that is not whole keeps its other default, and a wrong rule is named with its line', async () => {
  folder.replace('iceland', '"brand":', `"workingTime": { "hoursPerDay": { "limit": 12 } },\n  "brand":`);
  const { manifest } = await loadTenant('iceland', { root: folder.root });
  expect(manifest.workingTime).toEqual({
    hoursPerDay: { limit: 12, onExcess: 'warn' },
    hoursPerWeek: { limit: 48, onExcess: 'warn' },
    rest: { limit: 11, onExcess: 'warn' },
    aloneMinutes: { limit: 90, onExcess: 'warn' },
  });
  folder.replace('iceland', '"limit": 12', '"limit": 12, "onExcess": "forbid"');
  expect(await problemsOf('iceland')).toEqual([
    {
      ...placeOf('"forbid"'),
      message: '"workingTime.hoursPerDay.onExcess" cannot be "forbid".',
      fix: 'Expected: "off": nothing is said. "warn": planners see it. "refuse": it is not saved, either.',
    },
  ]);
});

test.each([
  ['XY', /^Did you mean "BY"\? Or null: none\.$/],
  ['CA-123', /^Choose one of: CA-AB, CA-BC, /],
  ['CA-BX', /^Did you mean "CA-BC"\? Or null: none\.$/],
  ['LT-VL', /^Write "LT": the library knows no regions of it\. Or null: none\.$/],
])('holidays of "%s", which the library does not know, are named with their line and a remedy', async (place, fix) => {
  folder.replace('iceland', '"holidays": "IS"', `"holidays": "${place}"`);
  expect(await problemsOf('iceland')).toEqual([
    {
      ...placeOf(`"${place}"`),
      message: `There are no public holidays of "${place}".`,
      fix: expect.stringMatching(fix),
    },
  ]);
});

describe('single sign-on', () => {
  const singleSignOn = {
    issuer: 'https://login.example',
    clientId: 'signboard',
    name: 'Contoso',
    domains: ['contoso.example'],
    claims: { roles: { claim: 'groups', map: { Managers: 'manager' } } },
  };
  const write = (value: object) => {
    const manifest = JSON.parse(readFileSync(folder.file('iceland'), 'utf8')) as object;
    writeFileSync(folder.file('iceland'), JSON.stringify({ ...manifest, singleSignOn: value }, null, 2));
  };

  test('switches its flag on, and gives the page only what the button needs', async () => {
    write(singleSignOn);
    const { tenant } = await loadTenant('iceland', { root: folder.root });
    expect(tenant.flags.singleSignOn).toBe(true);
    expect(tenant.singleSignOn).toEqual({ name: 'Contoso', isFirst: false });
    const without = await loadTenant('estonia', { root: folder.root });
    expect([without.tenant.flags.singleSignOn, without.tenant.singleSignOn]).toEqual([false, undefined]);
  });

  test('has an https issuer, and only roles and departments of the deployment', async () => {
    write({
      ...singleSignOn,
      issuer: 'http://login.example',
      claims: {
        roles: { claim: 'groups', map: { Managers: 'manager' } },
        departments: { claim: 'department', map: { 'D-7': 'Sign languages' } },
      },
    });
    expect((await problemsOf('iceland')).map(({ message }) => message)).toEqual([
      '"http://login.example" is not the address of an OpenID provider.',
      'This deployment has no departments (flag "departments").',
    ]);
    write({ ...singleSignOn, claims: { roles: { claim: 'groups', map: { Customers: 'deaf' } } } });
    expect((await problemsOf('iceland')).map(({ message }) => message)).toEqual([
      '"singleSignOn.claims.roles.map.Customers" cannot be "deaf".',
    ]);
    write({ ...singleSignOn, clientID: 'signboard' });
    expect(await problemsOf('iceland')).toMatchObject([
      { message: 'Unknown property "singleSignOn.clientID".', fix: 'Did you mean "clientId"?' },
    ]);
  });
});

describe('a manifest that cannot be read', () => {
  test('is missing', async () => {
    rmSync(folder.file('iceland'));
    expect(await problemsOf('iceland')).toEqual([
      {
        file: folder.file('iceland'),
        line: 1,
        column: 1,
        message: 'The file is missing.',
        fix: 'Write it, or remove the folder and create the deployment: npm run tenants -- new iceland.',
      },
    ]);
  });

  test('is not JSON: the position is reported, and no other problem', async () => {
    folder.replace('iceland', '"stage": false,', '"stage": flase,');
    expect(await problemsOf('iceland')).toEqual([
      {
        ...placeOf('flase'),
        message: 'Not JSON: a word that is not a JSON value.',
        fix: 'Correct it at this position or just before; nothing was built or changed.',
      },
    ]);
  });

  test('lacks a comma', async () => {
    folder.replace('iceland', '"stage": false,', '"stage": false');
    expect(await problemsOf('iceland')).toMatchObject([
      { ...placeOf('"timeZone"'), message: 'Not JSON: a comma is expected.' },
    ]);
  });

  test('has a key twice', async () => {
    folder.replace('iceland', '"stage": false,', '"stage": false,\n  "id": "iceland",');
    const [first] = await problemsOf('iceland');
    expect(first).toMatchObject({
      file: folder.file('iceland'),
      line: 7,
      column: 3,
      message: 'The key "id" occurs twice.',
    });
  });

  test('is of a deployment that does not exist: the most similar id is suggested', async () => {
    expect(await problemsOf('icland')).toMatchObject([
      { message: 'There is no deployment "icland".', fix: 'Did you mean "iceland"?' },
    ]);
  });
});

describe('an invalid value', () => {
  test.each([
    [
      'a misspelt flag',
      '"queues": true',
      '"qeues": true',
      '"qeues"',
      'Unknown flag "qeues".',
      'Did you mean "queues"?',
    ],
    [
      'an unknown flag',
      '"queues": true',
      '"queues": true,\n    "telepathy": true',
      '"telepathy"',
      'Unknown flag "telepathy".',
      /^Remove it, or use one of: twoFactor, nationalId, /,
    ],
    [
      'a flag that is missing',
      /"queues": true,\s+/,
      '',
      // Reported at the opening brace of the object.
      '{\n',
      'Flag "queues" is missing.',
      'Add it; the usual value is "queues": true.',
    ],
    [
      'a flag that is not on or off',
      '"queues": true',
      '"queues": "yes"',
      '"yes"',
      '"flags.queues" cannot be "yes".',
      /Queue priorities/,
    ],
    [
      'an unknown property',
      '"stage": false',
      '"stages": false',
      '"stages"',
      'Unknown property "stages".',
      'Did you mean "stage"?',
    ],
    [
      "an id that differs from the folder's name",
      '"id": "iceland"',
      '"id": "island"',
      '"island"',
      'The id is "island", the folder is "iceland".',
      'Write "id": "iceland", or rename the folder to "island".',
    ],
    [
      'an unsupported language',
      '["is", "en"]',
      '["is", "fr"]',
      '"fr"',
      'Language "fr" is not supported.',
      new RegExp(`Supported: ${languages.join(', ')}\\.$`),
    ],
    [
      'Estonian by its other code',
      '["is", "en"]',
      '["et", "en"]',
      '"et"',
      'Language "et" is not supported.',
      /^Did you mean "ee"\?/,
    ],
    [
      'a language twice',
      '["is", "en"]',
      '["is", "is"]',
      '["is", "is"]',
      '"languages" has a duplicate.',
      'Remove the duplicate.',
    ],
    ['no language', '["is", "en"]', '[]', '[]', '"languages" cannot be [].', /The languages offered/],
    [
      'a version that is not semantic',
      '"4.2.3"',
      '"4.2"',
      '"4.2"',
      '"4.2" is not a semantic version.',
      /major\.minor\.patch/,
    ],
    [
      'a misspelt time zone',
      'Atlantic/Reykjavik',
      'Atlantic/Reykjavík',
      '"Atlantic/Reykjavík"',
      '"Atlantic/Reykjavík" is not an IANA time zone.',
      'Did you mean "Atlantic/Reykjavik"?',
    ],
    [
      'a time zone in lower case',
      'Atlantic/Reykjavik',
      'atlantic/reykjavik',
      '"atlantic/reykjavik"',
      '"atlantic/reykjavik" is not an IANA time zone.',
      'Did you mean "Atlantic/Reykjavik"?',
    ],
    [
      'an offset as a time zone',
      'Atlantic/Reykjavik',
      '+00:00',
      '"+00:00"',
      '"+00:00" is not an IANA time zone.',
      /Did you mean|Area\/City/,
    ],
    [
      'an unknown country',
      '"country": "IS"',
      '"country": "IX"',
      '"IX"',
      '"IX" is not an ISO 3166 country.',
      /two capital letters/,
    ],
    [
      'a role that can never sign in',
      '"owner"]',
      '"deaf"]',
      '"deaf"',
      '"allowedRoles[2]" cannot be "deaf".',
      /The roles that may use the dashboard/,
    ],
    [
      'a colour by name',
      /"highlight": "[^"]+"/,
      '"highlight": "mint"',
      '"mint"',
      '"palette.highlight" cannot be "mint".',
      /As #rrggbb/,
    ],
    [
      'a colour of three digits',
      /"highlight": "[^"]+"/,
      '"highlight": "#05a"',
      '"#05a"',
      '"palette.highlight" cannot be "#05a".',
      /As #rrggbb/,
    ],
    [
      'a colour with a transparency',
      /"accent": "[^"]+"/,
      '"accent": "#05a805a8"',
      '"#05a805a8"',
      '"palette.accent" cannot be "#05a805a8".',
      /As #rrggbb/,
    ],
    [
      'an e-mail without a host',
      /"email": "[^"]+"/,
      '"email": "hjalp"',
      '"hjalp"',
      '"support.email" cannot be "hjalp".',
      /Support e-mail address/,
    ],
    [
      'a port that does not exist',
      /"url": "[^"]+"/,
      '"url": "https://help.example:99999/"',
      '"https://help.example:99999/"',
      '"https://help.example:99999/" is not an address that browsers can open.',
      /port/,
    ],
    [
      'a path as extended deployment',
      '"stage"',
      '"extends": "../tenants/brazil",\n  "stage"',
      '"../tenants/brazil"',
      '"extends" cannot be "../tenants/brazil".',
      /^Give the id of a deployment: estonia, estonia-stage\.$/,
    ],
    [
      'a number as extended deployment',
      '"stage"',
      '"extends": 5,\n  "stage"',
      '5,',
      '"extends" cannot be 5.',
      /^Give the id/,
    ],
    [
      'an insecure support page',
      'https://hjalp',
      'http://hjalp',
      '"http://hjalp.taknljos.example/"',
      '"support.url" cannot be "http://hjalp.taknljos.example/".',
      /https/,
    ],
  ])('%s', async (_, from, to, at, message, fix) => {
    folder.replace('iceland', from, to);
    const place = at === '{\n' ? { ...placeOf('"flags": {'), column: placeOf('"flags": {').column + 9 } : placeOf(at);
    expect(await problemsOf('iceland')).toEqual([
      { ...place, message, fix: typeof fix === 'string' ? fix : expect.stringMatching(fix) },
    ]);
  });

  test('several problems are all reported at once', async () => {
    folder.replace('iceland', '"queues": true', '"qeues": true');
    folder.replace('iceland', '"stage": false,', '');
    folder.replace('iceland', '<svg ', '<svg onload="steal()" ', 'logo.svg');
    expect((await problemsOf('iceland')).map(({ message }) => message)).toEqual([
      'Unknown flag "qeues".',
      '"stage" is missing.',
      'The handler onload runs a script.',
    ]);
  });
});

describe('a text that cannot be shown as it is written', () => {
  test.each([
    ['a brand with a line break', '"brand": "Tákn\\nljós"', 'brand has the invisible character U+000A.'],
    ['a brand that turns the direction', '"brand": "Tákn\\u202eljós"', 'brand has the invisible character U+202E.'],
    ['a brand with half of a character', '"brand": "Tákn\\ud83dljós"', 'brand has half of a character.'],
    ['a brand with a space at its end', '"brand": "Táknljós "', 'brand begins or ends with a space.'],
  ])('%s', async (_, brand, message) => {
    folder.replace('iceland', /"brand": "[^"]+"/, brand);
    expect(await problemsOf('iceland')).toMatchObject([{ file: folder.file('iceland'), line: 4, message }]);
  });

  test('a file that is not UTF-8', async () => {
    const latin1 = Buffer.from(readFileSync(folder.file('iceland'), 'utf8'), 'latin1');
    writeFileSync(folder.file('iceland'), latin1);
    expect(await problemsOf('iceland')).toMatchObject([{ line: 4, message: 'The file is not UTF-8.' }]);
  });

  test('emoji of several characters are a brand', async () => {
    folder.replace('iceland', /"brand": "[^"]+"/, '"brand": "👩‍🦰👐🏽🇮🇸"');
    expect(await problemsOf('iceland')).toEqual([]);
  });
});

describe('a manifest that would take long to check', () => {
  test('is refused if it is larger than 64 kB', async () => {
    folder.replace('iceland', '"flags"', `"${'x'.repeat(70_000)}": 1,\n  "flags"`);
    expect(await problemsOf('iceland')).toMatchObject([
      { line: 1, message: expect.stringMatching(/^The file has \d+ bytes; at most 64000 are allowed\.$/) },
    ]);
  });

  test('is refused if it is nested deeply', async () => {
    folder.replace('iceland', '["is", "en"]', `${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(await problemsOf('iceland')).toMatchObject([
      { line: 10, message: 'Objects and lists are nested more than 16 levels deep.' },
    ]);
  });
});

test.each(['4.2.0-rc.1+build.5', '4.2.0+7', '0.0.1-0'])('the version %s is valid', async (version) => {
  folder.replace('iceland', '"4.2.3"', `"${version}"`);
  expect(await problemsOf('iceland')).toEqual([]);
});

test('an id that is the name of a folder of bundles is refused', async () => {
  mkdirSync(folder.file('images', '.'), { recursive: true });
  for (const name of ['manifest.json', 'logo.svg', 'logo-dark.svg', 'icon.svg'])
    writeFileSync(folder.file('images', name), readFileSync(folder.file('iceland', name)));
  folder.replace('images', '"iceland"', '"images"');
  expect(await problemsOf('images')).toMatchObject([
    { line: 3, message: expect.stringMatching(/^The id "images" is reserved: /) },
  ]);
});

describe('colours without enough contrast', () => {
  test('are reported with the seed, the pair, both ratios, and a colour that passes, which is verified', async () => {
    folder.replace('iceland', /"accent": "[^"]+"/, '"accent": "#ffe680"');
    const [problem, ...rest] = await problemsOf('iceland');
    expect(rest).toEqual([]);
    expect(problem).toEqual({
      ...placeOf('"#ffe680"'),
      message: expect.stringMatching(
        /^accent on \w+ \(light\) has a contrast of 1\.\d\d:1 and needs 3:1; \d+ more pairs fail with it\.$/,
      ),
      fix: expect.stringMatching(/^The nearest colour that passes is "#[0-9a-f]{6}"\.$/),
    });
    const offered = /"(#[0-9a-f]{6})"/.exec(problem?.fix ?? '')?.[1] ?? '';
    folder.replace('iceland', '#ffe680', offered);
    expect(await problemsOf('iceland')).toEqual([]);
  });

  test('a progress bar too pale for a light background', async () => {
    folder.replace('iceland', /"progress": "[^"]+"/, '"progress": "#7fe9cf"');
    expect(await problemsOf('iceland')).toMatchObject([
      {
        ...placeOf('"#7fe9cf"'),
        message: expect.stringMatching(/^progress on ground \(light\) has a contrast of 1\.\d\d:1 and needs 3:1/),
      },
    ]);
  });

  test('a progress bar too dark for a dark background', async () => {
    folder.replace('iceland', /"progress": "[^"]+"/, '"progress": "#0b2f5c"');
    expect(await problemsOf('iceland')).toMatchObject([
      { ...placeOf('"#0b2f5c"'), message: expect.stringMatching(/^progress on surfaceRaised \(dark\) .* needs 3:1/) },
    ]);
  });

  test('a dark-mode accent too dark for its background', async () => {
    folder.replace('iceland', /"accentDark": "[^"]+"/, '"accentDark": "#123a33"');
    expect(await problemsOf('iceland')).toMatchObject([
      { ...placeOf('"#123a33"'), message: expect.stringMatching(/\(dark\)/) },
    ]);
  });
});

describe('a logo', () => {
  test('must exist', async () => {
    rmSync(folder.file('iceland', 'icon.svg'));
    expect(await problemsOf('iceland')).toEqual([
      {
        file: folder.file('iceland', 'icon.svg'),
        line: 1,
        column: 1,
        message: 'The logo icon.svg is missing.',
        fix: 'Draw it as SVG: logo.svg for light mode, logo-dark.svg for dark mode, icon.svg square.',
      },
    ]);
  });

  test('must not contain a script', async () => {
    folder.replace('iceland', '</svg>', '\n  <script>alert(1)</script>\n</svg>', 'logo.svg');
    expect(await problemsOf('iceland')).toMatchObject([
      { ...placeOf('<script>', 'iceland', 'logo.svg'), message: 'Scripts are not allowed in a logo.' },
    ]);
  });
});

describe('a deployment that extends another', () => {
  test('inherits missing properties, nested ones too, but neither brand nor version', async () => {
    folder.replace('estonia-stage', '"stage": true,', '"stage": true,\n  "flags": { "feedback": false },');
    const [stage, estonia] = await Promise.all(
      ['estonia-stage', 'estonia'].map((id) => loadTenant(id, { root: folder.root })),
    );
    expect(stage?.manifest.flags).toEqual({ ...estonia?.manifest.flags, feedback: false });
    expect(stage?.manifest.languages).toEqual(estonia?.manifest.languages);
    expect(stage?.manifest.version).not.toBe(estonia?.manifest.version);
  });

  test.each(['version', 'brand', 'id'])('needs its own %s', async (property) => {
    folder.replace('estonia-stage', new RegExp(`"${property}": "[^"]+",\\s+`), '');
    expect(await problemsOf('estonia-stage')).toMatchObject([
      {
        file: folder.file('estonia-stage'),
        line: 1,
        column: 1,
        message: `"${property}" is missing ("extends" does not copy it).`,
      },
    ]);
  });

  test('reports a problem of the extended manifest in its own file', async () => {
    folder.replace('estonia', '"queues": true', '"queues": 1');
    expect(await problemsOf('estonia-stage')).toMatchObject([
      { file: folder.file('estonia'), message: '"flags.queues" cannot be 1.' },
    ]);
  });

  test('must exist', async () => {
    folder.replace('estonia-stage', '"extends": "estonia"', '"extends": "estoni"');
    expect(await problemsOf('estonia-stage')).toEqual([
      {
        ...placeOf('"estoni"', 'estonia-stage'),
        message: 'There is no deployment "estoni" to extend.',
        fix: 'Did you mean "estonia"?',
      },
    ]);
  });

  test('must not extend it in turn', async () => {
    folder.replace('estonia', '"id": "estonia",', '"id": "estonia",\n  "extends": "estonia-stage",');
    expect(await problemsOf('estonia-stage')).toMatchObject([
      {
        file: folder.file('estonia'),
        line: 4,
        column: 14,
        message: '"extends" is circular: estonia-stage → estonia → estonia-stage.',
      },
    ]);
  });
});

describe('an incomplete translation', () => {
  test('is reported at the language and, with every problem, in the translation file', async () => {
    const locales = `${folder.root}-locales`;
    for (const [language, words] of Object.entries({
      en: { hello: 'Hello {{name}}', item_one: '{{count}} item', item_other: '{{count}} items' },
      is: { hello: 'Halló', item_one: '{{count}} hlutur' },
    })) {
      mkdirSync(`${locales}/${language}`, { recursive: true });
      writeFileSync(`${locales}/${language}/common.json`, JSON.stringify(words, null, 2));
      // Iceland has no "departments", so their translations are not required; "feedback" is.
      if (language === 'en') writeFileSync(`${locales}/en/feedback.json`, '{ "title": "Feedback" }');
    }
    try {
      const [iceland] = await checkTenants(['iceland'], { root: folder.root, locales });
      expect(
        iceland?.problems.map(({ file, line, message }) => [file.replace(folder.root, ''), line, message]),
      ).toEqual([
        ['/iceland/manifest.json', placeOf('["is", "en"]').line, 'The translation "is" is incomplete: 3 problems.'],
        ['-locales/is/common.json', 2, '"hello" has the placeholders (none), in en {{name}}.'],
        ['-locales/is/common.json', 3, '"item" has no form for "other".'],
        ['-locales/is/feedback.json', 1, 'The translation of "feedback" is missing.'],
      ]);
      folder.replace('iceland', '"feedback": true', '"feedback": false');
      const [without] = await checkTenants(['iceland'], { root: folder.root, locales });
      expect(without?.problems.map(({ message }) => message)).not.toContain(
        'The translation of "feedback" is missing.',
      );
    } finally {
      rmSync(locales, { recursive: true, force: true });
    }
  });
});

/** The warnings and errors about deployments with similar brands, by the deployment that gets them. */
async function likenesses(changed: string[] = []) {
  const checked = await checkTenants(undefined, {
    root: folder.root,
    newness: () => (id) => (changed.includes(id) ? 1 : 0),
  });
  return checked.flatMap(({ id, tenant, problems, warnings }) => [
    ...problems.map(({ message }) => ({ id, isBuilt: tenant !== null, error: message })),
    ...warnings.map(({ message }) => ({ id, isBuilt: tenant !== null, warning: message })),
  ]);
}

function likeEstonia(): void {
  folder.replace('iceland', /"brand": "[^"]+"/, '"brand": "Viipesilt"');
}

describe('a deployment that users could confuse with another', () => {
  test('by its name gets a warning that names the other, and is built', async () => {
    likeEstonia();
    expect(await likenesses()).toEqual([
      { id: 'iceland', isBuilt: true, warning: '"Viipesilt" can be mistaken for "Viipesild" of estonia.' },
    ]);
  });

  test.each([
    ['Vüpesild', 1],
    ['Viipesolt', 1],
    ['Vipesilid', 1],
    ['Viimesolt', 0],
    ['Viipesildade liit', 1],
  ])('by the name %s: %i warnings, as two letters are the most that differ', async (brand, count) => {
    folder.replace('iceland', /"brand": "[^"]+"/, `"brand": "${brand}"`);
    expect(await likenesses()).toHaveLength(count);
  });

  test('by all its colours gets a warning', async () => {
    folder.replace('iceland', /"palette": \{[^}]+\}/, '"palette": { "accent": "#0b6469", "highlight": "#f0b84c" }');
    folder.replace('iceland', /"progress": "[^"]+"/, '"progress": "#1795a2"');
    expect(await likenesses()).toEqual([
      {
        id: 'iceland',
        isBuilt: true,
        warning: 'The colours #0b6469 and #1795a2 can be mistaken for #0b6166 and #1693a0 of estonia.',
      },
    ]);
  });

  test('by a logo gets a warning', async () => {
    writeFileSync(folder.file('iceland', 'logo.svg'), readFileSync(folder.file('estonia', 'logo.svg')));
    expect(await likenesses()).toEqual([
      { id: 'iceland', isBuilt: true, warning: 'A logo is identical to one of estonia.' },
    ]);
  });

  test('of another customer is refused', async () => {
    likeEstonia();
    folder.replace('iceland', '"country"', '"customer": "Norðurbrú",\n  "country"');
    folder.replace('estonia', '"country"', '"customer": "Põhjasild",\n  "country"');
    expect(await likenesses()).toEqual([
      { id: 'iceland', isBuilt: false, error: '"Viipesilt" can be mistaken for "Viipesild" of estonia.' },
    ]);
  });

  test('of the same customer gets a warning only', async () => {
    likeEstonia();
    for (const id of ['iceland', 'estonia']) folder.replace(id, '"country"', '"customer": "Põhjasild",\n  "country"');
    expect(await likenesses()).toMatchObject([{ id: 'iceland', isBuilt: true }]);
  });

  test('gets the warning itself, even if the other one comes later in the alphabet', async () => {
    folder.replace('estonia', /"brand": "[^"]+"/, '"brand": "Táknljóss"');
    expect(await likenesses(['estonia'])).toEqual([
      { id: 'estonia', isBuilt: true, warning: '"Táknljóss" can be mistaken for "Táknljós" of iceland.' },
    ]);
  });
});

test('deployments may share a colour, a help desk, and a colour of the other one’s logo', async () => {
  folder.replace('iceland', /"accent": "[^"]+"/, '"accent": "#0b6166"');
  folder.replace('estonia-stage', /"email": "[^"]+",\s+/, '');
  folder.replace('iceland', '</svg>', '<path fill="#de6b05" d="M0 0h1v1z"/></svg>', 'icon.svg');
  expect(await likenesses()).toEqual([]);
});

test('a logo that nobody would see is an error of its deployment, and of no other one', async () => {
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="#ffffff" d="M4 4h40v40H4z"/></svg>';
  writeFileSync(folder.file('iceland', 'logo.svg'), logo);
  expect(await likenesses()).toEqual([
    { id: 'iceland', isBuilt: false, error: 'Nothing of the logo can be seen on its ground, #ffffff.' },
  ]);
});
