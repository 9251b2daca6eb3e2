/** The width of the navigation: pinned with labels, slim with icons only. */
export const sideNavigationWidth = { pinned: '240px', slim: '64px' } as const;
