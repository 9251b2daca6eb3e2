import type { FastifyRequest } from 'fastify';
import type { Session } from '../../../contract/auth.ts';
import type { OpenidCallback, OpenidStart, OpenidStarted } from '../../../contract/openid.ts';
import type { Services } from '../../services.ts';
import { limits } from '../../auth/limits.ts';
import { openidClient } from '../../auth/openidClient.ts';
import { slowHash } from '../../auth/passwords.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { charge } from '../../auth/throttle.ts';
import { addAuditEntry, type Trx, write } from '../../collection/write.ts';
import { linkTo } from '../../mail/linkTo.ts';
import { clientOf } from '../../http/client.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { findAccountByEmail, findAccountById } from '../auth/repository.ts';
import { createOpenidFlow } from './flow.ts';
import { findIdentity, hasIdentity, insertIdentity, insertLink, takeLink } from './repository.ts';

/** Signing in with the national ID (R30). */
export type OpenidSignIn = {
  /** @throws ApiProblem openid_unavailable if no provider is configured or it does not respond. */
  start: (request: FastifyRequest, start: OpenidStart) => Promise<OpenidStarted>;
  /**
   * @throws ApiProblem openid_expired, openid_failed, openid_unavailable, national_id_unknown, reasons why the account
   * may not sign in, and national_id_unconfirmed if a mail was sent whose link has to be opened first.
   */
  finish: (request: FastifyRequest, callback: OpenidCallback) => Promise<Session>;
  /** Links the national ID of a mailed link. @throws ApiProblem national_id_link_expired. */
  confirm: (request: FastifyRequest, token: string) => Promise<{ person: string; answer: null }>;
};

const { throttles } = limits;

/** @see OpenidSignIn */
export function createOpenidSignIn({
  database,
  clock,
  signIn,
  notify,
  settings: { openid, dashboardUrl },
}: Services): OpenidSignIn {
  const { db } = database;
  const needs = { scopes: [], hasClaims: () => true, signsInAgain: true };
  const client =
    openid && dashboardUrl
      ? openidClient(openid, { ...needs, redirectUri: new URL('auth/openid', dashboardUrl).href })
      : null;
  const flow = createOpenidFlow(
    { database, clock },
    {
      purpose: 'national_id',
      client,
      missing: 'OPENID_ISSUER, OPENID_CLIENT_ID, OPENID_CLIENT_SECRET and DASHBOARD_URL are required.',
    },
  );

  /**
   * Mails a link to the e-mail that the provider has verified. The national ID is linked only once it is opened:
   * otherwise anybody who changed an account's address for a moment would keep access.
   */
  const askToLink = async (
    trx: Trx,
    { issuer, key, email, now }: { issuer: string; key: Buffer; email: string | null; now: Date },
  ): Promise<void> => {
    const account = email === null ? undefined : await findAccountByEmail(trx, email);
    if (!account || (await hasIdentity(trx, issuer, account.id))) throw new ApiProblem('national_id_unknown');
    signIn.assertAdmitted(account, now);
    const token = randomToken();
    const validFor = limits.nationalIdLink;
    const expires = new Date(now.getTime() + validFor);
    const names = { issuer, subject_key: key, user_id: account.id };
    await insertLink(trx, { ...names, token_hash: tokenHash(token), created: now, expires });
    const link = linkTo(dashboardUrl, `auth/confirm-national-id?token=${token}`);
    await notify(trx, null, [{ about: 'account', what: 'national_id_confirm', link, validFor, to: [account] }]);
  };

  return {
    start: flow.start,

    finish: async (request, given) => {
      const now = clock();
      const { issuer, subject, ...identity } = await flow.finish(given);
      const key = await slowHash(subject, issuer);
      const email = identity.isEmailVerified ? identity.email : null;
      // Limits the number of mails, however often somebody signs in.
      if (email !== null && !(await findIdentity(db, issuer, key)))
        await charge(db, throttles.nationalIdLinksPerMailbox, email, now);
      const session = await write(db, { request, now }, async (trx) => {
        const known = await findIdentity(trx, issuer, key);
        if (known) return signIn.admit(trx, known, clientOf(request), now);
        await askToLink(trx, { issuer, key, email, now });
        return null;
      });
      // Thrown outside the transaction, so that the link and the mail are committed.
      if (!session) throw new ApiProblem('national_id_unconfirmed');
      return session;
    },

    confirm: async (request, token) => {
      const now = clock();
      const caller = { request, now, act: 'link_national_id' };
      return write(db, caller, async (trx) => {
        const link = await takeLink(trx, tokenHash(token), now);
        const account = link && (await findAccountById(trx, link.user_id));
        if (!link || !account) throw new ApiProblem('national_id_link_expired');
        const { issuer, subject_key, user_id } = link;
        const isTheirs = await insertIdentity(trx, { id: randomId(), issuer, subject_key, user_id, linked: now });
        if (!isTheirs) throw new ApiProblem('national_id_link_expired');
        await addAuditEntry(trx, caller, { collection: 'users', id: user_id, after: { issuer } });
        await notify(trx, null, [{ about: 'account', what: 'national_id_linked', to: [account] }]);
        return { person: user_id, answer: null };
      });
    },
  };
}
