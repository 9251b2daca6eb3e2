import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:nationalId',
  namespaces: ['nationalId', 'errors'],
  routes: [
    { path: paths.openid.pattern, page: async () => (await import('./NationalIdPage.tsx')).NationalIdPage },
    {
      path: paths.confirmNationalId.pattern,
      page: async () => (await import('./ConfirmNationalIdPage.tsx')).ConfirmNationalIdPage,
    },
  ],
  permission: null,
};
