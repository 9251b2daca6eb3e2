import { folderOf, type KindWithPages } from '../../contract/kinds.ts';
import type { Word } from '#i18n/words.ts';
import { paths } from '#paths.ts';
import type { CollectionName } from '#session/permission.ts';
import type { Add } from './resource.ts';

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Rest>}` : Name;
type Named = 'title' | 'empty' | 'emptyText' | 'add';

/** The kinds whose namespace has the texts below, and whose pages are not below those of another record. */
type OwnPages = Exclude<
  {
    [Kind in KindWithPages & CollectionName]: `${CamelCase<Kind>}:${Named}` extends Word ? Kind : never;
  }[KindWithPages & CollectionName],
  'venues' | 'videos'
>;

/** What a resource and a feature derive from the name of their kind: texts, addresses, and how a record is added. */
export function pagesOf(kind: OwnPages) {
  const { list, record, create } = paths[kind];
  const word = (key: Named) => `${folderOf(kind)}:${key}` as Word;
  const add: Add = { label: word('add'), href: create.href(), kind };
  return {
    title: word('title'),
    empty: word('empty'),
    emptyText: word('emptyText'),
    listHref: list.href(),
    href: ({ id }: { id: string }) => record.href({ id }),
    add,
  };
}
