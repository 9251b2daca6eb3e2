import { ServerCog } from 'lucide-react';
import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';
import { everybody } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:administration',
  namespaces: ['administration'],
  nav: {
    group: 'system',
    holds: 'administration',
    label: 'administration:title',
    to: paths.administration.href(),
    icon: ServerCog,
    key: 'x',
  },
  routes: [
    {
      path: paths.administration.pattern,
      page: async () => (await import('./AdministrationPage.tsx')).AdministrationPage,
    },
  ],
  permission: everybody,
};
