import type { FastifyRequest } from 'fastify';
import type { Identities } from '../../../contract/identities.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type IdentityKind, takeLink } from '../../auth/mailedLinks.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { addAuditEntry, type Trx, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import type { Recipient } from '../../notifications/events.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { findAccountById, findSession, restoreSession } from '../auth/repository.ts';
import { deleteIdentity, identitiesOf, insertIdentity } from './repository.ts';

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

const kinds = {
  national_id: {
    unlinking: { act: 'unlink_national_id', news: 'national_id_unlinked' },
    linking: { act: 'link_national_id', news: 'national_id_linked', expired: 'national_id_link_expired' },
  },
  work_account: {
    unlinking: { act: 'unlink_account', news: 'identity_unlinked' },
    linking: { act: 'link_account', news: 'identity_linked', expired: 'single_sign_on_link_expired' },
  },
} as const satisfies Record<IdentityKind, object>;

type Parts = Pick<Dependencies, 'database' | 'clock'> & { notify: Notify };

/**
 * Links the identity of a mailed link. Returns the person's id.
 * @throws ApiProblem national_id_link_expired, single_sign_on_link_expired
 */
export async function confirmIdentity(
  { database: { db }, clock, notify }: Parts,
  kind: IdentityKind,
  request: FastifyRequest,
  token: string,
): Promise<{ person: string; answer: null }> {
  const now = clock();
  const { act, news, expired } = kinds[kind].linking;
  const caller = { request, now, act };
  return write(db, caller, async (trx) => {
    const link = await takeLink(trx, [kind], token, now);
    const account = link && (await findAccountById(trx, link.user_id));
    if (!link || !account) throw new ApiProblem(expired);
    const { user_id, details: name } = link;
    if (!(await insertIdentity(trx, { id: randomId(), kind, ...name, user_id, linked: now })))
      throw new ApiProblem(expired);
    await addAuditEntry(trx, caller, { collection: 'users', id: user_id, after: { issuer: name.issuer } });
    await notify(trx, null, [{ about: 'account', what: news, to: [account] }]);
    return { person: user_id, answer: null };
  });
}

type Caller = { request: FastifyRequest; now: Date; act: string };

/** @see LinkedIdentities */
export function createLinkedIdentities(
  { database: { db }, clock, notify }: Parts,
  kind: IdentityKind,
): LinkedIdentities {
  const { act, news } = kinds[kind].unlinking;
  const list = async (userId: string): Promise<Identities> => {
    const rows = await identitiesOf(db, kind, userId);
    return { results: rows.map(({ linked, ...row }) => ({ ...row, linked: linked.toISOString() })) };
  };

  /** Unlinks one within a transaction, with an audit log entry and a mail. The database ends sessions and links. */
  const unlinkIn = async (trx: Trx, caller: Caller, { user, id }: { user: Recipient & { id: string }; id: string }) => {
    if (!(await deleteIdentity(trx, kind, user.id, id))) throw new ApiProblem('not_found');
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
