import { useAtomValue } from 'jotai';
import { userAtom } from '#session/session.ts';
import type { Feature } from '#crud/feature.ts';
import { dashboardFeaturesAtom } from '../features.ts';

/** The features that this deployment has and this person may open. */
export function useOpenFeatures(): readonly Feature[] {
  const features = useAtomValue(dashboardFeaturesAtom);
  const user = useAtomValue(userAtom);
  return features.filter(({ permission }) => user && (permission?.(user.verdicts) ?? true));
}

/** The navigation entries of the open features. */
export function useEntries() {
  return useOpenFeatures().flatMap(({ nav }) => nav ?? []);
}
