import { KeySquare } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('service_accounts', {
  id: 'feature:serviceAccounts',
  nav: {
    group: 'administration',
    label: 'serviceAccounts:title',
    about: 'serviceAccounts:about',
    icon: KeySquare,
    key: 'z',
  },
  list: async () => (await import('./ServiceAccountsPage.tsx')).ServiceAccountsPage,
});
