import { getDefaultStore } from 'jotai';
import type { Flags } from '../../contract/flags.ts';
import { loadNamespaces } from '#i18n/i18n.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import type { Feature } from '#crud/feature.ts';
import { dashboardFeaturesAtom } from '#crud/openFeatures.ts';
import { gates } from './gates.ts';

type Registry = Record<string, () => Promise<{ feature: Feature }>>;

/** Every feature by its folder, in the order of the navigation within each group. A new one is a line here and its paths in `paths.ts`. */
export const registry = {
  /** Signed out, under /auth. */
  auth: {
    auth: () => import('#features/auth/index.ts'),
    enterCode: () => import('#features/enterCode/index.ts'),
    passwords: () => import('#features/passwords/index.ts'),
    emailLinks: () => import('#features/emailLinks/index.ts'),
    registration: () => import('#features/registration/index.ts'),
    nationalId: () => import('#features/nationalId/index.ts'),
    singleSignOn: () => import('#features/singleSignOn/index.ts'),
    demoAuth: () => import('#features/demoAuth/index.ts'),
  },
  /** Signed in, under /dashboard. */
  dashboard: {
    overview: () => import('#features/overview/index.ts'),
    calendar: () => import('#features/calendar/index.ts'),
    absences: () => import('#features/absences/index.ts'),
    online: () => import('#features/online/index.ts'),
    offline: () => import('#features/offline/index.ts'),
    reservations: () => import('#features/reservations/index.ts'),
    users: () => import('#features/users/index.ts'),
    partners: () => import('#features/partners/index.ts'),
    venues: () => import('#features/venues/index.ts'),
    videos: () => import('#features/videos/index.ts'),
    partnerUsers: () => import('#features/partnerUsers/index.ts'),
    contacts: () => import('#features/contacts/index.ts'),
    feedback: () => import('#features/feedback/index.ts'),
    reports: () => import('#features/reports/index.ts'),
    setup: () => import('#features/setup/index.ts'),
    departments: () => import('#features/departments/index.ts'),
    closureCategories: () => import('#features/closureCategories/index.ts'),
    queues: () => import('#features/queues/index.ts'),
    partnerCategories: () => import('#features/partnerCategories/index.ts'),
    sliders: () => import('#features/sliders/index.ts'),
    administration: () => import('#features/administration/index.ts'),
    serviceAccounts: () => import('#features/serviceAccounts/index.ts'),
    webhooks: () => import('#features/webhooks/index.ts'),
    imports: () => import('#features/imports/index.ts'),
    retention: () => import('#features/retention/index.ts'),
    privacy: () => import('#features/privacy/index.ts'),
    audit: () => import('#features/audit/index.ts'),
    securityEvents: () => import('#features/securityEvents/index.ts'),
    versions: () => import('#features/versions/index.ts'),
    ownPassword: () => import('#features/ownPassword/index.ts'),
    ownEmail: () => import('#features/ownEmail/index.ts'),
    ownSignIn: () => import('#features/ownSignIn/index.ts'),
    notifications: () => import('#features/notifications/index.ts'),
    calendarFeeds: () => import('#features/calendarFeeds/index.ts'),
    nationalIds: () => import('#features/nationalIds/index.ts'),
    workAccounts: () => import('#features/workAccounts/index.ts'),
  },
} satisfies Record<string, Registry>;

export type Area = keyof typeof registry;

function isOn(folder: string, flags: Flags): boolean {
  const gate = Object.entries(gates).find(([gated]) => gated === folder)?.[1];
  return gate === undefined || flags[gate];
}

/** The features of an area that the flags enable. Its deployment has no translations of those that they disable. */
export async function enabledFeatures(area: Area, flags: Flags): Promise<Feature[]> {
  const entries: Registry = registry[area];
  const folders = Object.entries(entries).filter(([folder]) => isOn(folder, flags));
  const features = await Promise.all(folders.map(async ([, load]) => (await loadChunk(load)).feature));
  return features.map((feature) => ({
    ...feature,
    namespaces: feature.namespaces.filter((namespace) => isOn(namespace, flags)),
  }));
}

/** Loads the features of an area that the deployment's flags enable, and the translations of their navigation entries. */
export async function loadFeatures(area: Area, flags: Flags): Promise<Feature[]> {
  const features = await enabledFeatures(area, flags);
  const words = features.flatMap(({ nav, namespaces }) => (nav ? namespaces : []));
  // Signed-in pages need all error messages; the sign-in page loads them when somebody types.
  await loadNamespaces(area === 'dashboard' ? ['errors', ...words] : words);
  if (area === 'dashboard') getDefaultStore().set(dashboardFeaturesAtom, features);
  return features;
}
