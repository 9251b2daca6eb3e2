import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('venues', {
  id: 'feature:venues',
  namespaces: ['partners'],
  list: async () => (await import('./VenuesList.tsx')).VenuesList,
  create: async () => (await import('./VenuesCreate.tsx')).VenuesCreate,
  record: async () => (await import('./VenuesDetail.tsx')).VenuesDetail,
});
