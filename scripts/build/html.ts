import { isoLanguage } from '../../contract/languages.ts';
import { artworkId, type FirstScript, type FirstScripts, firstScriptsId } from '../../contract/pageElements.ts';
import type { Tenant } from '../../contract/tenant.ts';
import { factsOf } from '../../tenants/languageFacts.ts';
import { type AssetTable, assetTableId } from './assetTablePlugin.ts';
import type { Frames } from './frames.ts';

/** A script or style sheet with its integrity; empty in development. */
export type LinkedFile = { path: string; integrity: string };

/** Content of a page. Paths are URL paths without the leading slash. */
export type Page = {
  tenant: Tenant;
  /** CSS of the inline brand style; the Content-Security-Policy has its hash. */
  brandStyle: string;
  /** Initial value of `<meta name="theme-color">`; the app updates it when the colour scheme changes. */
  themeColour: string;
  /** Scripts that run before the first paint. */
  boot: LinkedFile[];
  scripts: LinkedFile[];
  styles: LinkedFile[];
  /** Scripts that the app loads next. */
  preloads: LinkedFile[];
  fonts: string[];
  /** Digest of the bundle, with which the page notices that another release is served. Empty in development. */
  release: string;
  /** The sign-in pages that the boot script shows before the app has started. */
  frames: Frames;
  /** Scripts of the sign-in page, by language, which the boot script announces if it shows the page. */
  signInScripts: Record<string, LinkedFile[]>;
  /** Scripts of every other page, which the boot script announces there. */
  routerScripts: LinkedFile[];
  /** Null in development, where the compiler's file names are used. */
  table: AssetTable | null;
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** JSON for a script element: escaped so that no value can close the element or open a comment. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const attributes = ({ path, integrity }: LinkedFile, name: 'src' | 'href'): string =>
  `${name}="/${path}"${integrity && ` integrity="${integrity}"`} crossorigin="anonymous"`;

function firstScripts({ signInScripts, routerScripts }: Page): FirstScripts {
  const entries = (files: LinkedFile[]): FirstScript[] => files.map(({ path, integrity }) => [path, integrity]);
  const signIn = Object.entries(signInScripts).map(([language, files]) => [language, entries(files)]);
  return { signIn: Object.fromEntries(signIn), router: entries(routerScripts) };
}

/** The HTML of a deployment's page: data and links, no inline script. */
export function renderPage(page: Page): string {
  const { tenant } = page;
  const language = tenant.languages[0]?.value ?? 'en';
  const { direction, noScript } = factsOf(language);
  return [
    '<!doctype html>',
    `<html lang="${isoLanguage(language)}" dir="${direction}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(tenant.brand)}</title>`,
    '<meta name="robots" content="noindex">',
    `<meta name="theme-color" content="${page.themeColour}">`,
    `<meta name="release" content="${page.release}">`,
    `<style id="brand">${page.brandStyle}</style>`,
    // Before the boot script, which takes the direction of the language from it.
    `<script type="application/json" id="tenant">${jsonForScript(tenant)}</script>`,
    ...(page.frames.frames.length > 0
      ? [`<script type="application/json" id="${firstScriptsId}">${jsonForScript(firstScripts(page))}</script>`]
      : []),
    ...page.boot.map((script) => `<script ${attributes(script, 'src')}></script>`),
    ...page.scripts.map((script) => `<script defer ${attributes(script, 'src')}></script>`),
    ...page.styles.map((style) => `<link rel="stylesheet" ${attributes(style, 'href')}>`),
    ...page.fonts.map(
      (path) => `<link rel="preload" as="font" type="font/woff2" href="/${path}" crossorigin="anonymous">`,
    ),
    ...page.preloads.map((script) => `<link rel="preload" as="script" ${attributes(script, 'href')}>`),
    `<link rel="icon" type="image/svg+xml" href="${escape(tenant.logo.icon)}">`,
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...(page.table
      ? [`<script type="application/json" id="${assetTableId}">${jsonForScript(page.table)}</script>`]
      : []),
    '</head>',
    '<body>',
    ...(page.frames.artwork
      ? [
          `<svg width="0" height="0" aria-hidden="true"><defs><g id="${artworkId}">${page.frames.artwork}</g></defs></svg>`,
        ]
      : []),
    ...page.frames.frames.map(({ name, html }) => `<template id="frame-${name}">${html}</template>`),
    // After the templates, which the boot script copies into it.
    '<div id="root"></div>',
    `<noscript>${escape(noScript)}</noscript>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
