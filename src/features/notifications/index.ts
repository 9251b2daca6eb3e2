import type { Feature } from '#crud/feature.ts';
import { paths } from '#paths.ts';
import { everybody } from '#session/permission.ts';

export const feature: Feature = {
  id: 'feature:notifications',
  namespaces: ['notifications', 'crud'],
  routes: [
    {
      path: paths.notifications.pattern,
      page: async () => (await import('./NotificationsPage.tsx')).NotificationsPage,
    },
    {
      path: paths.notificationSettings.pattern,
      page: async () => (await import('./SettingsPage.tsx')).SettingsPage,
    },
  ],
  permission: everybody,
};
