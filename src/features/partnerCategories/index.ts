import { Tags } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';
import { add } from './add.ts';

export const feature: Feature = {
  id: 'feature:partnerCategories',
  namespaces: ['partnerCategories', 'crud'],
  nav: { label: 'partnerCategories:title', to: paths.partnerCategories.href(), icon: Tags, key: 'y' },
  add,
  finds: { partner_categories: ({ id }) => paths.partnerCategory.href({ id }) },
  routes: [
    {
      path: paths.partnerCategories.pattern,
      page: async () => (await import('./PartnerCategoriesList.tsx')).PartnerCategoriesList,
    },
    {
      path: paths.partnerCategoryCreate.pattern,
      page: async () => (await import('./PartnerCategoriesCreate.tsx')).PartnerCategoriesCreate,
      permission: mayWrite('partner_categories'),
    },
    {
      path: paths.partnerCategory.pattern,
      page: async () => (await import('./PartnerCategoriesDetail.tsx')).PartnerCategoriesDetail,
    },
  ],
  permission: mayRead('partner_categories'),
};
