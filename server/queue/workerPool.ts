/** Runs work concurrently within one process, up to a limit. */
export type WorkerPool = {
  /** Claims due work for the free slots. Resolves once it is claimed. @throws the error of claiming */
  fill: () => Promise<void>;
  /** Resolves once nothing is running and nothing is due. @throws the error of claiming */
  drain: () => Promise<void>;
  /** Claims no more work. Resolves once nothing is running. */
  stop: () => Promise<void>;
};

/**
 * Creates a pool: slow work occupies its own slot and delays no other. Free slots are refilled.
 * @param most the number of slots
 * @param take claims up to a number of work items
 * @param perform runs one; failures are only reported
 */
export function createWorkerPool<Work>(
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
): WorkerPool {
  const underWay = new Set<Promise<void>>();
  let taking: Promise<void> | null = null;
  let isAskedAgain = false;
  let isStopped = false;

  const begin = (work: Work) => {
    const working = perform(work)
      .catch((error: unknown) => onError(error, work))
      .finally(() => {
        underWay.delete(working);
        // The next fill meets the same error and reports it.
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
      // Work that is being claimed is still run.
      await taking?.catch(() => undefined);
      await Promise.all(underWay);
    },
  };
}
