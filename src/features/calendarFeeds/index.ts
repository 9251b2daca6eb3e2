import { defineFeature } from '#crud/defineFeature.ts';

export const feature = defineFeature('calendar_feeds', {
  id: 'feature:calendarFeeds',
  list: async () => (await import('./CalendarFeedsPage.tsx')).CalendarFeedsPage,
});
