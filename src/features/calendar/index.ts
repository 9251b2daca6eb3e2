import { CalendarDays } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { paths } from '#paths.ts';

export const feature = defineFeature('calendar', {
  id: 'feature:calendar',
  namespaces: ['users'],
  nav: { group: 'today', label: 'calendar:title', icon: CalendarDays, key: 'k' },
  add: { label: 'calendar:add', href: paths.calendar.create.href(), kind: 'calendar' },
  list: async () => (await import('./CalendarPage.tsx')).CalendarPage,
  create: async () => (await import('./CreatePage.tsx')).CreatePage,
  more: [
    {
      path: paths.userShifts.pattern,
      page: async () => (await import('./PersonShifts.tsx')).PersonShifts,
      permission: (verdicts) => verdicts.users,
    },
  ],
});
