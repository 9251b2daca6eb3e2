import type { Params } from '#api/http.ts';
import type { Word } from '#i18n/words.ts';
import type { Listed } from './resource.ts';

/** The records of a list that `params` select, to be read below another record: nothing is added or deleted there. */
export function fixedTo<Item>(
  { collection: { path, list }, title, nameOf, rowNameOf, href }: Listed<Item>,
  { screen, params, empty, emptyText }: { screen: string; params: Params; empty: Word; emptyText: Word },
): Listed<Item> {
  return {
    screen,
    collection: { path, list: (more) => list({ ...more, ...params }) },
    title,
    empty,
    emptyText,
    nameOf,
    rowNameOf,
    href,
  };
}
