import { Fingerprint } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { paths } from '#paths.ts';

export const feature = defineFeature('privacy', {
  id: 'feature:privacy',
  namespaces: ['users'],
  nav: { group: 'administration', label: 'privacy:title', about: 'privacy:intro', icon: Fingerprint, key: 'n' },
  list: async () => (await import('./PrivacyPage.tsx')).PrivacyPage,
  record: async () => (await import('./FoundPersonPage.tsx')).FoundPersonPage,
  more: [
    { path: paths.userPrivacy.pattern, page: async () => (await import('./PersonPrivacyPage.tsx')).PersonPrivacyPage },
  ],
});
