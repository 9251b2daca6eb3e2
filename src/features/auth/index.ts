import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:auth',
  namespaces: ['auth'],
  routes: [{ path: paths.login.pattern, page: async () => (await import('./LoginPage.tsx')).LoginPage }],
  permission: null,
};
