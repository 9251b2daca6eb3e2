import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

/** How one is added. */
export const add: Add = {
  label: 'partnerCategories:add',
  href: paths.partner_categories.create.href(),
  verdict: 'partner_categories',
};
