/** How wide the navigation is: pinned with its words, slim with icons alone, and as a drawer. */
export const railWidth = { pinned: '240px', slim: '64px', drawer: 'min(300px, 85vi)' } as const;
