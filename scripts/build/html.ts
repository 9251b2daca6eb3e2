import { isoLanguage } from '../../contract/languages.ts';
import type { Tenant } from '../../contract/tenant.ts';
import { type AssetTable, assetTableId } from './assetTablePlugin.ts';

/** A script or style sheet that the page loads. */
export type Linked = { path: string; integrity: string };

/** What a page is made of. Paths are relative to the site's root. */
export type Page = {
  tenant: Tenant;
  /** The text of the inline brand style; its hash stands in the policy. */
  brandStyle: string;
  /** The colour of the browser's own frame; the app follows it up when the palette changes. */
  themeColour: string;
  /** Runs before the first paint; none in development. */
  boot: Linked[];
  scripts: Linked[];
  styles: Linked[];
  /** Scripts that the app asks for next. */
  preloads: Linked[];
  fonts: string[];
  /** Absent in development, where the compiler's own file names hold. */
  table: AssetTable | null;
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** JSON that can stand in a script element: no value can close it or open a comment. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const attributes = ({ path, integrity }: Linked, name: 'src' | 'href'): string =>
  `${name}="/${path}"${integrity && ` integrity="${integrity}"`} crossorigin="anonymous"`;

const words: Record<string, string> = {
  en: 'This page needs JavaScript. Please switch it on.',
  et: 'See leht vajab JavaScripti. Palun lülitage see sisse.',
  es: 'Esta página necesita JavaScript. Actívelo, por favor.',
  is: 'Þessi síða þarf JavaScript. Vinsamlegast kveiktu á því.',
  lt: 'Šiam puslapiui reikia „JavaScript“. Įjunkite jį.',
  pt: 'Esta página precisa de JavaScript. Ative-o, por favor.',
  sk: 'Táto stránka potrebuje JavaScript. Zapnite ho, prosím.',
};

/** The page of a deployment: data and links only, no inline script. */
export function renderPage(page: Page): string {
  const { tenant } = page;
  const language = isoLanguage(tenant.languages[0]?.value ?? 'en');
  return [
    '<!doctype html>',
    `<html lang="${language}" dir="ltr">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(tenant.brand)}</title>`,
    '<meta name="robots" content="noindex">',
    `<meta name="theme-color" content="${page.themeColour}">`,
    `<style id="brand">${page.brandStyle}</style>`,
    ...page.boot.map((script) => `<script ${attributes(script, 'src')}></script>`),
    ...page.scripts.map((script) => `<script defer ${attributes(script, 'src')}></script>`),
    ...page.styles.map((style) => `<link rel="stylesheet" ${attributes(style, 'href')}>`),
    ...page.fonts.map(
      (path) => `<link rel="preload" as="font" type="font/woff2" href="/${path}" crossorigin="anonymous">`,
    ),
    ...page.preloads.map((script) => `<link rel="preload" as="script" ${attributes(script, 'href')}>`),
    `<link rel="icon" type="image/svg+xml" href="${escape(tenant.logo.icon)}">`,
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<script type="application/json" id="tenant">${jsonForScript(tenant)}</script>`,
    ...(page.table
      ? [`<script type="application/json" id="${assetTableId}">${jsonForScript(page.table)}</script>`]
      : []),
    '</head>',
    '<body>',
    '<div id="root"></div>',
    `<noscript>${escape(words[language] ?? '')}</noscript>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
