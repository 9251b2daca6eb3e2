/** How long a person waits for the mail server, and how long one that has failed is not tried for somebody who waits. */
export const [awaitFor, restAfterFailure] = [3_000, 5_000];

/** What this process knows of the mail server, so that nobody waits for one that is slow or down. */
export type CircuitBreaker = {
  /** Runs a call to the mail server. A failure that took longer than anybody waits opens the circuit, a success closes it. */
  run: (call: () => Promise<void>) => Promise<void>;
  /** Whether a call that somebody waits for may be made: of a server that is down one is let through every few seconds. */
  allows: () => boolean;
  /** The failure that opened the circuit; null: it is closed. */
  failure: () => { cause: unknown } | null;
};

/** @see CircuitBreaker */
export function createCircuitBreaker(clock: () => Date): CircuitBreaker {
  let open: { cause: unknown; triedAgain: number } | null = null;
  return {
    run: async (call) => {
      const begun = performance.now();
      try {
        await call();
        open = null;
      } catch (error) {
        // A server that fails at once costs nobody time, so it is asked anew each time.
        open = performance.now() - begun < awaitFor ? null : { cause: error, triedAgain: clock().getTime() };
        throw error;
      }
    },
    allows: () => {
      const now = clock().getTime();
      if (open && now < open.triedAgain + restAfterFailure) return false;
      if (open) open.triedAgain = now;
      return true;
    },
    failure: () => open,
  };
}
