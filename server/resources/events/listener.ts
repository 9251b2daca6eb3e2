import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { ApiProblem } from '../../problem.ts';
import { channel } from './announcements.ts';

/** How long a process waits until it hears itself, in milliseconds. */
const testTimeout = 10_000;

type Stop = () => Promise<void>;

type Hearing = {
  hear: (payload: string) => void;
  onBegin: () => void;
  /** Notifications no longer arrive; the next call of `listen` begins again. */
  onLost: (cause: unknown) => void;
};

/** Listens to what the database announces, and notices when it falls silent. */
export function createListener(database: Database, { hear, onBegin, onLost }: Hearing) {
  const self = randomUUID();
  let listening: Promise<Stop> | null = null;
  let heardSelf = Promise.withResolvers<void>();

  const lose = (cause: unknown) => {
    const lost = listening;
    listening = null;
    onLost(cause);
    void lost?.then(
      (stop) => stop(),
      () => undefined,
    );
  };

  /** Sends a notification to itself. @throws if it does not arrive: a connection fell silent, or a pooler forgets who listens. */
  const hearSelf = async () => {
    heardSelf = Promise.withResolvers();
    const late = setTimeout(() => heardSelf.reject(new Error('A notification did not arrive.')), testTimeout);
    try {
      await Promise.all([heardSelf.promise, sql`select pg_notify(${channel}, ${self})`.execute(database.db)]);
    } finally {
      clearTimeout(late);
    }
  };

  const begin = async (): Promise<Stop> => {
    const receive = (payload: string) => (payload === self ? heardSelf.resolve() : hear(payload));
    const stop = await database.listen(channel, receive, () => lose(new Error('The connection was closed.')));
    try {
      await hearSelf();
    } catch (error) {
      await stop();
      throw error;
    }
    onBegin();
    return stop;
  };

  return {
    /** Begins to listen unless this process listens already. @throws ApiProblem backend_unreachable. */
    listen: async (): Promise<void> => {
      if (!listening) {
        const begun = begin().catch((error: unknown) => {
          // Lost meanwhile, and begun again.
          if (listening === begun) listening = null;
          throw new ApiProblem('backend_unreachable', {}, { cause: error });
        });
        listening = begun;
      }
      await listening;
    },

    check: (): void => void hearSelf().catch(lose),

    stop: async (): Promise<void> => {
      const stop = await listening?.catch(() => null);
      await stop?.();
    },
  };
}
