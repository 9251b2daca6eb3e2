import type { ClosureCategory, NewClosureCategory } from '../../../contract/closureCategories.ts';
import { closureCategories } from '#api/closureCategories.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import type { Resource } from '#crud/resource.ts';

/** The form values of a category. Null becomes an empty text. */
type ClosureValues = { title: string; parent: string; group: string };

/** The closure categories. */
export const resource: Resource<ClosureCategory, NewClosureCategory, ClosureValues> = {
  ...pagesOf('closure_categories'),
  collection: closureCategories,
  title: 'closureCategories:nav',
  nameOf: ({ title }) => title,
  undeletableBecause: ({ can, subcategories }) => {
    if (!can.update) return undefined;
    return subcategories.length > 0 ? 'closureCategories:staysHasOwn' : 'closureCategories:staysInUse';
  },
  emptyValues: { title: '', parent: '', group: '' },
  valuesOf: ({ title, parent, group }) => ({ title, parent: parent ?? '', group: group ?? '' }),
  toBody: ({ title, parent, group }) => ({ title: title.trim(), parent: parent || null, group: group.trim() || null }),
};
