/** How wide the navigation is: pinned with its words, and slim with icons alone. */
export const railWidth = { pinned: '240px', slim: '64px' } as const;
