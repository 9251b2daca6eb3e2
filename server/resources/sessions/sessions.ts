import type { FastifyRequest } from 'fastify';
import type { OwnSessions } from '../../../contract/sessions.ts';
import type { Services } from '../../services.ts';
import { deviceNameOf } from '../../auth/deviceName.ts';
import { addAuditEntry, type Trx, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import type { Recipient } from '../../notifications/events.ts';
import { ApiProblem } from '../../problem.ts';
import { endSession, endSessions, sessionsOf } from './repository.ts';

/** Locks the user of an act for the transaction, if the caller may do it. */
type LockUser = (trx: Trx, now: Date) => Promise<Recipient & { id: string }>;

/** The sessions of users: listed and ended by their owner, and ended by owners of the deployment. */
export type Sessions = {
  listOwn: (request: FastifyRequest) => Promise<OwnSessions>;
  /** Ends one of the caller's. @throws ApiProblem not_found. */
  endOwn: (request: FastifyRequest, id: string) => Promise<void>;
  /** Ends all of the caller's but the one of this call. */
  endOthers: (request: FastifyRequest) => Promise<void>;
  /**
   * Ends one session of a user, or all (`id` null), and notifies the user.
   * @throws ApiProblem not_found if the user has no such session.
   */
  end: (request: FastifyRequest, lock: LockUser, id: string | null) => Promise<void>;
};

/** @see Sessions */
export function createSessions({ database: { db }, clock, notify }: Services): Sessions {
  /** Runs an act on sessions of a user, with its entry in the audit log. */
  const act = async (
    request: FastifyRequest,
    name: 'end_session' | 'end_sessions',
    end: (trx: Trx, now: Date) => Promise<string>,
  ): Promise<void> => {
    const caller = { request, now: clock(), act: name };
    await write(db, caller, async (trx) => {
      const userId = await end(trx, caller.now);
      await addAuditEntry(trx, caller, { collection: 'users', id: userId });
    });
  };

  return {
    listOwn: async (request) => {
      const { person, tokenHash } = sessionOf(request);
      const rows = await sessionsOf(db, person.id, clock());
      return {
        results: rows.map(({ id, token_hash, user_agent, created, used }) => ({
          id,
          ...deviceNameOf(user_agent),
          started: created.toISOString(),
          used: used.toISOString(),
          is_current: tokenHash.equals(token_hash),
        })),
      };
    },

    endOwn: (request, id) =>
      act(request, 'end_session', async (trx) => {
        const { person } = sessionOf(request);
        if (!(await endSession(trx, person.id, id))) throw new ApiProblem('not_found');
        return person.id;
      }),

    endOthers: (request) =>
      act(request, 'end_sessions', async (trx) => {
        const { person, tokenHash } = sessionOf(request);
        await endSessions(trx, person.id, tokenHash);
        return person.id;
      }),

    end: (request, lock, id) =>
      act(request, id === null ? 'end_sessions' : 'end_session', async (trx, now) => {
        const user = await lock(trx, now);
        const isEnded = id === null ? (await endSessions(trx, user.id, null)) > 0 : await endSession(trx, user.id, id);
        if (!isEnded) throw new ApiProblem('not_found');
        await notify(trx, null, [{ about: 'account', what: 'sessions_ended', to: [user] }]);
        return user.id;
      }),
  };
}
