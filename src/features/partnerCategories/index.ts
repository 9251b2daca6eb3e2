import { Tags } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { pagesOf } from '#crud/pagesOf.ts';

export const feature = defineFeature('partner_categories', {
  id: 'feature:partnerCategories',
  nav: { group: 'setup', label: 'partnerCategories:title', about: 'partnerCategories:emptyText', icon: Tags, key: 'y' },
  add: pagesOf('partner_categories').add,
  list: async () => (await import('./PartnerCategoriesList.tsx')).PartnerCategoriesList,
  form: async () => ({
    resource: (await import('./resource.ts')).resource,
    Fields: (await import('./PartnerCategoryFields.tsx')).PartnerCategoryFields,
  }),
});
