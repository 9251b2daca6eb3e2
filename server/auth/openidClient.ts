import * as openid from 'openid-client';
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose';
import { isoLanguage } from '../../contract/languages.ts';
import type { OpenidStart } from '../../contract/openid.ts';
import { ApiProblem } from '../problem.ts';
import { localFetch } from './localFetch.ts';

/** The credentials of the backend at an OpenID provider. */
export type OpenidSettings = { issuer: string; clientId: string; clientSecret: string };

/** The secrets that tie the provider's answer to its sign-in. */
export type OpenidSecrets = { state: string; nonce: string; verifier: string };

/** The identity that the provider asserts, with all claims of the ID token and those that were read from its UserInfo endpoint. */
export type OpenidIdentity = {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  claims: Record<string, unknown>;
  /** The ID token as sent. */
  idToken: string;
};

/** What a kind of sign-in needs from the provider. */
export type OpenidNeeds = {
  redirectUri: string;
  scopes: readonly string[];
  /** Whether an ID token has the claims that are needed besides the e-mail; otherwise the UserInfo endpoint is read. */
  hasClaims: (claims: Record<string, unknown>) => boolean;
  /** Whether people always sign in with the provider again, even if its session goes on. */
  signsInAgain: boolean;
};

/** A logout token of the provider (OpenID Connect Back-Channel Logout 1.0): it ends all sessions of `subject`, or only `session`. */
export type LogoutOrder = { issuer: string; subject: string | null; session: string | null; id: string };

/** Signing in with an OpenID provider: authorization code with PKCE. */
export type OpenidClient = {
  /** Returns the provider's address to open. @throws ApiProblem openid_unavailable */
  begin: (secrets: OpenidSecrets, start: OpenidStart) => Promise<string>;
  /** Returns the identity. @throws ApiProblem openid_unavailable, openid_failed */
  finish: (callback: { code: string; iss?: string }, secrets: OpenidSecrets) => Promise<OpenidIdentity>;
  /** Returns the order of a logout token. @throws ApiProblem openid_unavailable, openid_failed */
  readLogout: (logoutToken: string) => Promise<LogoutOrder>;
  /** The address that ends the provider's session and returns to `returnUri`; null if the provider has none. @throws ApiProblem openid_unavailable */
  logoutUrl: (idToken: string, returnUri: string) => Promise<string | null>;
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

/** How old a logout token may be, in seconds. Not every provider sends `exp`, which drafts of the standard did not have. */
const logoutSeconds = 300;

/** How much the clocks of provider and backend may differ, in seconds. */
const toleranceSeconds = 30;

/** The event of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.4). */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * The types of a logout token: its own is recommended only, so providers also send the general one or none. Any other type belongs to a token for
 * another purpose.
 */
const logoutTypes = ['logout+jwt', 'jwt'];

/** Whether a token with this `typ` can be a logout token; `application/` may be omitted (RFC 7515, 4.1.9). */
function isLogoutType(typ: unknown): boolean {
  if (typ === undefined) return true;
  return typeof typ === 'string' && logoutTypes.includes(typ.toLowerCase().replace(/^application\//, ''));
}

/** Signatures with public keys; `none` and shared secrets are refused. */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/**
 * Whether the provider has verified the e-mail. Microsoft Entra ID has no `email_verified`; its `xms_edov` tells whether the
 * organisation owns the domain of the address.
 */
function isVerified(claims: Record<string, unknown>): boolean {
  const { email_verified, xms_edov } = claims;
  // Some providers write it as a text.
  return String(email_verified) === 'true' || (email_verified === undefined && (xms_edov === true || xms_edov === '1'));
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || error.message === 'fetch failed' || isUnreachable(error.cause);
}

/** The keys of a provider, which are read again for a key that is not known yet. */
function keysAt(address: string): ReturnType<typeof createRemoteJWKSet> {
  return createRemoteJWKSet(new URL(address), {
    timeoutDuration: timeoutSeconds * 1000,
    [customFetch]: (url, { method, headers, signal }) =>
      fetchFrom(url, { method, headers: Object.fromEntries(headers), body: undefined, redirect: 'manual', signal }),
  });
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

/** The identity that tokens assert. @throws Error without an ID token */
async function identityOf(
  config: openid.Configuration,
  tokens: Tokens,
  hasClaims: OpenidNeeds['hasClaims'],
): Promise<OpenidIdentity> {
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider sent no ID token.');
  const { userinfo_endpoint } = config.serverMetadata();
  const isShort = claims['email'] === undefined || !hasClaims(claims);
  const more: Record<string, unknown> =
    isShort && userinfo_endpoint ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
  // From one source: an address must not count as verified because another one is.
  const about: Record<string, unknown> = claims['email'] === undefined ? more : claims;
  const { email } = about;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email.normalize('NFKC').toLowerCase() : null,
    isEmailVerified: isVerified(about),
    claims: { ...more, ...claims },
    idToken: tokens.id_token ?? '',
  };
}

/** The order of a verified token. @throws Error if it is no logout token */
function orderOf({ iss = '', sub, sid, jti = '', events, nonce }: JWTPayload, typ: unknown): LogoutOrder {
  const subject = typeof sub === 'string' ? sub : null;
  const session = typeof sid === 'string' ? sid : null;
  const isOrder = typeof events === 'object' && events !== null && logoutEvent in events;
  if (!isLogoutType(typ) || !isOrder || nonce !== undefined || (subject === null && session === null))
    throw new Error('This is no logout token.');
  return { issuer: iss, subject, session, id: jti };
}

/** Reads the metadata of a provider, which is cached for a time. @throws ApiProblem openid_unavailable */
function providerOf({ issuer, clientId, clientSecret }: OpenidSettings): () => Promise<openid.Configuration> {
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

  return async () => {
    try {
      return await discover();
    } catch (error) {
      throw new ApiProblem('openid_unavailable', {}, { cause: error });
    }
  };
}

/** @see OpenidClient */
export function openidClient(
  settings: OpenidSettings,
  { redirectUri, scopes, hasClaims, signsInAgain }: OpenidNeeds,
): OpenidClient {
  const provider = providerOf(settings);
  let keys: { address: string; get: ReturnType<typeof keysAt> } | null = null;

  return {
    begin: async ({ state, nonce, verifier }, { language, sign_in_again }) => {
      const url = openid.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: ['openid', 'email', 'profile', ...scopes].join(' '),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // On a shared machine the browser may still be signed in as somebody else.
        ...(signsInAgain || sign_in_again ? { prompt: 'login' } : {}),
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
        return await identityOf(config, tokens, hasClaims);
      } catch (error) {
        throw new ApiProblem(isUnreachable(error) ? 'openid_unavailable' : 'openid_failed', {}, { cause: error });
      }
    },

    readLogout: async (logoutToken) => {
      const { issuer: named, jwks_uri = '' } = (await provider()).serverMetadata();
      if (keys?.address !== jwks_uri) keys = { address: jwks_uri, get: keysAt(jwks_uri) };
      try {
        const { payload, protectedHeader } = await jwtVerify(logoutToken, keys.get, {
          issuer: named,
          audience: settings.clientId,
          algorithms: signatures,
          requiredClaims: ['iat', 'jti'],
          maxTokenAge: logoutSeconds,
          clockTolerance: toleranceSeconds,
        });
        return orderOf(payload, protectedHeader.typ);
      } catch (error) {
        throw new ApiProblem(isUnreachable(error) ? 'openid_unavailable' : 'openid_failed', {}, { cause: error });
      }
    },

    logoutUrl: async (idToken, returnUri) => {
      const config = await provider();
      if (!config.serverMetadata().end_session_endpoint) return null;
      return openid.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnUri }).href;
    },
  };
}
