import { MessageSquareText } from 'lucide-react';
import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:feedback',
  namespaces: ['feedback', 'live', 'users', 'crud'],
  nav: { group: 'insight', label: 'feedback:title', to: paths.feedback.list.href(), icon: MessageSquareText, key: 'f' },
  routes: [
    { path: paths.feedback.list.pattern, page: async () => (await import('./FeedbackList.tsx')).FeedbackList },
    { path: paths.feedback.record.pattern, page: async () => (await import('./FeedbackDetail.tsx')).FeedbackDetail },
    {
      path: paths.userFeedback.pattern,
      page: async () => (await import('./PersonFeedback.tsx')).PersonFeedback,
      permission: (verdicts) => verdicts.users,
    },
  ],
  permission: (verdicts) => verdicts.feedback,
};
