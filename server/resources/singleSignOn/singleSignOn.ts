import type { FastifyRequest } from 'fastify';
import type { LoginAnswer } from '../../../contract/auth.ts';
import type { OpenidCallback, OpenidStart, OpenidStarted } from '../../../contract/openid.ts';
import type { Services } from '../../services.ts';
import { limits } from '../../auth/limits.ts';
import { openidClient } from '../../auth/openidClient.ts';
import { addressKey, charge, refund, tryCharge } from '../../auth/throttle.ts';
import { write } from '../../collection/write.ts';
import type { Db } from '../../db/tables.ts';
import { clientOf } from '../../http/client.ts';
import { sessionOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { createOpenidFlow, type OpenidFlow } from '../openid/flow.ts';
import { confirmIdentity } from '../openid/linkedIdentities.ts';
import { findIdentity } from '../openid/repository.ts';
import { nameOf, welcome, welcomeBack } from './arrivals.ts';
import { hasClaims, hasSeveralFactors } from './claims.ts';
import { endProviderSessions, idTokenOf } from './repository.ts';

/** Signing in with the account of an organisation. */
export type SingleSignOn = {
  /** @throws ApiProblem openid_unavailable if no provider is configured or it does not respond. */
  start: (request: FastifyRequest, start: OpenidStart) => Promise<OpenidStarted>;
  /**
   * @throws ApiProblem openid_expired, openid_failed, openid_unavailable, single_sign_on_no_role, single_sign_on_unverified,
   * single_sign_on_wrong_domain, single_sign_on_taken, reasons why the account may not sign in, and single_sign_on_unconfirmed if a mail
   * was sent whose link has to be opened first.
   */
  finish: (request: FastifyRequest, callback: OpenidCallback) => Promise<LoginAnswer>;
  /** Links the account of a mailed link. Returns the person's id. @throws ApiProblem single_sign_on_link_expired. */
  confirm: (request: FastifyRequest, token: string) => Promise<{ person: string; answer: null }>;
  /** Ends the sessions that a logout token names. Returns the people. @throws ApiProblem openid_failed, openid_unavailable, too_many_requests */
  endSessions: (request: FastifyRequest, logoutToken: string) => Promise<string[]>;
  /** The provider's address that ends its session, too; null if the caller's session did not begin there, or it has none. */
  logoutUrl: (request: FastifyRequest) => Promise<string | null>;
};

/** The sign-in at the provider of the manifest. */
function createFlow(services: Services): OpenidFlow {
  const { singleSignOnSecret, dashboardUrl } = services.settings;
  const { singleSignOn: settings } = services.deployment;
  return createOpenidFlow(services, {
    purpose: 'single_sign_on',
    client:
      settings && singleSignOnSecret && dashboardUrl
        ? openidClient(
            { issuer: settings.issuer, clientId: settings.clientId, clientSecret: singleSignOnSecret },
            {
              redirectUri: new URL('auth/single-sign-on', dashboardUrl).href,
              scopes: settings.scopes ?? [],
              hasClaims: (claims) => hasClaims(settings, claims),
              signsInAgain: false,
            },
          )
        : null,
    missing: 'singleSignOn of the manifest, SSO_CLIENT_SECRET and DASHBOARD_URL are required.',
  });
}

/** Ends the sessions that a logout token names; it works once. Returns the people. */
async function endSessions(
  { db, clock, flow }: { db: Db; clock: () => Date; flow: OpenidFlow },
  request: FastifyRequest,
  logoutToken: string,
): Promise<string[]> {
  const now = clock();
  const count = { under: limits.throttles.logoutTokensPerAddress, key: addressKey(request.ip) };
  await charge(db, count.under, count.key, now);
  try {
    const { id, ...order } = await flow.client().readLogout(logoutToken);
    const use = { under: limits.throttles.usesOfLogoutToken, key: `${order.issuer} ${id}` };
    const people = await db.transaction().execute(async (trx) => {
      if (!(await tryCharge(trx, use, now))) throw new ApiProblem('openid_failed');
      return endProviderSessions(trx, order);
    });
    // A provider may end the sessions of many people at once.
    await refund(db, [count]);
    return people;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'openid_unavailable') await refund(db, [count]);
    throw error;
  }
}

/** @see SingleSignOn */
export function createSingleSignOn(services: Services): SingleSignOn {
  const { deployment, database, clock, signIn } = services;
  const { dashboardUrl } = services.settings;
  const { db } = database;
  const { singleSignOn: settings, flags } = deployment;
  const flow = createFlow(services);

  return {
    start: flow.start,

    finish: async (request, callback) => {
      const now = clock();
      const identity = await flow.finish(callback);
      if (!settings) throw new ApiProblem('openid_unavailable');
      const provider = { request, now, actor: settings.name };
      const arrival = { identity, settings, provider };
      // Limits the number of mails, however often somebody signs in.
      if (identity.email !== null && !(await findIdentity(db, 'work_account', nameOf(identity))))
        await charge(db, limits.throttles.workAccountLinksPerMailbox, identity.email, now);
      const outcome = await write(db, provider, async (trx) => {
        const account = await findIdentity(trx, 'work_account', nameOf(identity));
        return account ? welcomeBack(services, trx, account, arrival) : welcome(services, trx, arrival);
      });
      // Thrown outside the transaction, so that mails and the end of the access are committed.
      if ('refused' in outcome) throw outcome.refused;
      const { account } = outcome;
      const { sid } = identity.claims;
      const asksForCode =
        flags.twoFactor && settings.secondFactor === 'signboard' && !hasSeveralFactors(identity.claims);
      return signIn.enter(account.user_id, clientOf(request), {
        asksForCode,
        provider: {
          identity_id: account.id,
          provider_session: typeof sid === 'string' ? sid : null,
          id_token: identity.idToken,
        },
      });
    },

    confirm: (request, token) => confirmIdentity(services, 'work_account', request, token),
    endSessions: (request, logoutToken) => endSessions({ db, clock, flow }, request, logoutToken),

    logoutUrl: async (request) => {
      const idToken = await idTokenOf(db, sessionOf(request).tokenHash);
      if (idToken === null || dashboardUrl === null) return null;
      return flow.client().logoutUrl(idToken, new URL('auth/login', dashboardUrl).href);
    },
  };
}
