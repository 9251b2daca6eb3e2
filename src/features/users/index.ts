import { Users } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:users',
  namespaces: ['users', 'overview'],
  nav: { label: 'users:title', to: paths.users.href(), icon: Users },
  routes: [{ path: paths.users.pattern, page: async () => (await import('./UsersPage.tsx')).UsersPage }],
  permission: (verdicts) => verdicts.users,
};
