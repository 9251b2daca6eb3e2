import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:registration',
  namespaces: ['registration', 'passwords', 'errors'],
  routes: [{ path: paths.register.pattern, page: async () => (await import('./RegisterPage.tsx')).RegisterPage }],
  permission: null,
};
