import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type LoadedTenant, loadTenant } from '../../tenants/manifest.ts';
import type { Bundle } from './bundle.ts';
import { brandAndProve, leakMessage } from './proof.ts';

let all: LoadedTenant[];
beforeAll(async () => {
  all = await Promise.all(['brazil', 'estonia', 'iceland'].map((id) => loadTenant(id)));
});

function bundleWith(tenant: LoadedTenant, page: string): Bundle {
  const content = Buffer.from(page);
  const file = { path: 'index.html', sha256: hash('sha256', content), bytes: content.length, reason: 'brand', content };
  const { version } = tenant.tenant;
  const rest = { id: tenant.id, version, commit: '', digest: '', initial: [], meta: [] };
  return { ...rest, files: [file], tenant: { ...tenant.tenant, logo: { light: '', dark: '', icon: '' } } };
}

/** Brands with a page that `page` writes, and proves the isolation. Returns where data of others was found. */
function prove(page: (tenant: LoadedTenant) => string, loaded = all): string[] {
  const { result } = brandAndProve({
    app: {
      inputs: '',
      reused: true,
      folder: '',
      frameStyle: null,
      chunks: [],
      entries: { boot: [], app: [] },
      gates: {},
      groups: [],
    },
    wanted: loaded,
    loaded,
    sentences: [],
    brand: (tenant) => bundleWith(tenant, page(tenant)),
    isToBlame: () => false,
  });
  return result.leaks.map(({ tenant, path, marker }) => `${tenant}: ${path} contains ${marker.description}`);
}

const data = ({ tenant }: LoadedTenant) => JSON.stringify(tenant);

describe('the proof by random texts', () => {
  test('finds nothing in pages that contain only their own values', () => {
    expect(prove((tenant) => `${data(tenant)} ${tenant.tokens.light.accent}`)).toEqual([]);
  });

  test('finds a colour that stays behind from the deployment branded before, though colours may be shared', () => {
    let before = '';
    const found = prove((tenant) => {
      const page = `${data(tenant)} ${before}`;
      before = tenant.tokens.dark.accent;
      return page;
    });
    expect(found.slice(0, 2)).toEqual([
      'estonia: index.html contains the random text that stands for tokens.dark.accent of brazil',
      'iceland: index.html contains the random text that stands for tokens.dark.accent of estonia',
    ]);
  });

  test('finds a logo that is taken from another deployment', () => {
    let first: Buffer | null = null;
    const found = prove((tenant) => {
      first ??= tenant.logos.icon;
      return `${data(tenant)} ${first.toString()}`;
    });
    expect(found).toContain('iceland: index.html contains the random text that stands for logos.icon of brazil');
  });

  test('finds data that stays behind when a single deployment is built', () => {
    let first = '';
    const [brazil, , iceland] = all;
    const page = (tenant: LoadedTenant) => {
      first ||= tenant.tenant.support.email;
      return `${data(tenant)} ${first}`;
    };
    const { result } = brandAndProve({
      app: {
        inputs: '',
        reused: true,
        folder: '',
        frameStyle: null,
        chunks: [],
        entries: { boot: [], app: [] },
        gates: {},
        groups: [],
      },
      wanted: iceland ? [iceland] : [],
      loaded: brazil && iceland ? [brazil, iceland] : [],
      sentences: [],
      brand: (tenant) => bundleWith(tenant, page(tenant)),
      isToBlame: () => false,
    });
    expect(result.leaks[0]).toMatchObject({ tenant: 'iceland', path: 'index.html' });
  });

  test('refuses a customer in the deployment’s own page', () => {
    const loaded = all.map((tenant) => ({ ...tenant, manifest: { ...tenant.manifest, customer: 'Norðurbrú' } }));
    expect(prove((tenant) => `${data(tenant)} ${tenant.manifest.customer}`, loaded)).toContain(
      'iceland: index.html contains the random text that stands for manifest.customer of iceland',
    );
  });

  test('says so when a value is not in its own page, because nothing would be proved', () => {
    expect(() => prove(({ tenant }) => JSON.stringify({ ...tenant, brand: '' }))).toThrow(
      'The isolation of tenant.brand cannot be checked: the page of brazil does not contain it',
    );
  });
});

describe('the search for real values', () => {
  test('finds a brand that the page of another contains', () => {
    expect(prove((tenant) => `${data(tenant)}${tenant.id === 'brazil' ? 'Táknljós' : ''}`)).toEqual([
      'brazil: index.html contains "Táknljós", which belongs to iceland',
    ]);
  });

  test('accepts a word of every page, and a help desk of both, as a value of one', () => {
    const loaded = all.map((tenant) => ({
      ...tenant,
      isolationMarkers: ['viewport', 'help@desk.example'],
      tenant: { ...tenant.tenant, support: { ...tenant.tenant.support, email: 'help@desk.example' } },
      manifest: { ...tenant.manifest, support: { ...tenant.manifest.support, email: 'help@desk.example' } },
    }));
    expect(prove((tenant) => `<meta name="viewport"> ${data(tenant)}`, loaded)).toEqual([]);
  });
});

test('the message of a leak names the line of the source that has the text', () => {
  const root = mkdtempSync(join(tmpdir(), 'signboard-leak-'));
  mkdirSync(join(root, 'src/app'), { recursive: true });
  writeFileSync(join(root, 'src/app/NotFoundPage.tsx'), "const text = 'here';\nexport const brand = 'Táknljós';\n");
  const leak = { tenant: 'brazil', path: 'assets/app.js', offset: 7, isOfOwner: false };
  const of = (text: string): string => {
    const marker = { description: `"${text}", which belongs to iceland`, bytes: Buffer.from(text) };
    return leakMessage({ ...leak, marker }, 'dist/brazil', root);
  };
  expect(of('Táknljós')).toBe(
    'dist/brazil/assets/app.js contains "Táknljós", which belongs to iceland (byte 7), written in src/app/NotFoundPage.tsx:2',
  );
  expect(of('Merki')).toBe('dist/brazil/assets/app.js contains "Merki", which belongs to iceland (byte 7)');
  rmSync(root, { recursive: true, force: true });
});
