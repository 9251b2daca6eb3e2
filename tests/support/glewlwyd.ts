import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, comesUp, hasEnded } from './comesUp.ts';
import { freePort } from './freePort.ts';

/** A person of the provider. */
export type GlewlwydUser = {
  username: string;
  name: string;
  email: string;
  isEmailVerified: boolean;
  groups: string[];
};

/** Debian's OpenID provider Glewlwyd, with one client and some people. */
export type Glewlwyd = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Signs in as a browser does; returns the parameters of the callback. */
  signIn: (authorizationUrl: string, username: string) => Promise<Record<'code' | 'state' | 'iss', string>>;
  /** Ends a session of the provider, which tells its clients. */
  signOut: (username: string, session: string) => Promise<void>;
  setGroups: (username: string, groups: string[]) => Promise<void>;
  stop: () => Promise<void>;
};

const password = 'a password of the provider';
/** Glewlwyd does not decode other signs of the secret, as RFC 6749, 2.3.1 asks it to. */
const client = { id: 'signboard', secret: 'SecretBetweenTwoServers' };
const scopes = ['openid', 'email', 'profile'];

/** The tables of an empty Glewlwyd with an administrator. */
const tables = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';

const attributes = { multiple: false, read: true, write: true };
const userFormat = JSON.stringify({
  'use-glewlwyd-connection': true,
  'data-format': { groups: { ...attributes, multiple: true }, verified: attributes },
});

function configuration(folder: string, port: number): string {
  const modules = '/usr/lib/glewlwyd';
  return `
port=${port}
bind_address="127.0.0.1"
external_url="http://127.0.0.1:${port}"
login_url="login.html"
api_prefix="api"
log_mode="console"
log_level="INFO"
cookie_secure=0
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${modules}/user"
client_module_path="${modules}/client"
user_auth_scheme_module_path="${modules}/scheme"
plugin_module_path="${modules}/plugin"
hash_algorithm="SHA512"
database = { type = "sqlite3"; path = "${join(folder, 'glewlwyd.db')}" };
`;
}

/** The settings of the OpenID Connect plugin. */
function plugin(issuer: string): object {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    parameters: {
      iss: issuer,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey,
      cert: publicKey,
      'access-token-duration': 600,
      'refresh-token-duration': 600,
      'code-duration': 60,
      'auth-type-code-enabled': true,
      'auth-type-id-token-enabled': true,
      'jwks-show': true,
      'subject-type': 'public',
      'oauth-as-iss-id': true,
      'pkce-allowed': true,
      'pkce-method-plain-allowed': false,
      'name-claim': 'mandatory',
      'email-claim': 'mandatory',
      'session-management-allowed': true,
      'session-cookie-name': 'GLEWLWYD2_OIDC_SESSION',
      'session-cookie-expiration': 2419200,
      'back-channel-logout-allowed': true,
      claims: [
        { name: 'groups', 'user-property': 'groups', mandatory: true },
        {
          name: 'email_verified',
          'user-property': 'verified',
          type: 'boolean',
          'boolean-value-true': 'yes',
          'boolean-value-false': 'no',
          mandatory: true,
        },
      ],
    },
  };
}

/** Calls of one browser: its cookies are stored. */
function browserAt(url: string) {
  const cookies = new Map<string, string>();
  return async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
}

async function expectDone(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  const { status, url } = response;
  if (status !== 200) throw new Error(`Glewlwyd answers ${status} to ${url}: ${await response.text()}`);
}

/** Starts Glewlwyd on a free port, with its files in a temporary folder. */
export async function startGlewlwyd(
  people: GlewlwydUser[],
  { redirectUri, backChannelUri }: { redirectUri: string; backChannelUri: string },
): Promise<Glewlwyd> {
  const folder = mkdtempSync(join(tmpdir(), 'glewlwyd-'));
  const database = join(folder, 'glewlwyd.db');
  const change = `update g_user_module_instance set gumi_parameters = '${userFormat}';`;
  const made = spawnSync('sqlite3', [database], { input: readFileSync(tables, 'utf8') + change, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`The database of Glewlwyd could not be made: ${made.stderr}`);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(folder, 'glewlwyd.conf');
  writeFileSync(file, configuration(folder, port));
  const server = spawn('glewlwyd', ['--config-file', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => said.push(text.toString()));
  // It says that it has started before it listens.
  const isUp = () => answers(url);
  if (!(await comesUp(isUp, () => hasEnded(server)))) throw new Error(`Glewlwyd does not start: ${said.join('')}`);

  const issuer = `${url}/api/oidc`;
  const admin = browserAt(url);
  await expectDone(admin('POST', '/api/auth/', { username: 'admin', password: 'password' }));
  for (const name of ['email', 'profile'])
    await expectDone(admin('POST', '/api/scope/', { name, display_name: name, password_required: false, scheme: {} }));
  await expectDone(admin('POST', '/api/mod/plugin/', plugin(issuer)));
  await expectDone(
    admin('POST', '/api/client/', {
      client_id: client.id,
      name: 'Signboard',
      password: client.secret,
      confidential: true,
      enabled: true,
      redirect_uri: [redirectUri],
      authorization_type: ['code'],
      token_endpoint_auth_method: ['client_secret_basic'],
      backchannel_logout_uri: backChannelUri,
      backchannel_logout_session_required: '1',
    }),
  );
  for (const { username, name, email, isEmailVerified, groups } of people)
    await expectDone(
      admin('POST', '/api/user/', {
        username,
        name,
        email,
        password,
        groups,
        enabled: true,
        scope: scopes,
        verified: isEmailVerified ? 'yes' : 'no',
      }),
    );

  const browsers = new Map<string, ReturnType<typeof browserAt>>();
  const browserOf = async (username: string) => {
    const known = browsers.get(username);
    if (known) return known;
    const browser = browserAt(url);
    await expectDone(browser('POST', '/api/auth/', { username, password }));
    await expectDone(browser('PUT', `/api/auth/grant/${client.id}`, { scope: scopes.join(' ') }));
    browsers.set(username, browser);
    return browser;
  };
  return {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    signIn: async (authorizationUrl, username) => {
      const answer = await (await browserOf(username))('GET', `${authorizationUrl}&g_continue`);
      const location = answer.headers.get('location') ?? '';
      if (!location.startsWith(redirectUri)) throw new Error(`Glewlwyd leads to ${location}.`);
      const { searchParams } = new URL(location);
      const parameter = (name: string) => searchParams.get(name) ?? '';
      return { code: parameter('code'), state: parameter('state'), iss: parameter('iss') };
    },
    signOut: async (username, session) => {
      await expectDone((await browserOf(username))('DELETE', `/api/oidc/session/${session}`));
    },
    setGroups: (username, groups) => expectDone(admin('PUT', `/api/user/${username}`, { groups })),
    stop: async () => {
      if (server.exitCode === null) {
        server.kill();
        await once(server, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
