import { Building2 } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';
import { add } from './add.ts';

export const feature: Feature = {
  id: 'feature:departments',
  namespaces: ['departments', 'crud'],
  nav: { label: 'departments:title', to: paths.departments.href(), icon: Building2, key: 'd' },
  add,
  finds: { departments: ({ id }) => paths.department.href({ id }) },
  routes: [
    { path: paths.departments.pattern, page: async () => (await import('./DepartmentsList.tsx')).DepartmentsList },
    {
      path: paths.departmentCreate.pattern,
      page: async () => (await import('./DepartmentsCreate.tsx')).DepartmentsCreate,
      permission: mayWrite('departments'),
    },
    { path: paths.department.pattern, page: async () => (await import('./DepartmentsDetail.tsx')).DepartmentsDetail },
  ],
  permission: mayRead('departments'),
};
