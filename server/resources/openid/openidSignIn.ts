import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../../../contract/auth.ts';
import type { OpenidCallback, OpenidStart, OpenidStarted } from '../../../contract/openid.ts';
import type { AppParts } from '../../appParts.ts';
import { limits } from '../../auth/limits.ts';
import { type NationalId, type OpenidSecrets, openidClient, type OpenidSettings } from '../../auth/nationalId.ts';
import { slowHash } from '../../auth/passwords.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { addressKey, charge } from '../../auth/throttle.ts';
import { note, type Trx, write } from '../../collection/write.ts';
import { ApiProblem } from '../../problem.ts';
import { findAccountByEmail } from '../auth/repository.ts';
import type { SignIn } from '../auth/signIn.ts';
import { findIdentity, insertIdentity, insertState, takeState } from './repository.ts';

/** Signing in with the national ID (specification §7). */
export type OpenidSignIn = {
  /** @throws ApiProblem openid_unavailable where no provider is configured or it does not answer. */
  start: (request: FastifyRequest, start: OpenidStart) => Promise<OpenidStarted>;
  /** @throws ApiProblem openid_expired, openid_failed, openid_unavailable, national_id_unknown, and what the door says. */
  finish: (request: FastifyRequest, callback: OpenidCallback) => Promise<Session>;
};

const { throttles } = limits;

/**
 * Nonce and verifier are made of the token that only the client has: nothing that is kept here would finish a sign-in, and a
 * callback is worth something to the client only that began it.
 */
function secretsOf(openidToken: string, state: string): OpenidSecrets {
  const made = (what: string) => createHmac('sha256', openidToken).update(what).digest('base64url');
  return { state, nonce: made('nonce'), verifier: made('verifier') };
}

/** @see OpenidSignIn */
export function createOpenidSignIn(
  { database: { db }, clock }: AppParts,
  signIn: SignIn,
  { openid, dashboardUrl }: { openid: OpenidSettings | null; dashboardUrl: string | null },
): OpenidSignIn {
  const client = openid && dashboardUrl ? openidClient(openid, new URL('auth/openid', dashboardUrl).href) : null;

  const provider = (): NationalId => {
    if (client) return client;
    const missing = new Error('OPENID_ISSUER, OPENID_CLIENT_ID, OPENID_CLIENT_SECRET and DASHBOARD_URL are needed.');
    throw new ApiProblem('openid_unavailable', {}, { cause: missing });
  };

  /** The person of a national ID; one that nobody has yet goes to whoever has its e-mail, if the provider has verified it. */
  const personOf = async (
    trx: Trx,
    request: FastifyRequest,
    { issuer, key, email, now }: { issuer: string; key: Buffer; email: string | null; now: Date },
  ): Promise<string> => {
    const known = await findIdentity(trx, issuer, key);
    if (known) return known;
    const account = email === null ? undefined : await findAccountByEmail(trx, email);
    if (!account) throw new ApiProblem('national_id_unknown');
    const isTheirs = await insertIdentity(trx, { issuer, subject_key: key, user_id: account.id, linked: now });
    if (!isTheirs) throw new ApiProblem('national_id_unknown');
    await note(trx, { request, now, act: 'link_national_id' }, { collection: 'users', id: account.id });
    return account.id;
  };

  return {
    start: async (request, { language }) => {
      const now = clock();
      await charge(db, throttles.openidPerAddress, addressKey(request.ip), now);
      const openidToken = randomToken();
      const secrets = secretsOf(openidToken, randomToken());
      const authorization_url = await provider().begin(secrets, language);
      const expires = new Date(now.getTime() + limits.openid);
      await insertState(db, {
        state_hash: tokenHash(secrets.state),
        token_hash: tokenHash(openidToken),
        created: now,
        expires,
      });
      return { authorization_url, openidToken, openid_expiry: expires.toISOString() };
    },

    finish: async (request, { code, state, iss, openidToken }) => {
      const now = clock();
      const nationalId = provider();
      // Used up before the provider is asked: a callback is good for one try, whatever comes of it.
      if (!(await takeState(db, tokenHash(state), tokenHash(openidToken), now))) throw new ApiProblem('openid_expired');
      const callback = { code, ...(iss === undefined ? {} : { iss }) };
      const { issuer, subject, ...told } = await nationalId.finish(callback, secretsOf(openidToken, state));
      const key = await slowHash(subject, issuer);
      return write(db, { request, now }, async (trx) => {
        const email = told.isEmailVerified ? told.email : null;
        return signIn.admit(trx, await personOf(trx, request, { issuer, key, email, now }), now);
      });
    },
  };
}
