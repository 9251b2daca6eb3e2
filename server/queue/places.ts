/** Work under way in one process, at most so much at once. */
export type Places = {
  /** Takes what is due into the free places. Answers when it is taken. @throws what taking throws */
  fill: () => Promise<void>;
  /** Answers when nothing is under way and nothing is due. @throws what taking throws */
  drain: () => Promise<void>;
  /** Takes no more. Answers when nothing is under way. */
  stop: () => Promise<void>;
};

/**
 * Lets a process work on several things at once: slow work keeps its own place and holds up no other. A place that becomes
 * free is filled again.
 * @param most how many places there are
 * @param take claims up to so much work
 * @param perform does the work; a failure is only reported
 */
export function createPlaces<Work>(
  most: number,
  {
    take,
    perform,
    onError,
  }: {
    take: (most: number) => Promise<readonly Work[]>;
    perform: (work: Work) => Promise<void>;
    onError: (error: unknown, work: Work) => void;
  },
): Places {
  const underWay = new Set<Promise<void>>();
  let taking: Promise<void> | null = null;
  let isAskedAgain = false;
  let isStopped = false;

  const begin = (work: Work) => {
    const working = perform(work)
      .catch((error: unknown) => onError(error, work))
      .finally(() => {
        underWay.delete(working);
        // Whoever looks next finds the same failure and reports it.
        fill().catch(() => undefined);
      });
    underWay.add(working);
  };

  const fill = (): Promise<void> => {
    isAskedAgain = true;
    taking ??= (async () => {
      while (isAskedAgain) {
        isAskedAgain = false;
        const free = isStopped ? 0 : most - underWay.size;
        if (free > 0) for (const work of await take(free)) begin(work);
      }
    })().finally(() => {
      taking = null;
    });
    return taking;
  };

  return {
    fill,
    drain: async () => {
      await fill();
      while (underWay.size > 0) {
        await Promise.race(underWay);
        await fill();
      }
    },
    stop: async () => {
      isStopped = true;
      // What is being claimed at this moment is done as well.
      await taking?.catch(() => undefined);
      await Promise.all(underWay);
    },
  };
}
