import { MessageSquareText } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';

export const feature: Feature = {
  id: 'feature:feedback',
  namespaces: ['feedback', 'live', 'crud'],
  nav: { label: 'feedback:title', to: paths.feedback.href(), icon: MessageSquareText, key: 'f' },
  routes: [
    { path: paths.feedback.pattern, page: async () => (await import('./FeedbackList.tsx')).FeedbackList },
    { path: paths.oneFeedback.pattern, page: async () => (await import('./FeedbackDetail.tsx')).FeedbackDetail },
  ],
  permission: (verdicts) => verdicts.feedback,
};
