import { CalendarDays } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:calendar',
  namespaces: ['calendar', 'crud'],
  nav: { label: 'calendar:title', to: paths.calendar.href(), icon: CalendarDays, key: 'k' },
  add: { label: 'calendar:add', href: paths.calendarCreate.href(), verdict: 'calendar' },
  routes: [
    { path: paths.calendar.pattern, page: async () => (await import('./CalendarPage.tsx')).CalendarPage },
    {
      path: paths.calendarCreate.pattern,
      page: async () => (await import('./CreatePage.tsx')).CreatePage,
      permission: mayWrite('calendar'),
    },
  ],
  permission: mayRead('calendar'),
};
