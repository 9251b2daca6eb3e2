import { localeOf } from '../../contract/languages.ts';
import type { LanguageOption, Tenant } from '../../contract/tenant.ts';
import type { App, AppChunk } from './app.ts';

/**
 * What is loaded in addition to the entry: the namespaces `words` by every page (`src/app/start.ts`) and `signInWords` by the sign-in
 * page, in the chosen language; `routedPage` by every page but the sign-in page. A browser test compares this with the requests of the page.
 */
const firstPage = { words: ['app', 'ui'], signInWords: ['auth'], routedPage: 'src/app/routedApp.tsx' };

/** The chunks that pages load at their start. */
export type FirstChunks = {
  /** All that the sign-in page loads in the deployment's default language. */
  initial: AppChunk[];
  /** Those that every page needs in that language, which the page announces with `<link rel="preload">`. */
  preloads: AppChunk[];
  /** Chunks that the sign-in page needs beside `preloads`, by language. The boot script announces them if it shows that page. */
  signIn: Record<string, AppChunk[]>;
  /** Chunks that every page except sign-in needs beside `preloads`. The boot script announces them there. */
  routedPage: AppChunk[];
};

/** The chunks that pages of a deployment load at their start. */
export function firstPageChunks(app: App, chunks: AppChunk[], tenant: Pick<Tenant, 'languages'>): FirstChunks {
  const entry = new Set([...app.entries.boot, ...app.entries.app]);
  const lazy = (isWanted: (root: string) => boolean): AppChunk[] => {
    const ids = new Set(app.groups.filter(({ root }) => isWanted(root)).flatMap((group) => group.chunks));
    return chunks.filter(({ id }) => ids.has(id) && !entry.has(id));
  };
  const wordsIn = ({ value, instance }: LanguageOption, namespaces: string[]): AppChunk[] => {
    const folders = [value, localeOf(value, instance)].map((name) => `src/i18n/locales/${name}/`);
    const files = new Set(folders.flatMap((folder) => namespaces.map((namespace) => `${folder}${namespace}.json`)));
    return lazy((root) => files.has(root));
  };
  const [first] = tenant.languages;
  const preloads = first ? wordsIn(first, firstPage.words) : [];
  const signIn = Object.fromEntries(
    tenant.languages.map((option) => {
      const words = wordsIn(option, [...firstPage.words, ...firstPage.signInWords]);
      return [option.value, words.filter((chunk) => !preloads.includes(chunk))];
    }),
  );
  const initial = new Set([...preloads, ...(first ? (signIn[first.value] ?? []) : [])]);
  return {
    initial: chunks.filter((chunk) => entry.has(chunk.id) || initial.has(chunk)),
    preloads,
    signIn,
    routedPage: lazy((root) => root === firstPage.routedPage),
  };
}
