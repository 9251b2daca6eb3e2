import { MapPin } from 'lucide-react';
import { alertedRequests, waitingRequests } from '#api/interpretations.ts';
import type { Feature } from '#crud/feature.ts';
import { paths, waitingLiveHref } from '#paths.ts';

const record = async () => (await import('./OfflineDetail.tsx')).OfflineDetail;

export const feature: Feature = {
  id: 'feature:offline',
  namespaces: ['offline', 'interpretations', 'live', 'crud'],
  nav: {
    group: 'today',
    label: 'offline:title',
    to: paths.offline.href(),
    icon: MapPin,
    key: 'e',
    alert: {
      read: waitingRequests({ channel: ['live'], page_size: alertedRequests }),
      label: 'offline:waitingCount',
      to: waitingLiveHref,
      // Interpreters read their own requests only, which have been answered.
      permission: (verdicts) => verdicts.interpretations && verdicts.overview === 'all',
      urgent: (id) => paths.offlineInterpretation.href({ id }),
    },
  },
  searchLinks: { live: ({ id }) => paths.offlineInterpretation.href({ id }) },
  routes: [
    { path: paths.offline.pattern, page: async () => (await import('./OfflineList.tsx')).OfflineList },
    { path: paths.offlineInterpretation.pattern, page: record },
    { path: paths.offlineInterpretationEdit.pattern, page: record },
  ],
  permission: (verdicts) => verdicts.interpretations,
};
