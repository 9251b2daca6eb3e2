import { Building2 } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { pagesOf } from '#crud/pagesOf.ts';

export const feature = defineFeature('departments', {
  id: 'feature:departments',
  nav: { group: 'setup', label: 'departments:title', about: 'departments:emptyText', icon: Building2, key: 'd' },
  add: pagesOf('departments').add,
  list: async () => (await import('./DepartmentsList.tsx')).DepartmentsList,
  form: async () => ({
    resource: (await import('./resource.ts')).resource,
    Fields: (await import('./DepartmentFields.tsx')).DepartmentFields,
  }),
});
