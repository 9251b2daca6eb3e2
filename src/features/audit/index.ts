import { History } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayRead } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:audit',
  namespaces: ['audit', 'live', 'crud'],
  nav: { label: 'audit:title', to: paths.audit.href(), icon: History, key: 'a' },
  routes: [{ path: paths.audit.pattern, page: async () => (await import('./AuditPage.tsx')).AuditPage }],
  permission: mayRead('audit'),
};
