import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const add: Add = {
  label: 'closureCategories:add',
  href: paths.closure_categories.create.href(),
  kind: 'closure_categories',
};
