import { History } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('audit', {
  id: 'feature:audit',
  namespaces: ['live'],
  nav: { group: 'administration', label: 'audit:title', about: 'audit:intro', icon: History, key: 'a' },
  list: async () => (await import('./AuditPage.tsx')).AuditPage,
});
