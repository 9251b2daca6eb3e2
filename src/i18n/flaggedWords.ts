/** Loads the texts of a namespace that need a flag. A module of its own, because the sign-in page needs none. */
export async function flaggedWordsOf(folder: string, file: string): Promise<object> {
  const { default: words } = await import(
    /* webpackInclude: /\/\w+\.\w+\.json$/ */ `./locales/${folder}/${file}.json`,
    { with: { type: 'json' } }
  );
  return words;
}
