import { createHash, hash as hashOf } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isoLanguage } from '../../contract/languages.ts';
import type { Tenant } from '../../contract/tenant.ts';
import { factsOf } from '../../tenants/languageFacts.ts';
import type { LoadedTenant } from '../../tenants/manifest.ts';
import { brandStyle } from '../../tenants/palette.ts';
import { installedPackage, licencesOf } from '../licences/licences.ts';
import { type App, type AppChunk, chunksOf, reasonOf } from './app.ts';
import { type AssetTable, tableEntry } from './assetTablePlugin.ts';
import { type FirstChunks, firstPageChunks } from './firstPage.ts';
import type { Frames } from './frames.ts';
import { headersOf } from './headers.ts';
import { type Page, renderPage } from './html.ts';
import { nginxCache, nginxHeaders } from './nginxHeaders.ts';

/** The same for all deployments. */
const serviceWorker = readFileSync(join(import.meta.dirname, 'serviceWorker.js'));

/** A file of a deployment's bundle, before compression. */
export type BundleFile = {
  /** URL path without the leading slash. */
  path: string;
  sha256: string;
  bytes: number;
  /** See `reasonOf`; `brand` for files that only this deployment has. */
  reason: string;
} & ({ source: string } | { content: Buffer });

/** The content of `dist/<id>/`. */
export type Bundle = {
  id: string;
  version: string;
  commit: string;
  /**
   * SHA-256 over paths and contents of all served files except version.json; the page counts without the digest that it contains.
   * Equal digests mean equal bundles.
   */
  digest: string;
  tenant: Tenant;
  /** The served files. */
  files: BundleFile[];
  /** Files under `.meta/` for web servers and `npm run ship`; they are not served. */
  meta: { path: string; content: Buffer }[];
  /** The chunks that the sign-in page loads. */
  initial: AppChunk[];
};

function brandFile(path: string, content: Buffer | string): BundleFile & { content: Buffer } {
  const bytes = Buffer.from(content);
  const sha256 = hashOf('sha256', bytes);
  return { path, sha256, bytes: bytes.length, reason: 'brand', content: bytes };
}

function logo(name: string, content: Buffer): BundleFile & { content: Buffer } {
  const file = brandFile('', content);
  return { ...file, path: `assets/${name}.${file.sha256.slice(0, 16)}.svg` };
}

function appFiles(chunks: AppChunk[]): BundleFile[] {
  const files = new Map<string, { file: BundleFile; importPaths: AppChunk['importPaths'] }>();
  for (const { script, others, importPaths } of chunks) {
    for (const { path, sha256, bytes, source } of [script, ...others]) {
      const known = files.get(path)?.importPaths ?? [];
      const file = { path, sha256, bytes, source, reason: '' };
      files.set(path, { file, importPaths: [...known, ...importPaths] });
    }
  }
  return [...files.values()].map(({ file, importPaths }) => ({ ...file, reason: reasonOf(importPaths) }));
}

/** A cache, because most deployments have the same chunks. */
const packagesInChunk = new WeakMap<AppChunk, Set<string>>();

/** Keys in package-lock.json of the packages whose modules are in the chunks. */
function packagesOf(chunks: AppChunk[]): string[] {
  const packages = chunks.flatMap((chunk) => {
    const known =
      packagesInChunk.get(chunk) ??
      new Set(chunk.modules.flatMap(({ path }) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
    packagesInChunk.set(chunk, known);
    return [...known];
  });
  return [...new Set(packages)].sort();
}

function digestOf(files: BundleFile[]): string {
  const hash = createHash('sha256');
  for (const { path, sha256 } of files) hash.update(`${path}\0${sha256}\n`);
  return hash.digest('hex');
}

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);

/** The content of the page without its sign-in pages and the digest of the bundle. */
function pageContent(
  app: App,
  { tokens, logos }: LoadedTenant,
  tenant: Tenant,
  chunks: AppChunk[],
  { preloads, signIn, routedPage }: FirstChunks,
): Omit<Page, 'frames' | 'release'> {
  const chunk = (id: string): AppChunk[] => chunks.filter((candidate) => candidate.id === id);
  const boot = app.entries.boot.flatMap(chunk);
  const entry = app.entries.app.flatMap(chunk);
  const onPage = new Set([...boot, ...entry]);
  const table: AssetTable = Object.fromEntries(
    chunks.filter((candidate) => !onPage.has(candidate)).map(({ id, script }) => [id, tableEntry(script)]),
  );
  const others = entry.flatMap((candidate) => candidate.others);
  return {
    tenant,
    brandStyle: brandStyle(tokens, logos),
    themeColour: tokens.light.ground,
    boot: boot.map(({ script }) => script),
    scripts: entry.map(({ script }) => script),
    styles: [...others.filter(({ path }) => path.endsWith('.css')), ...(app.frameStyle ? [app.frameStyle] : [])],
    preloads: preloads.map(({ script }) => script),
    fonts: others.filter(({ path }) => /latin-wght-normal\.[^/]*woff2$/.test(path)).map(({ path }) => path),
    table,
    signInScripts: Object.fromEntries(
      Object.entries(signIn).map(([language, lazy]) => [language, lazy.map(({ script }) => script)]),
    ),
    routerScripts: routedPage.map(({ script }) => script),
  };
}

/** The manifest with which browsers install the app. */
function webManifestOf(tenant: Tenant, ground: string): object {
  const language = tenant.languages[0]?.value ?? 'en';
  return {
    id: '/',
    name: tenant.brand,
    short_name: tenant.brand,
    lang: isoLanguage(language),
    dir: factsOf(language).direction,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: ground,
    theme_color: ground,
    icons: [{ src: tenant.logo.icon, type: 'image/svg+xml', sizes: 'any', purpose: 'any' }],
  };
}

/**
 * Puts the bundle of one deployment together: chunks, page, logos, licences, headers. Writes nothing.
 * @throws CommandError naming a package in it without a licence text
 */
export function bundleOf(app: App, loaded: LoadedTenant, commit: string, framesOf: (tenant: Tenant) => Frames): Bundle {
  const logos = {
    light: logo('logo', loaded.logos.light),
    dark: logo('logo-dark', loaded.logos.dark),
    icon: logo('icon', loaded.logos.icon),
  };
  const tenant: Tenant = {
    ...loaded.tenant,
    logo: { light: `/${logos.light.path}`, dark: `/${logos.dark.path}`, icon: `/${logos.icon.path}` },
  };
  const chunks = chunksOf(app, tenant);
  const first = firstPageChunks(app, chunks, tenant);
  const page = { ...pageContent(app, loaded, tenant, chunks, first), frames: framesOf(tenant) };
  const webManifest = webManifestOf(tenant, loaded.tokens.light.ground);
  const packages = packagesOf(chunks);
  // Its data on the pages comes from the server, and is attributed here.
  const shown = loaded.manifest.holidays === null ? packages : [...packages, 'node_modules/date-holidays'];
  const constant = [
    ...appFiles(chunks),
    ...(app.frameStyle ? [{ ...app.frameStyle, reason: 'core' }] : []),
    logos.light,
    logos.dark,
    logos.icon,
    brandFile('manifest.webmanifest', JSON.stringify(webManifest)),
    ...(tenant.flags.webPush ? [brandFile('service-worker.js', serviceWorker)] : []),
    brandFile('licences.txt', licencesOf(shown.map(installedPackage))),
  ];
  const pageOf = (release: string) => brandFile('index.html', renderPage({ ...page, release }));
  const digest = digestOf([...constant, pageOf('')].sort(byPath));
  const index = pageOf(digest);
  const { version } = tenant;
  const files = [
    ...constant,
    index,
    brandFile('version.json', `${JSON.stringify({ tenant: tenant.id, version, commit, digest })}\n`),
  ].sort(byPath);
  const headers = headersOf(page.brandStyle, index.sha256, tenant.flags.webPush);
  const description = {
    id: tenant.id,
    version,
    commit,
    digest,
    initial: first.initial.map(({ script }) => script.path),
    files: files.map(({ path, sha256, bytes, reason }) => ({ path, sha256, bytes, reason })),
    packages,
  };
  return {
    id: tenant.id,
    version,
    commit,
    digest,
    tenant,
    files,
    meta: [
      { path: '.meta/headers.json', content: Buffer.from(`${JSON.stringify(headers, null, 2)}\n`) },
      { path: '.meta/headers.conf', content: Buffer.from(nginxHeaders(headers)) },
      { path: '.meta/cache.conf', content: Buffer.from(nginxCache(headers)) },
      { path: '.meta/bundle.json', content: Buffer.from(`${JSON.stringify(description, null, 2)}\n`) },
    ],
    initial: first.initial,
  };
}
