/** How often running interpretations are polled while the page is visible, in milliseconds. */
export const refreshEvery = 10_000;
