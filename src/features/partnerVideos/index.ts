import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:partnerVideos',
  namespaces: ['partnerVideos', 'partners', 'files', 'crud'],
  finds: { videos: ({ id, partner }) => paths.partnerVideo.href({ partner: partner ?? '', id }) },
  routes: [
    { path: paths.partnerVideos.pattern, page: async () => (await import('./VideosList.tsx')).VideosList },
    {
      path: paths.partnerVideoCreate.pattern,
      page: async () => (await import('./VideosCreate.tsx')).VideosCreate,
      permission: mayWrite('videos'),
    },
    { path: paths.partnerVideo.pattern, page: async () => (await import('./VideosDetail.tsx')).VideosDetail },
  ],
  permission: mayRead('videos'),
};
