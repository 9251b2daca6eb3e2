import { ListTree } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import { paths } from '#paths.ts';
import { mayWrite } from '#session/permission.ts';

export const feature = defineFeature('closure_categories', {
  id: 'feature:closureCategories',
  namespaces: ['arrange'],
  nav: {
    group: 'setup',
    label: 'closureCategories:nav',
    about: 'closureCategories:emptyText',
    icon: ListTree,
    key: 'l',
  },
  add: pagesOf('closure_categories').add,
  list: async () => (await import('./ClosureList.tsx')).ClosureList,
  form: async () => ({
    resource: (await import('./resource.ts')).resource,
    Fields: (await import('./ClosureFields.tsx')).ClosureFields,
  }),
  record: async () => (await import('./ClosureDetail.tsx')).ClosureDetail,
  more: [
    {
      path: paths.closureOrder.pattern,
      page: async () => (await import('./ClosureOrder.tsx')).ClosureOrder,
      permission: mayWrite('closure_categories'),
    },
  ],
});
