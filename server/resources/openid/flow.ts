import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { OpenidCallback, OpenidStart, OpenidStarted } from '../../../contract/openid.ts';
import type { Dependencies } from '../../dependencies.ts';
import { limits } from '../../auth/limits.ts';
import type { OpenidClient, OpenidIdentity, OpenidSecrets } from '../../auth/openidClient.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { insertChallenge, takeChallenge } from '../../auth/signInChallenges.ts';
import { addressKey, charge } from '../../auth/throttle.ts';
import { ApiProblem } from '../../problem.ts';

/** A sign-in at an OpenID provider, from its start to the identity. */
export type OpenidFlow = {
  /** The client. @throws ApiProblem openid_unavailable if none is configured. */
  client: () => OpenidClient;
  /** @throws ApiProblem openid_unavailable, too_many_requests */
  start: (request: FastifyRequest, start: OpenidStart) => Promise<OpenidStarted>;
  /** The identity of a callback, which works once. @throws ApiProblem openid_expired, openid_failed, openid_unavailable */
  finish: (callback: OpenidCallback) => Promise<OpenidIdentity>;
};

/**
 * Nonce and verifier are derived from a token that only the client has: stored data cannot complete a sign-in, and a
 * callback is useless to any other client.
 */
function secretsOf(openidToken: string, state: string): OpenidSecrets {
  const made = (what: string) => createHmac('sha256', openidToken).update(what).digest('base64url');
  return { state, nonce: made('nonce'), verifier: made('verifier') };
}

/**
 * @param client null: none is configured, and `missing` says what is needed
 * @see OpenidFlow
 */
export function createOpenidFlow(
  { database: { db }, clock }: Pick<Dependencies, 'database' | 'clock'>,
  {
    purpose,
    client,
    missing,
  }: { purpose: 'national_id' | 'single_sign_on'; client: OpenidClient | null; missing: string },
): OpenidFlow {
  const configured = (): OpenidClient => {
    if (client) return client;
    throw new ApiProblem('openid_unavailable', {}, { cause: new Error(missing) });
  };
  const challengeOf = (state: string, openidToken: string) => ({
    purpose,
    challenge_hash: tokenHash(state),
    session_hash: null,
    token_hash: tokenHash(openidToken),
  });
  return {
    client: configured,

    start: async (request, start) => {
      const now = clock();
      await charge(db, limits.throttles.openidPerAddress, addressKey(request.ip), now);
      const openidToken = randomToken();
      const secrets = secretsOf(openidToken, randomToken());
      const authorization_url = await configured().begin(secrets, start);
      const expires = new Date(now.getTime() + limits.openid);
      await insertChallenge(db, { ...challengeOf(secrets.state, openidToken), expires });
      return { authorization_url, openidToken, openid_expiry: expires.toISOString() };
    },

    finish: async ({ code, state, iss, openidToken }) => {
      const provider = configured();
      // Consumed before the provider is called: a callback is valid for one attempt, whatever the result.
      if (!(await takeChallenge(db, challengeOf(state, openidToken), clock()))) throw new ApiProblem('openid_expired');
      return provider.finish({ code, iss }, secretsOf(openidToken, state));
    },
  };
}
