import { ShieldCheck } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('security_events', {
  id: 'feature:securityEvents',
  namespaces: ['audit', 'live', 'reports'],
  nav: {
    group: 'administration',
    label: 'securityEvents:title',
    about: 'securityEvents:intro',
    icon: ShieldCheck,
    key: 'w',
  },
  list: async () => (await import('./SecurityLogPage.tsx')).SecurityLogPage,
});
