import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:emailLinks',
  namespaces: ['emailLinks', 'errors'],
  routes: [
    { path: paths.confirmEmail.pattern, page: async () => (await import('./ConfirmEmailPage.tsx')).ConfirmEmailPage },
    { path: paths.undoEmail.pattern, page: async () => (await import('./UndoEmailPage.tsx')).UndoEmailPage },
  ],
  permission: null,
};
