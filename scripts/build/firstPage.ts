import { localeOf } from '../../contract/languages.ts';
import type { LanguageOption, Tenant } from '../../contract/tenant.ts';
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
 * The chunks of the sign-in page: `initial` are all that it loads in the deployment's default language; `preloads` are those that every
 * route needs, so that the page announces them with `<link rel="preload">`; `signIn` are the others that the page loads lazily, by
 * language, which the boot script announces if it shows the page.
 */
export function firstPageChunks(
  app: App,
  chunks: AppChunk[],
  tenant: Pick<Tenant, 'languages'>,
): { initial: AppChunk[]; preloads: AppChunk[]; signIn: Record<string, AppChunk[]> } {
  const all = tenant.languages.map((option) => [option.value, chunksIn(app, chunks, option)] as const);
  const [first] = all;
  const preloads = first?.[1].always ?? [];
  return {
    initial: first?.[1].initial ?? [],
    preloads,
    signIn: Object.fromEntries(
      all.map(([language, { lazy }]) => [language, lazy.filter((chunk) => !preloads.includes(chunk))]),
    ),
  };
}

/** The chunks of the sign-in page in a language: `always` on every page, `lazy` without the entries, `initial` all. */
function chunksIn(
  app: App,
  chunks: AppChunk[],
  { value, instance }: LanguageOption,
): { initial: AppChunk[]; always: AppChunk[]; lazy: AppChunk[] } {
  const folders = [value, localeOf(value, instance)].map((name) => `src/i18n/locales/${name}/`);
  const filesOf = (namespaces: string[]): Set<string> =>
    new Set(folders.flatMap((folder) => namespaces.map((namespace) => `${folder}${namespace}.json`)));
  const { words, signInWords, signInModules } = firstPage;
  const lazy = (wanted: (root: string) => boolean): string[] =>
    app.groups.filter(({ root }) => wanted(root)).flatMap((group) => group.chunks);
  const wordFiles = filesOf(words);
  const signInWordFiles = filesOf(signInWords);
  const always = new Set(lazy((root) => wordFiles.has(root)));
  const onPage = new Set([...app.entries.boot, ...app.entries.app]);
  const initial = new Set([
    ...onPage,
    ...always,
    ...lazy((root) => signInWordFiles.has(root)),
    ...lazy((root) => signInModules.some((pattern) => pattern.test(root))),
  ]);
  return {
    initial: chunks.filter(({ id }) => initial.has(id)),
    always: chunks.filter(({ id }) => always.has(id)),
    lazy: chunks.filter(({ id }) => initial.has(id) && !onPage.has(id)),
  };
}
