/** How often what is going on is asked for again while somebody looks, in milliseconds. */
export const refreshEvery = 10_000;
