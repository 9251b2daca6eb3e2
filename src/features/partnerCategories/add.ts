import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

/** How one is added. */
export const add: Add = {
  label: 'partnerCategories:add',
  href: paths.partnerCategoryCreate.href(),
  verdict: 'partner_categories',
};
