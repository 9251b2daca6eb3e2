import type { FastifyRequest } from 'fastify';
import type { Session } from '../../../contract/auth.ts';
import type { OpenidCallback, OpenidStart, OpenidStarted } from '../../../contract/openid.ts';
import type { Services } from '../../services.ts';
import { limits } from '../../auth/limits.ts';
import { createLink, type IdentityName } from '../../auth/mailedLinks.ts';
import { openidClient } from '../../auth/openidClient.ts';
import { slowHash } from '../../auth/passwords.ts';
import { charge } from '../../auth/throttle.ts';
import { type Trx, write } from '../../collection/write.ts';
import { linkTo } from '../../mail/linkTo.ts';
import { clientOf } from '../../http/client.ts';
import { ApiProblem } from '../../problem.ts';
import { findAccountByEmail } from '../auth/repository.ts';
import { createOpenidFlow } from './flow.ts';
import { confirmIdentity } from './linkedIdentities.ts';
import { findIdentity, identitiesOf } from './repository.ts';

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
    name: IdentityName,
    { email, now }: { email: string | null; now: Date },
  ): Promise<void> => {
    const account = email === null ? undefined : await findAccountByEmail(trx, email);
    const others = account && (await identitiesOf(trx, 'national_id', account.id));
    if (!account || others?.some(({ issuer }) => issuer === name.issuer)) throw new ApiProblem('national_id_unknown');
    signIn.assertAdmitted(account, now);
    const owner = { user_id: account.id, details: name };
    const { path, validFor } = await createLink(trx, 'national_id', owner, now);
    const link = linkTo(dashboardUrl, path);
    await notify(trx, null, [{ about: 'account', what: 'national_id_confirm', link, validFor, to: [account] }]);
  };

  return {
    start: flow.start,

    finish: async (request, given) => {
      const now = clock();
      const { issuer, subject, ...identity } = await flow.finish(given);
      const name = { issuer, subject: (await slowHash(subject, issuer)).toString('base64url') };
      const email = identity.isEmailVerified ? identity.email : null;
      // Limits the number of mails, however often somebody signs in.
      if (email !== null && !(await findIdentity(db, 'national_id', name)))
        await charge(db, throttles.nationalIdLinksPerMailbox, email, now);
      const session = await write(db, { request, now }, async (trx) => {
        const known = await findIdentity(trx, 'national_id', name);
        if (known) return signIn.admit(trx, known.user_id, clientOf(request), now);
        await askToLink(trx, name, { email, now });
        return null;
      });
      // Thrown outside the transaction, so that the link and the mail are committed.
      if (!session) throw new ApiProblem('national_id_unconfirmed');
      return session;
    },

    confirm: (request, token) => confirmIdentity({ database, clock, notify }, 'national_id', request, token),
  };
}
