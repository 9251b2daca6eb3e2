import type { Flags } from '../../contract/flags.ts';
import { flaggedFilesOf } from './flaggedTexts.ts';

async function loadFile(folder: string, file: string): Promise<object> {
  const { default: words } = await import(
    /* webpackExclude: /\/(node\/\w+|language|app|auth|ui)\.json$/ */ `./locales/${folder}/${file}.json`,
    { with: { type: 'json' } }
  );
  return words;
}

/**
 * Loads a namespace that the sign-in page does not need, and its texts for the flags that are on. A module of its own, because the list
 * of all files of all languages takes two kilobytes.
 */
export function laterWordsOf(folder: string, namespace: string, flags: Partial<Flags>): Promise<object[]> {
  return Promise.all([namespace, ...flaggedFilesOf(namespace, flags)].map((file) => loadFile(folder, file)));
}
