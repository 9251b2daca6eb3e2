import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:venues',
  namespaces: ['venues', 'partners', 'crud'],
  finds: { venues: ({ id, partner }) => paths.venue.href({ partner: partner ?? '', id }) },
  routes: [
    { path: paths.venues.pattern, page: async () => (await import('./VenuesList.tsx')).VenuesList },
    {
      path: paths.venueCreate.pattern,
      page: async () => (await import('./VenuesCreate.tsx')).VenuesCreate,
      permission: mayWrite('venues'),
    },
    { path: paths.venue.pattern, page: async () => (await import('./VenuesDetail.tsx')).VenuesDetail },
  ],
  permission: mayRead('venues'),
};
