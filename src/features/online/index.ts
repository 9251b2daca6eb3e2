import { Video } from 'lucide-react';
import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:online',
  namespaces: ['online', 'interpretations', 'live', 'crud'],
  nav: { group: 'today', label: 'online:title', to: paths.online.href(), icon: Video, key: 'i' },
  searchLinks: { online: ({ id }) => paths.onlineInterpretation.href({ id }) },
  routes: [
    { path: paths.online.pattern, page: async () => (await import('./OnlineList.tsx')).OnlineList },
    { path: paths.onlineInterpretation.pattern, page: async () => (await import('./OnlineDetail.tsx')).OnlineDetail },
  ],
  permission: (verdicts) => verdicts.interpretations,
};
