import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('videos', {
  id: 'feature:videos',
  namespaces: ['partners', 'files', 'languages'],
  list: async () => (await import('./VideosList.tsx')).VideosList,
  create: async () => (await import('./VideosCreate.tsx')).VideosCreate,
  record: async () => (await import('./VideosDetail.tsx')).VideosDetail,
});
