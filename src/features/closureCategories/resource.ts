import type { ClosureCategory, NewClosureCategory } from '../../../contract/closureCategories.ts';
import { closureCategories } from '#api/closureCategories.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';
import { add } from './add.ts';

/** The form values of a category. Null becomes an empty text. */
type ClosureValues = { title: string; parent: string; group: string };

/** The closure categories. */
export const resource: Resource<ClosureCategory, NewClosureCategory, ClosureValues> = {
  collection: closureCategories,
  title: 'closureCategories:nav',
  empty: 'closureCategories:empty',
  emptyText: 'closureCategories:emptyText',
  nameOf: ({ title }) => title,
  listHref: paths.closure_categories.list.href(),
  href: ({ id }) => paths.closure_categories.record.href({ id }),
  add,
  undeletableBecause: ({ can, subcategories }) => {
    if (!can.update) return undefined;
    return subcategories.length > 0 ? 'closureCategories:staysHasOwn' : 'closureCategories:staysInUse';
  },
  emptyValues: { title: '', parent: '', group: '' },
  valuesOf: ({ title, parent, group }) => ({ title, parent: parent ?? '', group: group ?? '' }),
  toBody: ({ title, parent, group }) => ({ title: title.trim(), parent: parent || null, group: group.trim() || null }),
};
