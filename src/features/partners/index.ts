import { Handshake } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { pagesOf } from '#crud/pagesOf.ts';

export const feature = defineFeature('partners', {
  id: 'feature:partners',
  namespaces: ['files', 'reservations'],
  nav: { group: 'people', label: 'partners:title', icon: Handshake, key: 'p' },
  add: pagesOf('partners').add,
  list: async () => (await import('./PartnersList.tsx')).PartnersList,
  form: async () => ({
    resource: (await import('./resource.ts')).resource,
    Fields: (await import('./PartnerFields.tsx')).PartnerFields,
  }),
  record: async () => (await import('./PartnersDetail.tsx')).PartnersDetail,
});
