import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:demoAuth',
  namespaces: ['demoAuth', 'errors'],
  routes: [
    { path: paths.demoLogin.pattern, page: async () => (await import('./DemoLoginPage.tsx')).DemoLoginPage },
    { path: paths.demoRegister.pattern, page: async () => (await import('./DemoRegisterPage.tsx')).DemoRegisterPage },
  ],
  permission: null,
};
