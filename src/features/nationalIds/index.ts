import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';
import { everybody } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:nationalIds',
  namespaces: ['nationalIds', 'crud'],
  routes: [
    {
      path: paths.ownNationalIds.pattern,
      page: async () => (await import('./pages.tsx')).OwnNationalIdsPage,
    },
    {
      path: paths.userNationalIds.pattern,
      page: async () => (await import('./pages.tsx')).UserNationalIdsPage,
      permission: (verdicts) => verdicts.users,
    },
  ],
  permission: everybody,
};
