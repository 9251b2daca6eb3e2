import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { OpenidSettings } from '../../server/auth/openidClient.ts';

/** The claims of an ID token. */
type Claims = Record<string, unknown>;

/** The next ID token: its claims, its key, and the request for it. */
type Forgery = { claims: (honest: Claims) => Claims; key?: KeyObject };

/** A provider with claims chosen by the test. `nonce` is the one that the backend sent. */
export type ForgedProvider = {
  settings: OpenidSettings;
  /** A key that the provider has not published. */
  strangeKey: KeyObject;
  next: (forgery: Forgery, authorizationUrl: string) => void;
  /** Signs claims, for a logout token; with the published key and the type `JWT` by default. `typ: undefined` leaves it out. */
  signed: (claims: Claims, header?: { key?: KeyObject; typ?: string | undefined }) => string;
  stop: () => Promise<void>;
};

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** Starts a provider that checks only the verifier of PKCE. */
export async function startForgedProvider(): Promise<ForgedProvider> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const strange = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let forgery: Forgery = { claims: (honest) => honest };
  let asked = new URLSearchParams();
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signed: ForgedProvider['signed'] = (claims, { key = keys.privateKey, ...header } = {}) => {
    const content = `${encoded({ alg: 'RS256', kid: 'own', typ: 'JWT', ...header })}.${encoded(claims)}`;
    return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
  };
  const answerTo = async (path: string, body: string): Promise<[number, object]> => {
    if (path === '/.well-known/openid-configuration')
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
          authorization_response_iss_parameter_supported: true,
        },
      ];
    if (path === '/keys')
      return [200, { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'own' }] }];
    const sent = new URLSearchParams(body);
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== asked.get('code_challenge') || sent.get('client_secret') !== 'shared')
      return [400, { error: 'invalid_grant' }];
    const now = Math.floor(Date.now() / 1000);
    const claims = forgery.claims({
      iss: issuer,
      aud: 'testland',
      sub: 'IS-0101302989',
      iat: now,
      exp: now + 300,
      nonce: asked.get('nonce'),
      email: 'anna@testland.example',
      email_verified: true,
    });
    const id_token = signed(claims, forgery.key ? { key: forgery.key } : {});
    return [200, { access_token: 'x', token_type: 'Bearer', expires_in: 300, id_token }];
  };
  server.on('request', (request, response) => {
    void text(request).then(async (body) => {
      const [status, answer] = await answerTo(request.url ?? '', body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  return {
    settings: { issuer, clientId: 'testland', clientSecret: 'shared' },
    strangeKey: strange.privateKey,
    signed,
    next: (wanted, authorizationUrl) => {
      forgery = wanted;
      asked = new URL(authorizationUrl).searchParams;
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
