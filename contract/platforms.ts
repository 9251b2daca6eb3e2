/** The platforms with a published version (R99), in display order. */
export const platforms = ['android', 'apple', 'web', 'admin', 'backend'] as const;
export type Platform = (typeof platforms)[number];
