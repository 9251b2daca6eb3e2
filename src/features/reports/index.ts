import { ChartColumn } from 'lucide-react';
import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:reports',
  namespaces: ['reports', 'chart', 'crud'],
  nav: { group: 'insight', label: 'reports:title', to: paths.reports.href(), icon: ChartColumn, key: 't' },
  routes: [{ path: paths.reports.pattern, page: async () => (await import('./ReportsPage.tsx')).ReportsPage }],
  permission: (verdicts) => verdicts.reports,
};
