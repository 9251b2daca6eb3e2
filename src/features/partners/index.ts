import { Handshake } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { pagesOf } from '#crud/pagesOf.ts';

export const feature = defineFeature('partners', {
  id: 'feature:partners',
  namespaces: ['files', 'reservations'],
  nav: { group: 'people', label: 'partners:title', icon: Handshake, key: 'p' },
  add: pagesOf('partners').add,
  list: async () => (await import('./PartnersList.tsx')).PartnersList,
  create: async () => (await import('./PartnersCreate.tsx')).PartnersCreate,
  record: async () => (await import('./PartnersDetail.tsx')).PartnersDetail,
});
