import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';
import { everybody } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:ownPassword',
  namespaces: ['ownPassword', 'passwords', 'crud'],
  routes: [
    { path: paths.ownPassword.pattern, page: async () => (await import('./OwnPasswordPage.tsx')).OwnPasswordPage },
  ],
  permission: everybody,
};
