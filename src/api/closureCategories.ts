import type { ClosureCategory, ClosureCategoryChanges, NewClosureCategory } from '../../contract/closureCategories.ts';
import { collection } from './collection.ts';
import { post } from './http.ts';

/** `closure_categories/`. */
export const closureCategories = collection<ClosureCategory, NewClosureCategory, ClosureCategoryChanges>(
  'closure_categories/',
);

/** Puts all categories of one level in order: the main ones (null), or those of one parent. Refused (409) when it is not all of them. */
export function orderCategories(parent: string | null, ids: string[]): Promise<void> {
  return post(`${closureCategories.path}reorder/`, { parent, ids });
}
