import type { Announced } from '#api/query.ts';

/** The shortest time between two rounds of reads, in milliseconds. */
const pause = 1_000;

/** The longest random delay of a round, in milliseconds, so that pages do not all read at the same moment. */
const spread = 150;

type Reads = {
  visible: (changes: readonly Announced[]) => Promise<void>;
  hidden: (...prefixes: string[]) => Promise<void>;
};

/**
 * Collects changes, and reads what they make stale once a round: at once after a quiet time, then once a second at most. A hidden page
 * only reads what is seen from outside (`hidden`), and the rest when it is shown again.
 */
export function collectReads({ visible, hidden }: Reads) {
  let waiting: Announced[] = [];
  const later = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isStopped = false;
  let last = -Infinity;

  const schedule = () => {
    if (isStopped || timer !== undefined || isReading || waiting.length === 0) return;
    timer = setTimeout(() => void run(), Math.max(Math.random() * spread, last + pause - performance.now()));
  };
  const run = async () => {
    timer = undefined;
    last = performance.now();
    const changes = waiting;
    waiting = [];
    // The next round would discard answers that are still on their way.
    isReading = true;
    await (document.hidden ? readHidden(changes) : visible(changes)).catch(() => undefined);
    isReading = false;
    schedule();
  };
  const readHidden = (changes: readonly Announced[]) => {
    const prefixes = new Set(changes.flatMap((change) => change.prefixes));
    for (const prefix of prefixes) later.add(prefix);
    return hidden(...prefixes);
  };
  const add = (change: Announced) => {
    waiting.push(change);
    schedule();
  };
  const catchUp = () => {
    if (document.hidden || later.size === 0) return;
    add({ id: null, etag: null, prefixes: [...later] });
    later.clear();
  };
  document.addEventListener('visibilitychange', catchUp);
  return {
    add,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', catchUp);
    },
  };
}
