import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { flagDefaults, type Flags } from '../../contract/flags.ts';
import { type Language, textLocales } from '../../contract/languages.ts';
import { artworkId } from '../../contract/pageElements.ts';
import type { LanguageOption, Tenant } from '../../contract/tenant.ts';
import type { App } from './app.ts';

/** The folder of the compiled renderer, within that of a compile. */
export const rendererFolder = 'renderer';

/** A rendered page: `name` is `<language>-<palette>` for sign-in, `shell-<palette>-<pinned or slim>` for the dashboard's frame. */
export type Frame = { name: string; html: string };

/** The first pages of a deployment in each language and palette, and the shapes of its artwork, which all of them share. */
export type Frames = { artwork: string; frames: Frame[] };

type Rendered = { html: string; css: string };

type Renderer = {
  renderSignIn: (rendering: {
    tenant: Tenant;
    language: Language;
    direction: LanguageOption['direction'];
    palette: 'light' | 'dark';
    words: Record<string, object[]>;
  }) => Promise<Rendered>;
  renderShell: (rendering: { tenant: Tenant; palette: 'light' | 'dark'; isPinned: boolean }) => Rendered;
};

const palettes = ['light', 'dark'] as const;

/** Namespaces of the sign-in page's texts. */
const namespaces = ['app', 'ui', 'auth'];

/** A character that occurs in no text: it encloses the names of values that differ between deployments. */
const mark = '\uE000';
const blank = (name: string): string => `${mark}${name}${mark}`;

/** The part of a deployment on which the structure and the texts of the page depend. Deployments with equal variants share a rendering. */
type Variant = Pick<Tenant, 'languages' | 'country' | 'flags' | 'stage'> & {
  hasSupportUrl: boolean;
  /** Where the button of single sign-on is; null: there is none. */
  singleSignOn: 'first' | 'last' | null;
};

/** The flags that the sign-in page reads. */
const flagsRead = ['nationalId', 'registration', 'demoAuth'] as const;

/** The data of a page without its logos. */
type Shown = Omit<Tenant, 'logo'>;

function variantOf({ languages, country, flags, stage, support, singleSignOn: button }: Shown): Variant {
  const read = Object.fromEntries(flagsRead.map((flag) => [flag, flags[flag]])) as Partial<Flags>;
  const singleSignOn = button ? (button.isFirst ? 'first' : 'last') : null;
  const hasSupportUrl = support.url !== null;
  return { languages, country, flags: { ...flagDefaults, ...read }, stage, hasSupportUrl, singleSignOn };
}

/** A deployment with blanks instead of all that is its own. */
function blankTenant({ languages, country, flags, stage, hasSupportUrl, singleSignOn }: Variant): Tenant {
  return {
    id: 'blank',
    brand: blank('brand'),
    stage,
    timeZone: 'UTC',
    version: blank('version'),
    phoneCountry: null,
    languages,
    country,
    flags,
    allowedRoles: [],
    reservedQueuePriorities: [],
    support: { email: blank('email'), phone: null, url: hasSupportUrl ? blank('url') : null },
    singleSignOn: singleSignOn ? { name: blank('account'), isFirst: singleSignOn === 'first' } : undefined,
    logo: { light: blank('light'), dark: blank('dark'), icon: blank('icon') },
  };
}

const rendererIn = async (folder: string): Promise<Renderer> =>
  (await import(pathToFileURL(join(folder, rendererFolder, 'prerender.mjs')).href)) as Renderer;

function frameTexts(root: string, { value, instance }: LanguageOption): Record<string, object[]> {
  const read = (namespace: string): object[] =>
    textLocales(value, instance)
      .map((folder) => join(root, 'src/i18n/locales', folder, `${namespace}.json`))
      .filter((file) => existsSync(file))
      .map((file) => JSON.parse(readFileSync(file, 'utf8')) as object);
  return Object.fromEntries(namespaces.map((namespace) => [namespace, read(namespace)]));
}

async function render(root: string, renderer: Renderer, variant: Variant): Promise<(Frame & Rendered)[]> {
  const frames: (Frame & Rendered)[] = [];
  const tenant = blankTenant(variant);
  // One after the other, because the texts are global.
  for (const option of variant.languages) {
    const { value: language, direction } = option;
    const words = frameTexts(root, option);
    for (const palette of palettes) {
      const rendered = await renderer.renderSignIn({ tenant, language, direction, palette, words });
      frames.push({ name: `${language}-${palette}`, ...rendered });
    }
  }
  for (const palette of palettes)
    for (const navigation of ['pinned', 'slim'] as const) {
      const rendered = renderer.renderShell({ tenant, palette, isPinned: navigation === 'pinned' });
      frames.push({ name: `shell-${palette}-${navigation}`, ...rendered });
    }
  return frames;
}

/** The rules of the first pages with all their parts. */
export async function frameCss(root: string, folder: string): Promise<string> {
  const option = (value: Language): LanguageOption => ({ label: value, value, instance: '', direction: 'ltr' });
  const flags = { ...flagDefaults, nationalId: true, registration: true, demoAuth: true };
  const shown = { languages: [option('en'), option('is')], country: null, flags, stage: true, hasSupportUrl: true };
  const frames = await render(root, await rendererIn(folder), { ...shown, singleSignOn: 'first' });
  return [...new Set(frames.map(({ css }) => css))].join('');
}

/** The content of the artwork's element in a frame. */
const artworkOf = /(<svg viewBox="0 0 800 1000"[^>]*>)(.*?)(<\/svg>)/;

/** The rendering of a variant, from the cache of the compile if it is there. */
async function renderingOf(root: string, app: App, variant: Variant): Promise<Frame[]> {
  const key = createHash('sha256').update(JSON.stringify(variant)).digest('hex').slice(0, 24);
  const file = join(app.folder, 'frames', `${key}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Frame[];
  const frames = (await render(root, await rendererIn(app.folder), variant)).map(({ name, html }) => ({ name, html }));
  mkdirSync(join(app.folder, 'frames'), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(frames));
  renameSync(draft, file);
  return frames;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/**
 * Renders the first pages of deployments. Returns a function from the data of a page, logos included, to its frames; deployments
 * that were not given have none.
 */
export async function frameRenderer(root: string, app: App, tenants: Shown[]): Promise<(tenant: Tenant) => Frames> {
  if (!app.frameStyle) return () => ({ artwork: '', frames: [] });
  const { brandLines } = (await import(pathToFileURL(join(root, 'src/tenant/brandLines.ts')).href)) as {
    brandLines: (brand: string, variant?: number) => string[];
  };
  const keyOf = (tenant: Shown): string => JSON.stringify(variantOf(tenant));
  const renderings = new Map<string, Frame[]>();
  for (const tenant of tenants)
    if (!renderings.has(keyOf(tenant))) renderings.set(keyOf(tenant), await renderingOf(root, app, variantOf(tenant)));
  const blankLines = brandLines(blank('brand'));

  return (tenant) => {
    const { brand, logo, support, version, singleSignOn } = tenant;
    const contact = { email: support.email, url: support.url ?? '' };
    const values: Record<string, string> = { brand, version, ...logo, ...contact, account: singleSignOn?.name ?? '' };
    const lines = brandLines(brand, tenant.drawing);
    const fill = (html: string): string =>
      html.replace(new RegExp(`${mark}(\\w+)${mark}`, 'g'), (_, name: string) => escape(values[name] ?? ''));
    const rendering = renderings.get(keyOf(tenant)) ?? [];
    const [, , shapes = ''] = artworkOf.exec(rendering[0]?.html ?? '') ?? [];
    return {
      artwork: blankLines.reduce((all, line, index) => all.replace(line, lines[index] ?? ''), shapes),
      frames: rendering.map(({ name, html }) => ({
        name,
        html: fill(html.replace(artworkOf, `$1<use href="#${artworkId}"></use>$3`)),
      })),
    };
  };
}
