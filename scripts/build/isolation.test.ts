import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadedTenant, loadTenant } from '../../tenants/manifest.ts';
import { checkIsolation, uniqueSentences } from './isolation.ts';

test('a sentence that two features share is no marker of either', () => {
  const root = mkdtempSync(join(tmpdir(), 'signboard-words-'));
  try {
    const locales = join(root, 'src/i18n/locales/en');
    mkdirSync(locales, { recursive: true });
    const shared = 'Each request appears here as soon as it is made.';
    writeFileSync(join(locales, 'live.json'), JSON.stringify({ title: 'Live interpretations', empty: shared }));
    writeFileSync(join(locales, 'online.json'), JSON.stringify({ title: 'Online interpretations', empty: shared }));
    expect(uniqueSentences(root).map(({ sentence }) => sentence)).toEqual([
      'Live interpretations',
      'Online interpretations',
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

describe('a logo as base64', () => {
  let loaded: LoadedTenant[];
  let svg: Buffer;
  beforeAll(async () => {
    const [iceland, brazil] = await Promise.all([loadTenant('iceland'), loadTenant('brazil')]);
    svg = iceland.logos.light;
    // Its other logos would be found at other positions of the same drawing.
    loaded = [{ ...iceland, logos: { ...iceland.logos, light: svg, dark: svg, icon: svg } }, brazil];
  });

  // The bytes before the logo decide how its own fall into groups of three.
  test.each([0, 1, 2])('is found in the bundle of another deployment, after %i bytes', (before) => {
    const inlined = Buffer.concat([Buffer.alloc(before, ' '), svg]).toString('base64');
    const content = Buffer.from(`const logo = 'data:image/svg+xml;base64,${inlined}'`);
    const file = { path: 'assets/app.js', sha256: 'a', bytes: content.length, reason: 'brand', content };
    const bundles = ['brazil', 'iceland'].map((id) => ({ id, files: [file] }));
    const { leaks } = checkIsolation({
      app: { chunks: [], gates: {} },
      bundles,
      loaded,
      sentences: [],
      template: () => [],
      isToBlame: () => false,
    });
    const found = new Set(leaks.map(({ tenant, marker }) => `${tenant} contains ${marker.description}`));
    expect([...found]).toEqual(['brazil contains a logo of iceland, as base64']);
  });
});

describe('a brand that is written into every page', () => {
  /** The deployments that fail, if the text in the page is newer than the brand or older. */
  async function failing(isToBlame: boolean): Promise<string[]> {
    const loaded = await Promise.all(['iceland', 'brazil', 'estonia'].map((id) => loadTenant(id)));
    const content = Buffer.from('<title>Táknljós</title>');
    const file = { path: 'index.html', sha256: 'a', bytes: content.length, reason: 'brand', content };
    const { leaks } = checkIsolation({
      app: { chunks: [], gates: {} },
      bundles: loaded.map(({ id }) => ({ id, files: [file] })),
      loaded,
      sentences: [],
      template: () => [content],
      isToBlame: () => isToBlame,
    });
    return leaks.map(({ tenant }) => tenant);
  }

  test('fails only its deployment, whose text is newer', async () => {
    expect(await failing(true)).toEqual(['iceland']);
  });

  test('fails the other deployments if the app had the text later', async () => {
    expect(await failing(false)).toEqual(['brazil', 'estonia']);
  });
});
