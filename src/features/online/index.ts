import { Video } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:online',
  namespaces: ['online', 'overview'],
  nav: { label: 'online:title', to: paths.online.href(), icon: Video },
  routes: [{ path: paths.online.pattern, page: async () => (await import('./OnlinePage.tsx')).OnlinePage }],
  permission: (verdicts) => verdicts.interpretations,
};
