import { Video } from 'lucide-react';
import { waitingRequests } from '#api/interpretations.ts';
import type { Feature } from '#crud/feature.ts';
import { paths, waitingEmergenciesHref } from '#paths.ts';

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
      read: waitingRequests({ channel: ['online'], queue_type: ['emergency'] }),
      label: 'online:waitingCount',
      to: waitingEmergenciesHref,
      // Interpreters read their own requests only, which have been answered.
      permission: (verdicts) => verdicts.interpretations && verdicts.overview === 'all',
      isUrgent: true,
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
