import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';
import { mayWrite } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:partnerUsers',
  namespaces: ['partnerUsers', 'partners', 'users', 'crud'],
  routes: [
    {
      path: paths.partnerUsers.pattern,
      page: async () => (await import('./PartnerUsersList.tsx')).PartnerUsersList,
    },
    {
      path: paths.partnerUserCreate.pattern,
      page: async () => (await import('./PartnerUsersCreate.tsx')).PartnerUsersCreate,
      permission: mayWrite('users'),
    },
  ],
  permission: (verdicts) => verdicts.users,
};
