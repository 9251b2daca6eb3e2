import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:passwords',
  namespaces: ['passwords', 'errors'],
  routes: [
    {
      path: paths.forgotPassword.pattern,
      page: async () => (await import('./ForgotPasswordPage.tsx')).ForgotPasswordPage,
    },
    {
      path: paths.resetPassword.pattern,
      page: async () => (await import('./ResetPasswordPage.tsx')).ResetPasswordPage,
    },
  ],
  permission: null,
};
