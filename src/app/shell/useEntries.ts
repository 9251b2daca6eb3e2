import { useAtomValue } from 'jotai';
import { userAtom } from '#session/session.ts';
import { type Feature, type FeatureNav, type NavGroup, navGroups } from '#crud/feature.ts';
import { dashboardFeaturesAtom } from '../features.ts';

/** The features that this deployment has and this person may open. */
export function useOpenFeatures(): readonly Feature[] {
  const features = useAtomValue(dashboardFeaturesAtom);
  const user = useAtomValue(userAtom);
  return features.filter(({ permission }) => user && (permission?.(user.verdicts) ?? true));
}

/** A group of the navigation with its entries. */
export type EntryGroup = { group: NavGroup; entries: readonly FeatureNav[] };

/** The navigation entries of the open features by group; groups without entries are left out. */
export function useEntryGroups(): readonly EntryGroup[] {
  const entries = useOpenFeatures().flatMap(({ nav }) => nav ?? []);
  return navGroups
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter((group) => group.entries.length > 0);
}

/** The navigation entries of the open features, in the order of the navigation. */
export function useEntries(): readonly FeatureNav[] {
  return useEntryGroups().flatMap(({ entries }) => entries);
}
