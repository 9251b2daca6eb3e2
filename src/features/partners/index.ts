import { Handshake } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';
import { add } from './add.ts';

export const feature: Feature = {
  id: 'feature:partners',
  namespaces: ['partners', 'crud', 'files'],
  nav: { label: 'partners:title', to: paths.partners.href(), icon: Handshake, key: 'p' },
  add,
  finds: { partners: ({ id }) => paths.partner.href({ id }) },
  routes: [
    { path: paths.partners.pattern, page: async () => (await import('./PartnersList.tsx')).PartnersList },
    {
      path: paths.partnerCreate.pattern,
      page: async () => (await import('./PartnersCreate.tsx')).PartnersCreate,
      permission: mayWrite('partners'),
    },
    { path: paths.partner.pattern, page: async () => (await import('./PartnersDetail.tsx')).PartnersDetail },
  ],
  permission: mayRead('partners'),
};
