import { LayoutDashboard } from 'lucide-react';
import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';
import { everybody } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:overview',
  namespaces: ['overview', 'chart'],
  nav: { group: 'today', label: 'overview:nav', to: paths.dashboard.href(), icon: LayoutDashboard, key: 'o' },
  routes: [{ path: paths.dashboard.pattern, page: async () => (await import('./OverviewPage.tsx')).OverviewPage }],
  permission: everybody,
};
