import { Webhook } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('webhooks', {
  id: 'feature:webhooks',
  nav: { group: 'administration', label: 'webhooks:title', about: 'webhooks:about', icon: Webhook, key: 'h' },
  list: async () => (await import('./WebhooksPage.tsx')).WebhooksPage,
  record: async () => (await import('./WebhookPage.tsx')).WebhookPage,
});
