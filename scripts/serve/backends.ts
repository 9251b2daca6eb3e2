import type { FastifyInstance } from 'fastify';

/** An open backend of one deployment. */
export type Backend = { app: FastifyInstance; close: () => Promise<void> };

/** The backends of all deployments; a limited number is open. */
export type Backends = {
  /**
   * Opens a deployment's backend if needed and calls `act` with it. The backend stays open until the promise of `act` settles.
   * @throws the error of opening it; the next call tries again.
   */
  with: <Result>(id: string, act: (app: FastifyInstance) => Promise<Result>) => Promise<Result>;
  /** Ids of the open backends, the least recently used first. */
  open: () => string[];
  /** Waits for pending calls, then closes all backends. */
  close: () => Promise<void>;
};

/** `isHeld`: it counts towards the limit, because it is opening or open; before that it waits. */
type Entry = { backend: Promise<Backend>; isHeld: boolean; users: number };

/**
 * Keeps at most `max` backends open, because an embedded database takes about 500 MB. To open another one, the least recently used
 * idle backend is closed; if none is idle, the call waits.
 */
export function keepBackends(openBackend: (id: string) => Promise<Backend>, max: number): Backends {
  // Ordered by last use: every use inserts the entry again at the end of the Map.
  const entries = new Map<string, Entry>();
  let last: Promise<unknown> = Promise.resolve();
  let released = Promise.withResolvers<void>();

  // Runs tasks one after another, so that two backends do not take the same free place.
  const inSequence = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };

  const close = async (id: string, { backend }: Entry) => {
    entries.delete(id);
    await (await backend).close();
  };

  const makeRoom = async () => {
    for (;;) {
      const held = [...entries].filter(([, { isHeld }]) => isHeld);
      if (held.length < max) return;
      const idle = held.find(([, { users }]) => users === 0);
      if (idle) await close(...idle);
      else await released.promise;
    }
  };

  const newEntry = (id: string): Entry => {
    const backend = inSequence(async () => {
      await makeRoom();
      entry.isHeld = true;
      return openBackend(id);
    });
    const entry: Entry = { backend, isHeld: false, users: 0 };
    // All waiting calls get the error; the next call tries again.
    backend.catch(() => entries.delete(id));
    return entry;
  };

  const release = (entry: Entry) => {
    entry.users -= 1;
    released.resolve();
    released = Promise.withResolvers();
  };

  return {
    with: async (id, act) => {
      const entry = entries.get(id) ?? newEntry(id);
      entries.delete(id);
      entries.set(id, entry);
      entry.users += 1;
      try {
        return await act((await entry.backend).app);
      } finally {
        release(entry);
      }
    },
    open: () => [...entries.keys()],
    close: () =>
      inSequence(async () => {
        while ([...entries.values()].some(({ users }) => users > 0)) await released.promise;
        await Promise.all([...entries].map((entry) => close(...entry)));
      }),
  };
}
