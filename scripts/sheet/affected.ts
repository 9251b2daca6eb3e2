/** The bundles that were on the sheet when it was accepted: digest by deployment. */
export type Accepted = Readonly<Record<string, string>>;

/**
 * The deployments whose pictures must be taken again: those with another bundle than the accepted one, and new ones.
 * @param built digest by deployment, of the bundles as they are now.
 */
export function affected(built: Accepted, accepted: Accepted): string[] {
  return Object.keys(built).filter((id) => built[id] !== accepted[id]);
}
