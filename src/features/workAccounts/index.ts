import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';
import { everybody } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:workAccounts',
  namespaces: ['workAccounts', 'crud'],
  routes: [
    {
      path: paths.ownWorkAccounts.pattern,
      page: async () => (await import('./pages.tsx')).OwnWorkAccountsPage,
    },
    {
      path: paths.userWorkAccounts.pattern,
      page: async () => (await import('./pages.tsx')).UserWorkAccountsPage,
      permission: (verdicts) => verdicts.users,
    },
  ],
  permission: everybody,
};
