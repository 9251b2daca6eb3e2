/** The platforms whose latest version is published (specification §2), in the order in which they are shown. */
export const platforms = ['android', 'apple', 'web', 'admin', 'backend'] as const;
export type Platform = (typeof platforms)[number];
