/** How often a stream of changes carries a comment, so that proxies keep it open, in milliseconds. */
export const heartbeatEvery = 20_000;
