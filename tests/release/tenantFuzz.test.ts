import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { translationsIn } from '../../tenants/checks/translations.ts';
import { svgProblems } from '../../tenants/checks/logo.ts';
import { checkVisible } from '../../tenants/checks/visibleLogo.ts';
import { locales } from '../../tenants/languageFacts.ts';
import { checkTenants, type LoadedTenant, loadTenant } from '../../tenants/manifest.ts';
import type { Problem } from '../../tenants/problem.ts';
import { Manifest } from '../../tenants/schema.ts';
import { runTenants } from '../support/runTenants.ts';
import { tenantsFolder, type TenantsFolder } from '../support/tenantsFolder.ts';

let folder: TenantsFolder;
let iceland: LoadedTenant;

beforeAll(async () => {
  folder = tenantsFolder(['estonia', 'estonia-stage', 'iceland']);
  iceland = await loadTenant('iceland');
});
afterAll(() => folder.remove());

const names = Object.keys(Manifest.properties);

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\u202eljós',
    '\ud83d',
    '__proto__',
    '../estonia',
    'estonia',
    '#ffffff',
    '1.0.0',
    'Portal',
    'UTC',
    'x'.repeat(5_000),
  ),
);

const oddValue = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.webUrl(),
  fc.integer(),
  fc.constantFrom(
    null,
    true,
    [],
    {},
    'https://help.example:99999/',
    'https://[::1/',
    'https://user:word@help.example/',
  ),
);

/** Changes of a valid manifest: properties replaced, removed or added, at the first and the second level. */
const changedManifest = fc
  .array(
    fc.record({
      path: fc.oneof(
        fc.constantFrom(...names).map((name) => [name]),
        fc.tuple(
          fc.constantFrom('palette', 'support', 'flags'),
          fc.oneof(fc.constantFrom('accent', 'highlight', 'email', 'url', 'phone', 'queues'), oddText),
        ),
        oddText.map((name) => [name]),
      ),
      value: fc.option(oddValue, { nil: undefined }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((changes) => {
    const manifest = { ...JSON.parse(readFileSync(folder.file('iceland'), 'utf8')), id: 'fuzzed0' };
    for (const { path, value } of changes) {
      const [first = '', second] = path;
      const parent =
        second !== undefined && typeof manifest[first] === 'object' && manifest[first] !== null
          ? manifest[first]
          : manifest;
      Object.defineProperty(parent, second ?? first, { value, enumerable: true, configurable: true, writable: true });
    }
    return JSON.stringify(manifest, null, 2);
  });

/** Texts that are hardly JSON: cut, mixed up, nested. */
const brokenText = fc.oneof(
  fc.tuple(changedManifest, fc.nat({ max: 900 })).map(([text, length]) => text.slice(0, length)),
  fc
    .tuple(changedManifest, fc.nat({ max: 900 }), fc.constantFrom('{', '[', '"', ',', '\\u12', '//', '\0'))
    .map(([text, at, part]) => text.slice(0, at) + part + text.slice(at)),
  fc
    .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 1, max: 30_000 }))
    .map(([part, times]) => part.repeat(times)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);

/** The message of an error that no check expected, see `read` in tenants/manifest.ts. */
const unexpected = /cannot be checked \(/;

/** Manifests that are checked at once, beside three good ones. */
const atOnce = 20;

const ids = Array.from({ length: atOnce }, (_, index) => `fuzzed${index}`);

const translations = translationsIn(locales);

function writeAll(contents: (string | Buffer)[]): void {
  for (const [index, content] of contents.entries()) {
    const id = `fuzzed${index}`;
    writeFileSync(folder.file(id), typeof content === 'string' ? content.replace('"fuzzed0"', `"${id}"`) : content);
  }
}

/** The outcome of a check. */
type Checked = { id: string; ok: boolean; problems: Problem[] };

/** The others have no problems, and those of the fuzzed deployments are in words. */
function expectOnlyOwnProblems(checked: Checked[]): void {
  const [fuzzed, others] = [true, false].map((isFuzzed) => checked.filter(({ id }) => ids.includes(id) === isFuzzed));
  expect(others?.map(({ id, ok, problems }) => [id, ok, problems])).toEqual([
    ['estonia', true, []],
    ['estonia-stage', true, []],
    ['iceland', true, []],
  ]);
  for (const { line, column, message, fix } of fuzzed?.flatMap(({ problems }) => problems) ?? []) {
    expect(message).not.toMatch(unexpected);
    expect(line * column).toBeGreaterThan(0);
    expect(message.length).toBeLessThan(1_000);
    expect(fix).not.toBe('');
  }
}

async function checkAll(contents: (string | Buffer)[]): Promise<void> {
  writeAll(contents);
  const checked = await checkTenants(undefined, { root: folder.root, locales: translations, isProved: () => true });
  expectOnlyOwnProblems(checked.map(({ id, tenant, problems }) => ({ id, ok: tenant !== null, problems })));
}

/** Texts that pages, scripts and other deployments have too. */
const sharedText = fc.constantFrom(
  'Nobody to show',
  'Portal',
  'Táknljós',
  'script',
  'utf-8',
  '</script>',
  'lang="en"',
  '100%',
  '=>{',
  'React',
  '{{brand}}',
  '%3Csvg',
  '__proto__',
  'feature:partners',
  'width=device-width',
  '0 0 48 48',
  '--c-accent',
  '"id"',
);

/** Changes of a valid manifest after which most pass the checks, so that the proof has to deal with them. */
const likelyManifest = fc
  .record(
    {
      brand: fc.oneof(sharedText, fc.string({ unit: 'grapheme', minLength: 3, maxLength: 40 })),
      support: fc.record({
        email: fc.oneof(fc.emailAddress(), fc.constant('hjalp@taknljos.example')),
        phone: fc.constantFrom(null, '+1 555 0100'),
        url: fc.oneof(fc.webUrl({ validSchemes: ['https'] }), fc.constant('https://hjalp.taknljos.example/')),
      }),
      timeZone: fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Kathmandu'),
      // All have the same logos, which different customers may not have.
      customer: fc.constant('Norðurbrú'),
      languages: fc.constantFrom(['en'], ['pt', 'en'], ['sk', 'es']),
    },
    { requiredKeys: ['brand'] },
  )
  .map((changes) => {
    const manifest = JSON.parse(readFileSync(folder.file('iceland'), 'utf8'));
    return JSON.stringify({ ...manifest, ...changes, id: 'fuzzed0' }, null, 2);
  });

describe('manifests', () => {
  beforeAll(() => {
    for (const id of ids) folder.copy('iceland', id);
  });

  it('are checked, two thousand of them, without a crash, and without an effect on other deployments', async () => {
    const manifest = fc.oneof({ weight: 3, arbitrary: changedManifest }, brokenText);
    const manifests = fc.array(manifest, { minLength: atOnce, maxLength: atOnce });
    await fc.assert(fc.asyncProperty(manifests, checkAll), { numRuns: 2_000 / atOnce });
  });

  it('that pass the checks, sixty of them, go through the proof of isolation without an effect on other deployments', () => {
    const prove = (): Checked[] => {
      const { tenants } = JSON.parse(runTenants('check', '--json', '--root', folder.root).out) as {
        tenants: Checked[];
      };
      expectOnlyOwnProblems(tenants);
      return tenants;
    };
    for (const id of ids) rmSync(join(folder.root, id), { recursive: true });
    expect(prove()).toHaveLength(3);
    for (const id of ids) folder.copy('iceland', id);
    let passed = 0;
    const manifests = fc.array(likelyManifest, { minLength: atOnce, maxLength: atOnce });
    const property = fc.property(manifests, (contents) => {
      writeAll(contents);
      passed += prove().filter(({ id, ok }) => ok && ids.includes(id)).length;
    });
    // Each run is a command of seconds, so a failure is not made smaller.
    fc.assert(property, { numRuns: 3, endOnFailure: true });
    expect(passed).toBeGreaterThan(0);
  });
});

const elementNames = [
  'g',
  'path',
  'rect',
  'use',
  'mask',
  'clipPath',
  'linearGradient',
  'stop',
  'symbol',
  'defs',
  'title',
  'script',
  'a',
];
const attribute = fc.oneof(
  fc.tuple(fc.constant('id'), fc.constantFrom('a', 'b', 'c')),
  fc.tuple(fc.constantFrom('href', 'xlink:href'), fc.constantFrom('#a', '#b', '#c', '#d', 'x.svg')),
  fc.tuple(
    fc.constantFrom('fill', 'mask', 'clip-path'),
    fc.constantFrom('url(#a)', 'url(#b)', 'white', '#000', 'none'),
  ),
  fc.tuple(fc.constant('d'), fc.constantFrom('M0 0h48v48z', 'M0 0L1e9 1e9', 'M0', '')),
  fc.tuple(
    fc.constantFrom('transform', 'opacity', 'stroke-width', 'stroke-dasharray', 'onload'),
    fc.constantFrom('scale(1e9)', '0', '1e9', '0.0001'),
  ),
);

const attributes = fc.uniqueArray(attribute, { maxLength: 4, selector: ([name]) => name });
const written = (name: string, attributesOfElement: [string, string][], inside: string[]) =>
  `<${name}${attributesOfElement.map(([key, value]) => ` ${key}="${value}"`).join('')}>${inside.join('')}</${name}>`;

const { drawing } = fc.letrec<{ drawing: string }>((tie) => ({
  drawing: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc
      .tuple(fc.constantFrom(...elementNames), attributes)
      .map(([name, attributesOfElement]) => written(name, attributesOfElement, [])),
    fc
      .tuple(fc.constantFrom(...elementNames), attributes, fc.array(tie('drawing'), { maxLength: 4 }))
      .map(([name, attributesOfElement, inside]) => written(name, attributesOfElement, inside)),
  ),
}));

const svg = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(drawing, { maxLength: 6 })
      .map((parts) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${parts.join('')}</svg>`),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
);

it('five hundred SVG files are checked, and the accepted ones drawn, without a crash', async () => {
  await fc.assert(
    fc.asyncProperty(svg, async (text) => {
      const problems = svgProblems(text, 'logo.svg', 'light');
      expect(problems.length).toBeLessThanOrEqual(20);
      if (problems.length > 0) return;
      const found = await checkVisible({ ...iceland, logos: { ...iceland.logos, light: Buffer.from(text) } });
      for (const { message } of found) expect(message).toMatch(/^Nothing of the logo can be seen|cannot be drawn\.$/);
    }),
    { numRuns: 500 },
  );
});
