import { ListTree } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';
import { add } from './add.ts';

export const feature: Feature = {
  id: 'feature:closure',
  namespaces: ['closure', 'crud', 'arrange'],
  nav: { label: 'closure:nav', to: paths.closure.href(), icon: ListTree, key: 'l' },
  add,
  finds: { closure_categories: ({ id }) => paths.closureCategory.href({ id }) },
  routes: [
    { path: paths.closure.pattern, page: async () => (await import('./ClosureList.tsx')).ClosureList },
    {
      path: paths.closureCreate.pattern,
      page: async () => (await import('./ClosureCreate.tsx')).ClosureCreate,
      permission: mayWrite('closure_categories'),
    },
    {
      path: paths.closureOrder.pattern,
      page: async () => (await import('./ClosureOrder.tsx')).ClosureOrder,
      permission: mayWrite('closure_categories'),
    },
    { path: paths.closureCategory.pattern, page: async () => (await import('./ClosureDetail.tsx')).ClosureDetail },
  ],
  permission: mayRead('closure_categories'),
};
