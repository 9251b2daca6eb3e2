/** The shortest time between two rounds of reads, in milliseconds. */
const pause = 1_000;

/** The longest random delay of a round, in milliseconds, so that pages do not all read at the same moment. */
const spread = 150;

type Read = (...prefixes: string[]) => Promise<void>;

/**
 * Collects the reads that changes make stale, and reads each once a round: at once after a quiet time, then once a second at most. A
 * hidden page only reads what is seen from outside (`hidden`), and the rest when it is shown again.
 */
export function collectReads({ visible, hidden }: { visible: Read; hidden: Read }) {
  const waiting = new Set<string>();
  const later = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let last = -Infinity;

  const schedule = () => {
    if (timer !== undefined || isReading || waiting.size === 0) return;
    timer = setTimeout(() => void run(), Math.max(Math.random() * spread, last + pause - performance.now()));
  };
  const run = async () => {
    timer = undefined;
    last = performance.now();
    const prefixes = [...waiting];
    waiting.clear();
    // The next round would discard answers that are still on their way.
    isReading = true;
    if (document.hidden) for (const prefix of prefixes) later.add(prefix);
    await (document.hidden ? hidden : visible)(...prefixes).catch(() => undefined);
    isReading = false;
    schedule();
  };
  const add = (...prefixes: string[]) => {
    for (const prefix of prefixes) waiting.add(prefix);
    schedule();
  };
  const catchUp = () => {
    if (document.hidden) return;
    add(...later);
    later.clear();
  };
  document.addEventListener('visibilitychange', catchUp);
  return {
    add,
    stop: () => {
      clearTimeout(timer);
      waiting.clear();
      document.removeEventListener('visibilitychange', catchUp);
    },
  };
}
