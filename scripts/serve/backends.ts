import type { FastifyInstance } from 'fastify';

/** An open backend of one deployment, and how it is put away again. */
export type Backend = { app: FastifyInstance; close: () => Promise<void> };

/** The backends of all deployments, of which a few are open. */
export type Backends = {
  /**
   * Calls `act` with a deployment's backend, opening it first when it is not open. It stays open until the promise of
   * `act` is settled.
   * @throws what opening threw; the next call tries again.
   */
  with: <Result>(id: string, act: (app: FastifyInstance) => Promise<Result>) => Promise<Result>;
  /** Which are open, the one used longest ago first. */
  open: () => string[];
  /** Waits for the calls under way, then closes everything. */
  close: () => Promise<void>;
};

/** `isHeld` from the moment it begins to open: before, it waits for room. */
type Entry = { backend: Promise<Backend>; isHeld: boolean; users: number };

/**
 * Keeps at most `max` backends open, since each embedded database takes some 500 MB: to open another, the idle one that was
 * used longest ago is closed. Where none is idle, the call waits for one.
 */
export function keepBackends(openBackend: (id: string) => Promise<Backend>, max: number): Backends {
  // A Map remembers the order of insertion: what is used is put in anew, so that the first is the oldest.
  const entries = new Map<string, Entry>();
  let last: Promise<unknown> = Promise.resolve();
  let released = Promise.withResolvers<void>();

  // One after the other: two that open at once would both find room for one.
  const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
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
    const backend = inTurn(async () => {
      await makeRoom();
      entry.isHeld = true;
      return openBackend(id);
    });
    const entry: Entry = { backend, isHeld: false, users: 0 };
    // Told to everybody who waits for it; whoever comes next tries again.
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
      inTurn(async () => {
        while ([...entries.values()].some(({ users }) => users > 0)) await released.promise;
        await Promise.all([...entries].map((entry) => close(...entry)));
      }),
  };
}
