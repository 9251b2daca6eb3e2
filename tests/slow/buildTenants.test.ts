import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { BuildRoot } from '../support/buildRoot.ts';

const page = (root: BuildRoot, id: string): Document => new JSDOM(root.read(id, 'index.html')).window.document;

const json = (document: Document, id: string): Record<string, unknown> =>
  JSON.parse(document.getElementById(id)?.textContent ?? '') as Record<string, unknown>;

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

describe('a build of several deployments', () => {
  let root: BuildRoot;

  beforeAll(() => {
    root = new BuildRoot(['brazil', 'canadavri', 'iceland']);
    expect(root.build().err).toBe('');
  });
  afterAll(() => root.remove());

  // R3
  it('has its own title, language, colours, icons and data for each', () => {
    for (const id of ['brazil', 'canadavri', 'iceland']) {
      const manifest = JSON.parse(readFileSync(root.path('tenants', id, 'manifest.json'), 'utf8'));
      const document = page(root, id);
      expect(document.title).toBe(manifest.brand);
      expect(document.documentElement.lang).toBe(manifest.languages[0]);
      expect(document.getElementById('brand')?.textContent).toContain(manifest.palette.accent);
      expect(json(document, 'tenant')).toMatchObject({ id, brand: manifest.brand, version: manifest.version });
      const icon = document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? '';
      expect(root.read(id, icon)).toBe(readFileSync(root.path('tenants', id, 'icon.svg'), 'utf8'));
      expect(JSON.parse(root.read(id, 'manifest.webmanifest'))).toMatchObject({ name: manifest.brand });
    }
  });

  it('contains only translations of the languages that a deployment offers', () => {
    const icelandic = 'Góðan daginn, öll sömul';
    const portuguese = 'Bom dia para todos';
    expect(root.holds('iceland', icelandic)).toBe(true);
    expect(root.holds('iceland', portuguese)).toBe(false);
    expect(root.holds('brazil', portuguese)).toBe(true);
    expect(root.holds('brazil', icelandic)).toBe(false);
    expect(root.holds('canadavri', icelandic)).toBe(false);
  });

  it('lists exactly the existing scripts in a page, each with its hash', () => {
    const document = page(root, 'iceland');
    const table = Object.values(json(document, 'assets')).map((hash): [string, string] => [
      `assets/${Buffer.from(String(hash), 'base64').toString('hex').slice(0, 16)}.js`,
      `sha256-${String(hash)}`,
    ]);
    const scripts = [...document.querySelectorAll('script[src]')].map((script): [string, string] => [
      script.getAttribute('src')?.slice(1) ?? '',
      script.getAttribute('integrity') ?? '',
    ]);
    const listed = [...table, ...scripts];
    expect(listed.map(([file]) => file).sort()).toEqual(
      root.files('iceland').filter((file) => file.endsWith('.js') && file !== 'service-worker.js'),
    );
    for (const [file, integrity] of listed) {
      const hash = createHash('sha256')
        .update(readFileSync(root.path('dist/iceland', file)))
        .digest('base64');
      expect(integrity).toBe(`sha256-${hash}`);
    }
  });

  it('names every file in /assets by its content', () => {
    for (const file of root.files('brazil').filter((name) => /^assets\/.*\.(js|svg)$/.test(name))) {
      expect(file).toContain(sha256(readFileSync(root.path('dist/brazil', file))).slice(0, 16));
    }
  });

  it('writes a brotli and a gzip variant of every compressible file', () => {
    for (const file of root.files('iceland').filter((name) => /\.(js|html|json|svg|webmanifest)$/.test(name))) {
      if (file.startsWith('.meta/')) continue;
      const content = readFileSync(root.path('dist/iceland', file));
      expect(brotliDecompressSync(readFileSync(root.path('dist/iceland', `${file}.br`))).equals(content)).toBe(true);
      expect(gunzipSync(readFileSync(root.path('dist/iceland', `${file}.gz`))).equals(content)).toBe(true);
    }
  });

  it('stores shared files only once on the disk', () => {
    const app = root.files('iceland').find((file) => file.startsWith('assets/vendor.')) ?? '';
    const inode = (id: string): number => statSync(root.path('dist', id, app)).ino;
    expect(inode('iceland')).toBe(inode('brazil'));
  });

  it('writes the policy with the hash of the page’s style', () => {
    const style = page(root, 'iceland').getElementById('brand')?.textContent ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const { csp } = JSON.parse(root.read('iceland', '.meta/headers.json'));
    expect(csp).toContain(`style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-${hash}'`);
    expect(csp).toContain("connect-src 'self' {{API}}");
    expect(csp).not.toContain('unsafe');
  });

  it('describes itself in version.json', () => {
    const version = JSON.parse(root.read('brazil', 'version.json'));
    const { version: expected } = JSON.parse(readFileSync(root.path('tenants/brazil/manifest.json'), 'utf8'));
    expect(version).toMatchObject({ tenant: 'brazil', version: expected });
    expect(version.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has no deployment id and no name of a disabled feature in shared files', () => {
    const runtime = root.files('iceland').find((file) => file.startsWith('assets/runtime.')) ?? '';
    expect(root.read('iceland', runtime)).not.toMatch(/[0-9a-f]{16}\.js/);
  });

  it('removes what a killed build left behind', () => {
    const draft = root.path('dist/.versions/iceland-0a1b2c');
    mkdirSync(draft);
    writeFileSync(join(draft, 'index.html'), 'half');
    expect(root.build(['--no-compress']).status).toBe(0);
    const left = readdirSync(root.path('dist/.versions')).map((name) => name.split('-')[0] ?? '');
    expect(left).toHaveLength(3);
    expect(new Set(left)).toEqual(new Set(['brazil', 'canadavri', 'iceland']));
  });
});

describe('a disabled flag', () => {
  let root: BuildRoot;

  beforeAll(() => {
    root = new BuildRoot(['brazil', 'iceland']);
    root.edit('tenants/iceland/manifest.json', (text) => text.replace('"feedback": true', '"feedback": false'));
  });
  afterAll(() => root.remove());

  it('removes all code of its feature, of its libraries, and its translations', () => {
    expect(root.build(['--no-compress']).err).toBe('');
    expect(root.holds('brazil', 'feature:feedback')).toBe(true);
    expect(root.holds('brazil', '__ec_stack_')).toBe(true);
    expect(root.holds('brazil', 'O que as pessoas nos disseram')).toBe(true);
    expect(root.holds('iceland', 'feature:feedback')).toBe(false);
    expect(root.holds('iceland', '__ec_stack_')).toBe(false);
    expect(root.holds('iceland', 'Það sem fólk sagði okkur')).toBe(false);
  });

  it('cannot be bypassed by a static import: the build names the importer', () => {
    root.edit('src/features/auth/index.ts', (text) => `import '#features/feedback/index.ts';\n${text}`);
    const { status, err } = root.build(['--no-compress']);
    expect(status).toBe(1);
    expect(err).toContain(
      'src/features/auth/index.ts imports src/features/feedback/index.ts, which needs flag:feedback',
    );
  });
});

describe('the translations of a language', () => {
  it('cannot be added to every bundle by a static import', () => {
    const root = new BuildRoot(['iceland']);
    root.edit(
      'src/main.tsx',
      (text) => `import words from '#i18n/locales/sk/app.json';\n${text}\nconsole.log(words);\n`,
    );
    const { status, err } = root.build(['--no-compress']);
    expect(status).toBe(1);
    expect(err).toContain('src/main.tsx imports src/i18n/locales/sk/app.json, which needs language:sk');
    root.remove();
  });
});

describe('a feature flag of a folder', () => {
  it('must refer to an existing feature folder', () => {
    const root = new BuildRoot(['iceland']);
    root.edit('src/app/gates.ts', (text) => text.replace("feedback: 'feedback'", "feedbak: 'feedback'"));
    const { status, err } = root.build(['--no-compress']);
    expect(status).toBe(1);
    expect(err).toContain('src/app/gates.ts names feedbak, but src/features/ has no such folder');
    root.remove();
  });
});

describe('isolation of deployments', () => {
  let root: BuildRoot;
  const brand = 'Táknljós';

  beforeAll(() => {
    root = new BuildRoot(['brazil', 'canadavri', 'iceland']);
    root.editManifest('iceland', { brand });
  });
  afterAll(() => root.remove());

  it('is reported as the number of pairs', () => {
    expect(root.build(['--no-compress']).out).toContain('6 tenant pairs isolated');
  });

  it('reports a planted text with file and offset, and keeps the previous bundles', () => {
    const before = root.read('brazil', 'index.html');
    root.edit('src/App.tsx', (text) =>
      text.replace('<h1>{tenant.brand}</h1>', `<h1>{tenant.brand || '${brand}'}</h1>`),
    );
    const { status, out } = root.build(['--no-compress']);
    expect(status).toBe(1);
    const [, file, offset] =
      /dist\/brazil\/(assets\/app\.\w+\.js) contains "Táknljós", which belongs to iceland \(byte (\d+)\)/.exec(out) ??
      [];
    expect(file).toBeDefined();
    expect(out).toContain('2 failed (brazil, canadavri)');
    expect(out).not.toContain('tenant pairs isolated ·');
    expect(root.read('brazil', 'index.html')).toBe(before);
    const leaking = root.read('iceland', file ?? '');
    expect(Buffer.from(leaking).subarray(Number(offset)).toString().startsWith(brand)).toBe(true);
    root.edit('src/App.tsx', (text) => text.replace(` || '${brand}'`, ''));
  });

  it('reports a planted logo path, and a text of a language that is not offered', () => {
    const outline = /\sd="([^"]{40,})"/.exec(readFileSync(root.path('tenants/iceland/logo.svg'), 'utf8'))?.[1] ?? '';
    root.edit(
      'src/features/auth/index.ts',
      (text) => `${text}\nexport const drawing = '${outline}';\nObject.assign(feature, { drawing });\n`,
    );
    root.edit('src/main.tsx', (text) => `${text}\ndocument.title += 'Dobré ráno všetkým';\n`);
    const { status, out } = root.build(['--no-compress']);
    expect(status).toBe(1);
    expect(out).toMatch(/dist\/canadavri\/assets\/\w+\.js contains a path of a logo of iceland \(byte \d+\)/);
    expect(out).toMatch(/dist\/iceland\/assets\/app\.\w+\.js contains a text of the language "sk" .*\(byte \d+\)/);
  });
});

describe('a deployment with a build error', () => {
  let root: BuildRoot;

  beforeAll(() => {
    root = new BuildRoot(['brazil', 'iceland']);
    root.build(['--no-compress']);
  });
  afterAll(() => root.remove());

  it('is named, keeps its last good bundle, and does not stop the others', () => {
    const before = root.read('iceland', 'version.json');
    root.edit('tenants/iceland/manifest.json', (text) => text.replace('"feedback": true', '"feedbak": true'));
    root.editManifest('brazil', { version: '9.9.9' });
    const { status, out } = root.build(['--no-compress']);
    expect(status).toBe(1);
    expect(out).toContain('1 failed (iceland)');
    expect(out).toContain('feedbak');
    expect(root.read('iceland', 'version.json')).toBe(before);
    expect(JSON.parse(root.read('brazil', 'version.json')).version).toBe('9.9.9');
  });

  it('is distinguished from an unknown one', () => {
    const { status, err } = root.build(['icelnd']);
    expect(status).toBe(1);
    expect(err).toContain('There is no deployment "icelnd". Did you mean "iceland"? There are: brazil, iceland.');
  });
});

describe('a change of one palette', () => {
  let root: BuildRoot;

  beforeAll(() => {
    root = new BuildRoot(['brazil', 'iceland']);
  });
  afterAll(() => root.remove());

  // R5
  it('updates that deployment without compiling, and leaves the others unchanged', () => {
    const first = root.buildJson(['--no-compress']);
    expect(first.compileReused).toBe(false);
    root.editManifest('iceland', { progress: '#0a8caf' });
    const second = root.buildJson(['--no-compress']);
    expect(second.compileReused).toBe(true);
    const digests = (result: typeof first): Record<string, string> =>
      Object.fromEntries(result.built.map(({ id, digest }) => [id, digest]));
    expect(digests(second)['brazil']).toBe(digests(first)['brazil']);
    expect(digests(second)['iceland']).not.toBe(digests(first)['iceland']);
    expect(root.read('iceland', 'index.html')).toContain('--c-progress:#0a8caf');
  });

  it('does compile if the app itself changed', () => {
    root.edit('src/boot.ts', (text) => text.replace("'light'", "'dark'"));
    expect(root.buildJson(['--no-compress']).compileReused).toBe(false);
  });
});

describe('a deleted deployment', () => {
  it('is removed from the folder of bundles by the next build', () => {
    const root = new BuildRoot(['brazil', 'iceland']);
    root.build(['--no-compress']);
    root.removeTenant('iceland');
    root.build(['--no-compress']);
    expect(existsSync(root.path('dist/iceland'))).toBe(false);
    expect(root.files('brazil')).toContain('index.html');
    root.remove();
  });
});
