import { Users } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';
import { mayWrite } from '#session/permission.ts';
import { waitingCount } from './waiting.ts';

const users = defineFeature('users', {
  id: 'feature:users',
  namespaces: ['languages', 'interpretations', 'live', 'reservations'],
  nav: {
    group: 'people',
    label: 'users:title',
    icon: Users,
    key: 'u',
    alert: {
      read: waitingCount,
      label: 'users:waitingCount',
      to: paths.userApprovals.href(),
      permission: ({ collections }) => collections.users === 'write',
    },
  },
  add: pagesOf('users').add,
  list: async () => (await import('./UsersList.tsx')).UsersList,
  form: async () => ({
    resource: (await import('./resource.ts')).resource,
    Fields: (await import('./UserFields.tsx')).UserFields,
  }),
  record: async () => (await import('./UsersDetail.tsx')).UsersDetail,
  more: [
    {
      path: paths.userApprovals.pattern,
      page: async () => (await import('./UserApprovals.tsx')).UserApprovals,
      permission: mayWrite('users'),
    },
    {
      path: paths.userRequests.pattern,
      page: async () => (await import('./PersonRequests.tsx')).PersonRequests,
      permission: (verdicts) => verdicts.interpretations,
    },
    { path: paths.userSignIns.pattern, page: async () => (await import('./PersonSignIns.tsx')).PersonSignIns },
  ],
});

/** The list of users needs a separate verdict. */
export const feature: Feature = { ...users, permission: (verdicts) => verdicts.users };
