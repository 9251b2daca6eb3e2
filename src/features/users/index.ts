import { Users } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayWrite } from '#session/permission.ts';
import { add } from './add.ts';

export const feature: Feature = {
  id: 'feature:users',
  namespaces: ['users', 'crud', 'languages'],
  nav: { label: 'users:title', to: paths.users.href(), icon: Users, key: 'u' },
  add,
  finds: { users: ({ id }) => paths.user.href({ id }) },
  routes: [
    { path: paths.users.pattern, page: async () => (await import('./UsersList.tsx')).UsersList },
    {
      path: paths.userCreate.pattern,
      page: async () => (await import('./UsersCreate.tsx')).UsersCreate,
      permission: mayWrite('users'),
    },
    { path: paths.user.pattern, page: async () => (await import('./UsersDetail.tsx')).UsersDetail },
  ],
  permission: (verdicts) => verdicts.users,
};
