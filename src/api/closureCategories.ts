import type { ClosureCategory, ClosureCategoryChanges, NewClosureCategory } from '../../contract/closureCategories.ts';
import { collection } from './collection.ts';
import { post } from './http.ts';

/** `closure_categories/`. */
export const closureCategories = collection<ClosureCategory, NewClosureCategory, ClosureCategoryChanges>(
  'closure_categories/',
);

/**
 * Sets the order of all categories of one level: main ones (`parent` null), or those of one parent. 409 if `ids` is incomplete.
 */
export function orderCategories(parent: string | null, ids: string[]): Promise<void> {
  return post(`${closureCategories.path}reorder/`, { parent, ids });
}
