import { Hourglass } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('retention', {
  id: 'feature:retention',
  nav: { group: 'insight', label: 'retention:title', icon: Hourglass, key: 'm' },
  list: async () => (await import('./RetentionPage.tsx')).RetentionPage,
});
