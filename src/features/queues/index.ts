import { ListOrdered } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayRead } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:queues',
  namespaces: ['queues', 'crud'],
  nav: { label: 'queues:title', to: paths.queues.href(), icon: ListOrdered, key: 'q' },
  routes: [{ path: paths.queues.pattern, page: async () => (await import('./QueuesPage.tsx')).QueuesPage }],
  permission: mayRead('queues'),
};
