import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';
import { everybody } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:ownSignIn',
  namespaces: ['ownSignIn', 'crud'],
  routes: [{ path: paths.ownSignIn.pattern, page: async () => (await import('./OwnSignInPage.tsx')).OwnSignInPage }],
  permission: everybody,
};
