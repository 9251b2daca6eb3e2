import { Users } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { add } from './add.ts';

export const feature = defineFeature('users', {
  id: 'feature:users',
  namespaces: ['languages'],
  nav: { label: 'users:title', icon: Users, key: 'u' },
  add,
  list: async () => (await import('./UsersList.tsx')).UsersList,
  create: async () => (await import('./UsersCreate.tsx')).UsersCreate,
  record: async () => (await import('./UsersDetail.tsx')).UsersDetail,
});
