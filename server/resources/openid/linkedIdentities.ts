import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Identities } from '../../../contract/identities.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { addAuditEntry, type Trx, write } from '../../collection/write.ts';
import type { Tables } from '../../db/tables.ts';
import { sessionOf } from '../../http/guard.ts';
import type { Recipient } from '../../notifications/events.ts';
import { ApiProblem } from '../../problem.ts';
import { findSession, restoreSession } from '../auth/repository.ts';

/** The national IDs of users, or their accounts of an organisation: listed, and unlinked by their owner or by staff. */
export type LinkedIdentities = {
  /** The identities of a user. The caller checks permissions. */
  list: (userId: string) => Promise<Identities>;
  listOwn: (request: FastifyRequest) => Promise<Identities>;
  /** Unlinks one of the caller's; their other sessions end. @throws ApiProblem not_found. */
  unlinkOwn: (request: FastifyRequest, id: string) => Promise<void>;
  /**
   * Unlinks one of a user on behalf of the caller; all sessions of the user end.
   * @param lock locks the user if the caller may act on them
   * @throws ApiProblem not_found.
   */
  unlink: (
    request: FastifyRequest,
    lock: (trx: Trx, now: Date) => Promise<Recipient & { id: string }>,
    id: string,
  ) => Promise<void>;
};

/** A kind of identity: where it is stored, and how unlinking it is recorded and announced. */
export type IdentityKind = {
  list: (db: Kysely<Tables>, userId: string) => Promise<{ id: string; issuer: string; linked: Date }[]>;
  /** Unlinks one of a user; false if they have none with this id. The database ends their sessions and links. */
  remove: (trx: Trx, userId: string, id: string) => Promise<boolean>;
  act: string;
  news: 'national_id_unlinked' | 'identity_unlinked';
};

type Caller = { request: FastifyRequest; now: Date; act: string };

/** @see LinkedIdentities */
export function createLinkedIdentities(
  { database: { db }, clock, notify }: Pick<Dependencies, 'database' | 'clock'> & { notify: Notify },
  { list: listIdentities, remove, act, news }: IdentityKind,
): LinkedIdentities {
  const list = async (userId: string): Promise<Identities> => {
    const rows = await listIdentities(db, userId);
    return { results: rows.map(({ linked, ...row }) => ({ ...row, linked: linked.toISOString() })) };
  };

  /** Unlinks one within a transaction, with an audit log entry and a mail. The database ends sessions and links. */
  const unlinkIn = async (trx: Trx, caller: Caller, { user, id }: { user: Recipient & { id: string }; id: string }) => {
    if (!(await remove(trx, user.id, id))) throw new ApiProblem('not_found');
    await addAuditEntry(trx, caller, { collection: 'users', id: user.id });
    await notify(trx, null, [{ about: 'account', what: news, to: [user] }]);
  };

  return {
    list,
    listOwn: (request) => list(sessionOf(request).person.id),
    unlink: async (request, lock, id) => {
      const caller = { request, now: clock(), act };
      await write(db, caller, async (trx) => unlinkIn(trx, caller, { user: await lock(trx, caller.now), id }));
    },
    unlinkOwn: async (request, id) => {
      const { person, tokenHash } = sessionOf(request);
      const caller = { request, now: clock(), act };
      await write(db, caller, async (trx) => {
        const session = await findSession(trx, tokenHash);
        await unlinkIn(trx, caller, { user: person, id });
        // The database has deleted every session; the caller's is restored with its original expiry.
        if (session) await restoreSession(trx, session);
      });
    },
  };
}
