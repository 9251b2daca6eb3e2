import type { FastifyRequest } from 'fastify';
import type { LoginAnswer } from '../../../contract/auth.ts';
import type { OpenidCallback, OpenidStart, OpenidStarted } from '../../../contract/openid.ts';
import type { SingleSignOn as Settings } from '../../../tenants/singleSignOn.ts';
import type { Services } from '../../services.ts';
import { limits } from '../../auth/limits.ts';
import { openidClient, type OpenidIdentity } from '../../auth/openidClient.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { addressKey, charge, refund } from '../../auth/throttle.ts';
import { addAuditEntry, type Trx, write } from '../../collection/write.ts';
import { clientOf } from '../../http/client.ts';
import { sessionOf } from '../../http/guard.ts';
import { linkTo } from '../../mail/linkTo.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { endAccess, findAccountByEmail, findAccountById } from '../auth/repository.ts';
import { createOpenidFlow } from '../openid/flow.ts';
import { assignColumns, endAccessOf, type Provider, restoreAccessOf } from '../users/acts/byProvider.ts';
import { insertUser } from '../users/repository.ts';
import { departmentIn, hasClaims, hasSeveralFactors, nameIn, roleIn } from './claims.ts';
import {
  departmentNamed,
  endProviderSessions,
  findAccount,
  hasAccount,
  idTokenOf,
  insertAccount,
  insertAccountLink,
  takeAccountLink,
  useLogoutToken,
} from './repository.ts';

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

/** The outcome of a callback: the person to let in, or why not. The refusals are thrown once the transaction is committed. */
type Outcome = { account: { id: string; user_id: string } } | { refused: ApiProblem };

/** What a sign-in in progress has: the identity, its issuer’s settings, and whom the audit log names. */
type Arrival = { identity: OpenidIdentity; settings: Settings; provider: Provider };

/** The columns that claims give. A department that does not exist counts as none. */
async function columnsOf(trx: Trx, { identity: { claims }, settings }: Arrival, hasDepartments: boolean) {
  const department = hasDepartments ? departmentIn(settings, claims) : undefined;
  if (department === undefined) return {};
  return { department_id: department === null ? null : await departmentNamed(trx, department) };
}

/** @see SingleSignOn */
export function createSingleSignOn(services: Services): SingleSignOn {
  const { deployment, database, clock, signIn, notify } = services;
  const { singleSignOnSecret, dashboardUrl } = services.settings;
  const { db } = database;
  const { singleSignOn: settings, flags } = deployment;
  const access = { deployment, notify };
  const flow = createOpenidFlow(services, {
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

  /** Mails a link to an account with the same address: nobody gets into an account whose owner has not agreed. */
  const askToLink = async (trx: Trx, userId: string, { issuer, subject }: OpenidIdentity, now: Date): Promise<void> => {
    const token = randomToken();
    const validFor = limits.workAccountLink;
    const expires = new Date(now.getTime() + validFor);
    const link = linkTo(dashboardUrl, `auth/confirm-account?token=${token}`);
    await insertAccountLink(trx, {
      ...{ token_hash: tokenHash(token), issuer, subject, user_id: userId },
      ...{ created: now, expires },
    });
    await notify(trx, null, [{ about: 'account', what: 'identity_confirm', link, validFor, to: [userId] }]);
  };

  const link = async (trx: Trx, { issuer, subject }: OpenidIdentity, user_id: string, now: Date) => {
    const id = randomId();
    if (!(await insertAccount(trx, { id, issuer, subject, user_id, linked: now })))
      throw new ApiProblem('single_sign_on_taken');
    return { id, user_id };
  };

  /** A later sign-in: the person gets the role and department of the claims, or loses their access. */
  const welcomeBack = async (
    trx: Trx,
    account: { id: string; user_id: string },
    arrival: Arrival,
  ): Promise<Outcome> => {
    const { provider } = arrival;
    const id = account.user_id;
    const role = roleIn(arrival.settings, arrival.identity.claims);
    if (role === null) {
      await endAccessOf(trx, access, provider, id).catch(async (error: unknown) => {
        if (!(error instanceof ApiProblem && error.code === 'last_owner')) throw error;
        // Nobody could administer the deployment; the last owner still has their password.
        await endAccess(trx, id);
      });
      return { refused: new ApiProblem('single_sign_on_no_role') };
    }
    await restoreAccessOf(trx, access, provider, id);
    const known = await findAccountById(trx, id);
    if (known) signIn.assertAdmitted(known, provider.now);
    const columns = { role, ...(await columnsOf(trx, arrival, flags.departments)) };
    await assignColumns(trx, access, provider, { id, columns });
    return { account };
  };

  /** The first sign-in of an account: its person is added, or an existing one confirms it first. */
  const welcome = async (trx: Trx, arrival: Arrival): Promise<Outcome> => {
    const { identity, provider } = arrival;
    const { request, now, actor } = provider;
    const role = roleIn(arrival.settings, identity.claims);
    if (role === null) return { refused: new ApiProblem('single_sign_on_no_role') };
    const { email } = identity;
    if (email === null || !identity.isEmailVerified) return { refused: new ApiProblem('single_sign_on_unverified') };
    if (!arrival.settings.domains.some((domain) => email.endsWith(`@${domain}`)))
      return { refused: new ApiProblem('single_sign_on_wrong_domain') };
    const known = await findAccountByEmail(trx, email);
    if (known) {
      if (await hasAccount(trx, identity.issuer, known.id)) return { refused: new ApiProblem('single_sign_on_taken') };
      signIn.assertAdmitted(known, now);
      await askToLink(trx, known.id, identity, now);
      return { refused: new ApiProblem('single_sign_on_unconfirmed') };
    }
    const id = randomId();
    await insertUser(trx, {
      ...{ id, email, role, approval_status: 'approved', created: now },
      ...nameIn(identity.claims, email),
      ...(await columnsOf(trx, arrival, flags.departments)),
    });
    const account = await link(trx, identity, id, now);
    await addAuditEntry(
      trx,
      { request, now, actor, act: 'link_account' },
      { collection: 'users', id, after: { issuer: identity.issuer } },
    );
    return { account };
  };

  return {
    start: flow.start,

    finish: async (request, callback) => {
      const now = clock();
      const identity = await flow.finish(callback);
      if (!settings) throw new ApiProblem('openid_unavailable');
      const provider = { request, now, actor: settings.name };
      const arrival = { identity, settings, provider };
      // Limits the number of mails, however often somebody signs in.
      if (identity.email !== null && !(await findAccount(db, identity)))
        await charge(db, limits.throttles.workAccountLinksPerMailbox, identity.email, now);
      const outcome = await write(db, provider, async (trx) => {
        const account = await findAccount(trx, identity);
        return account ? welcomeBack(trx, account, arrival) : welcome(trx, arrival);
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

    confirm: async (request, token) => {
      const now = clock();
      const caller = { request, now, act: 'link_account' };
      return write(db, caller, async (trx) => {
        const waiting = await takeAccountLink(trx, tokenHash(token), now);
        const person = waiting && (await findAccountById(trx, waiting.user_id));
        if (!waiting || !person) throw new ApiProblem('single_sign_on_link_expired');
        const { issuer, subject, user_id } = waiting;
        if (!(await insertAccount(trx, { id: randomId(), issuer, subject, user_id, linked: now })))
          throw new ApiProblem('single_sign_on_link_expired');
        await addAuditEntry(trx, caller, { collection: 'users', id: user_id, after: { issuer } });
        await notify(trx, null, [{ about: 'account', what: 'identity_linked', to: [person] }]);
        return { person: user_id, answer: null };
      });
    },

    endSessions: async (request, logoutToken) => {
      const count = { under: limits.throttles.logoutTokensPerAddress, key: addressKey(request.ip) };
      await charge(db, count.under, count.key, clock());
      try {
        const { issuer, subject, session, id, expires } = await flow.client().readLogout(logoutToken);
        const people = await db.transaction().execute(async (trx) => {
          const token_hash = tokenHash(`${issuer} ${id}`);
          if (!(await useLogoutToken(trx, { token_hash, expires }))) throw new ApiProblem('openid_failed');
          return endProviderSessions(trx, { issuer, subject, session });
        });
        // A provider may end the sessions of many people at once.
        await refund(db, [count]);
        return people;
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'openid_unavailable') await refund(db, [count]);
        throw error;
      }
    },

    logoutUrl: async (request) => {
      const idToken = await idTokenOf(db, sessionOf(request).tokenHash);
      if (idToken === null || dashboardUrl === null) return null;
      return flow.client().logoutUrl(idToken, new URL('auth/login', dashboardUrl).href);
    },
  };
}
