import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:singleSignOn',
  namespaces: ['singleSignOn', 'errors'],
  routes: [
    { path: paths.singleSignOn.pattern, page: async () => (await import('./SingleSignOnPage.tsx')).SingleSignOnPage },
    {
      path: paths.confirmWorkAccount.pattern,
      page: async () => (await import('./ConfirmWorkAccountPage.tsx')).ConfirmWorkAccountPage,
    },
  ],
  permission: null,
};
