import { ListOrdered } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('queues', {
  id: 'feature:queues',
  namespaces: ['arrange'],
  nav: { group: 'setup', label: 'queues:title', about: 'queues:intro', icon: ListOrdered, key: 'q' },
  list: async () => (await import('./QueuesPage.tsx')).QueuesPage,
});
