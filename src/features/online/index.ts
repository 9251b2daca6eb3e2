import { Video } from 'lucide-react';
import { alertedRequests, waitingRequests } from '#api/interpretations.ts';
import type { Feature } from '#crud/feature.ts';
import { paths, waitingOnlineHref } from '#paths.ts';

const record = async () => (await import('./OnlineDetail.tsx')).OnlineDetail;

export const feature: Feature = {
  id: 'feature:online',
  namespaces: ['online', 'interpretations', 'live', 'crud'],
  nav: {
    group: 'today',
    label: 'online:title',
    to: paths.online.href(),
    icon: Video,
    key: 'i',
    alert: {
      read: waitingRequests({ channel: ['online'], page_size: alertedRequests }),
      label: 'online:waitingCount',
      to: waitingOnlineHref,
      // Interpreters read their own requests only, which have been answered.
      permission: (verdicts) => verdicts.interpretations && verdicts.overview === 'all',
      urgent: (id) => paths.onlineInterpretation.href({ id }),
    },
  },
  searchLinks: { online: ({ id }) => paths.onlineInterpretation.href({ id }) },
  routes: [
    { path: paths.online.pattern, page: async () => (await import('./OnlineList.tsx')).OnlineList },
    { path: paths.onlineInterpretation.pattern, page: record },
    { path: paths.onlineInterpretationEdit.pattern, page: record },
  ],
  permission: (verdicts) => verdicts.interpretations,
};
