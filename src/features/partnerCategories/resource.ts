import type { PartnerCategory, NewPartnerCategory } from '../../../contract/partnerCategories.ts';
import { partnerCategories } from '#api/partnerCategories.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const resource: Resource<PartnerCategory, NewPartnerCategory, NewPartnerCategory> = {
  ...pagesOf('partner_categories'),
  collection: partnerCategories,
  nameOf: ({ name }) => name,
  addedHref: () => paths.partner_categories.list.href(),
  emptyValues: { name: '' },
  valuesOf: ({ name }) => ({ name }),
  undeletableBecause: ({ can, partners }) => (can.update && partners > 0 ? 'errors:category_has_partners' : undefined),
  toBody: (values) => values,
};
