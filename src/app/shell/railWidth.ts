/** The width of the navigation: pinned with labels, slim with icons only. */
export const railWidth = { pinned: '240px', slim: '64px' } as const;
