import type { ClosureCategory, ClosureCategoryChanges, NewClosureCategory } from '../../contract/closureCategories.ts';
import { collection } from './collection.ts';

/** `closure_categories/`. */
export const closureCategories = collection<ClosureCategory, NewClosureCategory, ClosureCategoryChanges>(
  'closure_categories/',
);
