import { Layers } from 'lucide-react';
import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:versions',
  namespaces: ['versions'],
  nav: {
    group: 'administration',
    label: 'versions:title',
    about: 'versions:intro',
    to: paths.versions.href(),
    icon: Layers,
    key: 'v',
  },
  permission: ({ versions }) => versions,
  routes: [{ path: paths.versions.pattern, page: async () => (await import('./VersionsPage.tsx')).VersionsPage }],
};
