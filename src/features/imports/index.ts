import { FileInput } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('imports', {
  id: 'feature:imports',
  nav: { group: 'administration', label: 'imports:title', about: 'imports:lead', icon: FileInput, key: 'j' },
  list: async () => (await import('./ImportsPage.tsx')).ImportsPage,
  record: async () => (await import('./ImportPage.tsx')).ImportPage,
});
