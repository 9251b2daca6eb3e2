/** SHA-256 digests of bundles, by deployment. */
export type BundleDigests = Readonly<Record<string, string>>;

/** Deployments that are new or whose bundle differs from the accepted one. */
export function changedBundles(built: BundleDigests, accepted: BundleDigests): string[] {
  return Object.keys(built).filter((id) => built[id] !== accepted[id]);
}
