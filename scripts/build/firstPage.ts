import { localeOf } from '../../contract/languages.ts';
import type { Tenant } from '../../contract/tenant.ts';
import type { App, AppChunk } from './app.ts';

/**
 * What is loaded in addition to the entry, in the deployment's default language: `words` by every page (`src/app/start.tsx`), the
 * rest by the sign-in page. A browser test compares this with the requests of the page.
 */
export const firstPage = {
  words: ['app', 'ui'],
  signInWords: ['auth'],
  signInModules: [
    /^src\/app\/AuthLayout\.tsx$/,
    /^src\/features\/auth\//,
    /^src\/features\/(enterCode|passwords|emailLinks|registration|nationalId|demoAuth)\/index\.ts$/,
  ],
};

/**
 * The chunks of the sign-in page in a deployment's default language: `initial` are all that it loads, `preloads` those that every
 * route needs, so that the page announces them with `<link rel="preload">`.
 */
export function firstPageChunks(
  app: App,
  chunks: AppChunk[],
  tenant: Pick<Tenant, 'languages'>,
): { initial: AppChunk[]; preloads: AppChunk[] } {
  const { value = 'en', instance = '' } = tenant.languages[0] ?? {};
  const folders = [value, localeOf(value, instance)].map((name) => `src/i18n/locales/${name}/`);
  const filesOf = (namespaces: string[]): Set<string> =>
    new Set(folders.flatMap((folder) => namespaces.map((namespace) => `${folder}${namespace}.json`)));
  const { words, signInWords, signInModules } = firstPage;
  const lazy = (wanted: (root: string) => boolean): string[] =>
    app.groups.filter(({ root }) => wanted(root)).flatMap((group) => group.chunks);
  const wordFiles = filesOf(words);
  const signInWordFiles = filesOf(signInWords);
  const always = new Set(lazy((root) => wordFiles.has(root)));
  const initial = new Set([
    ...app.entries.boot,
    ...app.entries.app,
    ...always,
    ...lazy((root) => signInWordFiles.has(root)),
    ...lazy((root) => signInModules.some((pattern) => pattern.test(root))),
  ]);
  return {
    initial: chunks.filter(({ id }) => initial.has(id)),
    preloads: chunks.filter(({ id }) => always.has(id)),
  };
}
