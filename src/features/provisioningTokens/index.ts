import { RefreshCw } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('provisioning_tokens', {
  id: 'feature:provisioningTokens',
  nav: { group: 'setup', label: 'provisioningTokens:title', icon: RefreshCw, key: 'z' },
  list: async () => (await import('./ProvisioningTokensPage.tsx')).ProvisioningTokensPage,
});
