/** How long nobody waits for the mail server after a slow failure, in milliseconds. */
const pauseAfterFailure = 5_000;

/** The state of the mail server as seen by this process, so that nobody waits for a slow or broken one. */
export type CircuitBreaker = {
  /** Runs a call to the mail server. A slow failure opens the circuit, a success closes it. */
  run: (call: () => Promise<void>) => Promise<void>;
  /** Whether an awaited call may be made: with an open circuit, one every few seconds. */
  allows: () => boolean;
  /** The failure that opened the circuit; null: closed. */
  failure: () => { cause: unknown } | null;
};

/**
 * @see CircuitBreaker
 * @param mailWait how long a person waits for the mail server, in milliseconds
 */
export function createCircuitBreaker(clock: () => Date, mailWait: number): CircuitBreaker {
  let open: { cause: unknown; triedAgain: number } | null = null;
  return {
    run: async (call) => {
      const begun = performance.now();
      try {
        await call();
        open = null;
      } catch (error) {
        // A fast failure delays nobody, so it does not open the circuit.
        open = performance.now() - begun < mailWait ? null : { cause: error, triedAgain: clock().getTime() };
        throw error;
      }
    },
    allows: () => {
      const now = clock().getTime();
      if (open && now < open.triedAgain + pauseAfterFailure) return false;
      if (open) open.triedAgain = now;
      return true;
    },
    failure: () => open,
  };
}
