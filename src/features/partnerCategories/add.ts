import type { Add } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const add: Add = {
  label: 'partnerCategories:add',
  href: paths.partner_categories.create.href(),
  kind: 'partner_categories',
};
