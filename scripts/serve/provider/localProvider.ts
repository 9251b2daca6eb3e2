import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { randomToken } from '../../../server/auth/secrets.ts';
import { html, plainPage } from '../../../server/html.ts';
import type { Page } from '../page.ts';
import { memoryStore } from './memoryStore.ts';

/** A person to sign in as. `note` is shown beside the name. */
export type LocalPerson = {
  subject: string;
  name: string;
  note: string;
  email: string;
  isEmailVerified: boolean;
  /** Values of `groups` and `department`, as an organisation sends them. */
  claims?: Record<string, unknown>;
};

/** A deployment as OpenID client, with the people to choose from. */
export type LocalClient = {
  id: string;
  secret: string;
  title: string;
  /** What the provider stands in for. */
  standsFor: string;
  redirectUri: string;
  people: LocalPerson[];
  /** Where the provider announces that its session has ended, and where it leads after that. */
  logout?: { backChannelUri: string; returnUri: string };
};

/** Handles one request to the provider. */
export type AnswerProvider = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const minutes = 60;

const style = `
ul{padding:0;list-style:none;max-width:480px}
li a{display:block;margin:0 0 8px;padding:12px 16px;border:1px solid var(--line);border-radius:8px;text-decoration:none}
li a:hover{background:var(--soft)}li span{display:block;font-size:14px;line-height:20px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
`;

function choicePage({ title, standsFor, people }: LocalClient, uid: string): Page {
  const body = html`<h1>Who are you?</h1>
    <p class="muted">
      This stands in for ${standsFor} on this machine: nothing is checked. ${title} learns who you are.
    </p>
    <ul>
      ${people.map(
        ({ name, note }, index) =>
          html`<li>
            <a href="/interaction/${uid}/${index}">${name}<span class="muted">${note}</span></a>
          </li>`,
      )}
    </ul>
    <p><a href="/interaction/${uid}/nobody">Nobody: go back</a></p>`;
  return { status: 200, ...plainPage(`Sign in to ${title}`, body, { style }) };
}

function send(response: ServerResponse, { status, headers, text }: Page): void {
  response.writeHead(status, headers).end(text);
}

function lostPage(): Page {
  const body = html`<h1>This sign-in is over</h1>
    <p>Begin it again in the dashboard.</p>`;
  return { status: 400, ...plainPage('Sign in', body) };
}

/**
 * A test provider for the national ID and for single sign-on: a certified OpenID provider whose users choose a person from a list. For local use and tests.
 * @param issuer URL of the provider without a trailing slash
 */
export function localProvider(issuer: string, clients: LocalClient[]): AnswerProvider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const people = new Map(clients.flatMap((client) => client.people.map((person) => [person.subject, person])));
  const provider = new Provider(issuer, {
    adapter: memoryStore(),
    clients: clients.map(({ id, secret, redirectUri, logout }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [redirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      backchannel_logout_uri: logout?.backChannelUri,
      backchannel_logout_session_required: logout !== undefined,
      post_logout_redirect_uris: logout ? [logout.returnUri] : [],
    })),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'local' }] },
    cookies: { keys: [randomToken()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'department'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // The library's own dispatcher refuses calls to this machine, where the clients are; its limit of 2.5 seconds is too short for a busy machine.
    fetch: (url, { method, headers, body, redirect } = {}) => fetch(url, { method, headers, body, redirect }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    responseTypes: ['code'],
    ttl: {
      AccessToken: 10 * minutes,
      AuthorizationCode: minutes,
      Grant: 10 * minutes,
      IdToken: 10 * minutes,
      Interaction: 10 * minutes,
      Session: 10 * minutes,
    },
    findAccount: (_ctx, subject) => {
      const person = people.get(subject);
      if (!person) return undefined;
      const { name, email, isEmailVerified, claims } = person;
      return {
        accountId: subject,
        claims: async () => ({ sub: subject, name, email, email_verified: isEmailVerified, ...claims }),
      };
    },
    // Choosing a person is the consent to share their data.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider: sessionProvider } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new sessionProvider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (ctx, { error }) => {
      const body = html`<h1>This does not work</h1>
        <p>The provider says: <code>${error}</code>.</p>`;
      const { headers, text } = plainPage('Sign in', body);
      ctx.set(headers);
      ctx.body = text;
    },
  });
  const answer = provider.callback();

  return async (request, response) => {
    const [, uid, choice] = /^\/interaction\/([\w-]+)(?:\/(\d+|nobody))?$/.exec(request.url ?? '') ?? [];
    if (!uid) {
      await answer(request, response);
      return;
    }
    const details = await provider.interactionDetails(request, response).catch(() => null);
    const client = clients.find(({ id }) => id === details?.params['client_id']);
    if (details?.uid !== uid || !client) return send(response, lostPage());
    if (choice === undefined) return send(response, choicePage(client, uid));
    const person = client.people[Number(choice)];
    const result = person ? { login: { accountId: person.subject } } : { error: 'access_denied' };
    if (details.session) {
      // With the session of another person the provider would require a sign-out first.
      await (await provider.Session.findByUid(details.session.uid))?.destroy();
      details.session = undefined;
      await details.save(10 * minutes);
    }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
}
