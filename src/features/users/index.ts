import { Users } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import type { Feature } from '#crud/feature.ts';
import { add } from './add.ts';

const users = defineFeature('users', {
  id: 'feature:users',
  namespaces: ['languages'],
  nav: { label: 'users:title', icon: Users, key: 'u' },
  add,
  list: async () => (await import('./UsersList.tsx')).UsersList,
  create: async () => (await import('./UsersCreate.tsx')).UsersCreate,
  record: async () => (await import('./UsersDetail.tsx')).UsersDetail,
});

/** The list of users needs a separate verdict. */
export const feature: Feature = { ...users, permission: (verdicts) => verdicts.users };
