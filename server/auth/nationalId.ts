import * as openid from 'openid-client';
import { isoLanguage, type Language } from '../../contract/languages.ts';
import { ApiProblem } from '../problem.ts';
import { localFetch } from './localFetch.ts';

/** The credentials of the backend at the provider of the national ID. */
export type OpenidSettings = { issuer: string; clientId: string; clientSecret: string };

/** The secrets that tie the provider's answer to its sign-in. */
export type OpenidSecrets = { state: string; nonce: string; verifier: string };

/** The identity that the provider asserts. */
export type NationalIdentity = { issuer: string; subject: string; email: string | null; isEmailVerified: boolean };

/** Signing in with the national ID: OpenID Connect, authorization code with PKCE. */
export type NationalId = {
  /** Returns the provider's address to open. @throws ApiProblem openid_unavailable */
  begin: (secrets: OpenidSecrets, language: Language | undefined) => Promise<string>;
  /** Returns the identity. @throws ApiProblem openid_unavailable, openid_failed */
  finish: (callback: { code: string; iss?: string }, secrets: OpenidSecrets) => Promise<NationalIdentity>;
};

/** How long the provider's metadata is cached, in milliseconds. */
const discoveryAge = 60 * 60_000;

/** Timeout of a call to the provider, in seconds. */
const timeoutSeconds = 10;

const fetchFrom: openid.CustomFetch = (url, options) => {
  const target = new URL(url);
  if (!target.hostname.endsWith('.localhost')) return fetch(target, options as RequestInit);
  const { method, headers, body, signal } = options;
  // OpenID sends forms only.
  const form = body instanceof URLSearchParams ? { body: body.toString() } : {};
  return localFetch(target, { method, headers, ...form, ...(signal ? { signal } : {}) });
};

/** Client authentication: the method that every provider must support, unless the metadata excludes it. */
function authenticate(secret: string): openid.ClientAuth {
  const basic = openid.ClientSecretBasic(secret);
  const post = openid.ClientSecretPost(secret);
  return (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (known.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || error.message === 'fetch failed' || isUnreachable(error.cause);
}

/** @see NationalId */
export function openidClient({ issuer, clientId, clientSecret }: OpenidSettings, redirectUri: string): NationalId {
  let known: { config: Promise<openid.Configuration>; until: number } | null = null;

  const discover = (): Promise<openid.Configuration> => {
    if (known && known.until > Date.now()) return known.config;
    const server = new URL(issuer);
    const config = openid.discovery(server, clientId, undefined, authenticate(clientSecret), {
      timeout: timeoutSeconds,
      [openid.customFetch]: fetchFrom,
      execute: [
        openid.enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    });
    const entry = { config, until: Date.now() + discoveryAge };
    known = entry;
    config.catch(() => {
      if (known === entry) known = null;
    });
    return config;
  };

  const provider = async (): Promise<openid.Configuration> => {
    try {
      return await discover();
    } catch (error) {
      throw new ApiProblem('openid_unavailable', {}, { cause: error });
    }
  };

  return {
    begin: async ({ state, nonce, verifier }, language) => {
      const url = openid.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // On a shared machine the browser may still be signed in as somebody else.
        prompt: 'login',
        ...(language ? { ui_locales: isoLanguage(language) } : {}),
      });
      return url.href;
    },

    finish: async ({ code, iss }, { state, nonce, verifier }) => {
      const config = await provider();
      const callback = new URL(redirectUri);
      callback.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString();
      try {
        const tokens = await openid.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('The provider sent no ID token.');
        const { userinfo_endpoint } = config.serverMetadata();
        const told =
          claims['email'] === undefined && userinfo_endpoint
            ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
            : claims;
        const { email, email_verified } = told;
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: typeof email === 'string' ? email.normalize('NFKC').toLowerCase() : null,
          isEmailVerified: email_verified === true,
        };
      } catch (error) {
        throw new ApiProblem(isUnreachable(error) ? 'openid_unavailable' : 'openid_failed', {}, { cause: error });
      }
    },
  };
}
