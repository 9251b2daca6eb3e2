import type { PartnerCategory, NewPartnerCategory } from '../../../contract/partnerCategories.ts';
import { partnerCategories } from '#api/partnerCategories.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';
import { add } from './add.ts';

export const resource: Resource<PartnerCategory, NewPartnerCategory, NewPartnerCategory> = {
  collection: partnerCategories,
  title: 'partnerCategories:title',
  empty: 'partnerCategories:empty',
  emptyText: 'partnerCategories:emptyText',
  nameOf: ({ name }) => name,
  listHref: paths.partner_categories.list.href(),
  href: ({ id }) => paths.partner_categories.record.href({ id }),
  addedHref: () => paths.partner_categories.list.href(),
  add,
  emptyValues: { name: '' },
  valuesOf: ({ name }) => ({ name }),
  undeletableBecause: ({ can, partners }) => (can.update && partners > 0 ? 'errors:category_has_partners' : undefined),
  toBody: (values) => values,
};
