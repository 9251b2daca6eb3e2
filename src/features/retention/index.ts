import { Hourglass } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('retention', {
  id: 'feature:retention',
  nav: { group: 'administration', label: 'retention:title', about: 'retention:about', icon: Hourglass, key: 'm' },
  list: async () => (await import('./RetentionPage.tsx')).RetentionPage,
});
