import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';
import { everybody } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:ownEmail',
  namespaces: ['ownEmail', 'crud'],
  routes: [{ path: paths.ownEmail.pattern, page: async () => (await import('./OwnEmailPage.tsx')).OwnEmailPage }],
  permission: everybody,
};
