/** The platforms with a published version (specification §2), in display order. */
export const platforms = ['android', 'apple', 'web', 'admin', 'backend'] as const;
export type Platform = (typeof platforms)[number];
