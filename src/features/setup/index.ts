import { Settings2 } from 'lucide-react';
import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';
import { everybody } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:setup',
  namespaces: ['setup'],
  nav: { group: 'system', holds: 'setup', label: 'setup:title', to: paths.setup.href(), icon: Settings2, key: 'b' },
  routes: [{ path: paths.setup.pattern, page: async () => (await import('./SetupPage.tsx')).SetupPage }],
  permission: everybody,
};
