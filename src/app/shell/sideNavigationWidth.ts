/** The width of the navigation: pinned with labels, wider if the reader's text is larger; slim with icons only. */
export const sideNavigationWidth = { pinned: 'min(15rem, max(240px, 30vi))', slim: '64px' } as const;
