/**
 * How often a missing script is asked for again. During a rolling update servers of the release before may be asked, which have not got
 * it: with two of three servers, four attempts failed for every ninth page.
 */
export const furtherAttempts = 10;

/** Waits 0.2 to 0.5 s: at random, as a balancer that asks its servers in turn could give a script the same server each time. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200 + 300 * Math.random()));
