import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:enterCode',
  namespaces: ['enterCode'],
  routes: [{ path: paths.enterCode.pattern, page: async () => (await import('./EnterCodePage.tsx')).EnterCodePage }],
  permission: null,
};
