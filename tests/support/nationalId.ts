import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LocalClient, type LocalPerson, localProvider } from '../../scripts/serve/provider/localProvider.ts';
import { localFetch } from '../../server/auth/localFetch.ts';
import type { OpenidSettings } from '../../server/auth/openidClient.ts';
import type { SingleSignOn } from '../../tenants/singleSignOn.ts';

/** The address of the dashboard in tests. */
export const dashboardUrl = 'https://dashboard.testland.example/';

/** A running provider of the national ID. */
export type NationalIdServer = {
  settings: OpenidSettings;
  stop: () => Promise<void>;
};

/** The manifest's single sign-on with this provider, for people of contoso.example with a role in their `groups`. */
export function singleSignOnWith({ settings: { issuer, clientId } }: NationalIdServer): SingleSignOn {
  return {
    issuer,
    clientId,
    name: 'Contoso',
    domains: ['contoso.example'],
    claims: {
      roles: {
        claim: 'groups',
        map: { 'g-interpreters': 'interpreter', 'g-managers': 'manager', 'g-owners': 'owner' },
      },
      departments: { claim: 'department', map: { 'D-7': 'Sign languages' } },
    },
  };
}

/** A browser for pages of a provider. */
export type ProviderBrowser = (url: URL, form?: URLSearchParams) => Promise<{ location: string | null; text: string }>;

/** Opens pages like a browser: cookies are stored, and names below `localhost` mean this machine. A form is posted. */
export function providerBrowser(): ProviderBrowser {
  const cookies = new Map<string, string>();
  return async (url, form) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const posted = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await localFetch(url, {
      ...(form ? { method: 'POST', body: form.toString() } : {}),
      headers: { cookie, ...(form ? posted : {}) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return { location: answer.headers.get('location'), text: await answer.text() };
  };
}

/** Follows an authorization like a browser, chooses a person by name, and returns the parameters of the callback. */
export async function chooseIn(authorizationUrl: string, name: string, open = providerBrowser()) {
  let url = new URL(authorizationUrl);
  const callback = url.searchParams.get('redirect_uri') ?? '';
  for (let step = 0; step < 10; step += 1) {
    const { location, text } = await open(url);
    const next = location ?? new RegExp(`href="(/interaction/[\\w-]+/\\d+)">${name}<`).exec(text)?.[1];
    if (!next) throw new Error(`The provider does not redirect: ${text}`);
    url = new URL(next, url);
    const parameter = (what: string) => url.searchParams.get(what) ?? '';
    if (url.href.startsWith(callback))
      return { code: parameter('code'), state: parameter('state'), iss: parameter('iss') };
  }
  throw new Error('The provider redirects in a loop.');
}

/** Starts the provider of `npm start`, for one client. */
export async function startNationalId(
  people: LocalPerson[],
  { redirectUri = `${dashboardUrl}auth/openid`, ...others }: Partial<Pick<LocalClient, 'redirectUri' | 'logout'>> = {},
): Promise<NationalIdServer> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = {
    id: 'testland',
    secret: 'a secret between two servers',
    title: 'Brú & Co',
    standsFor: 'the national ID',
    redirectUri,
    people,
    ...others,
  };
  const answer = localProvider(issuer, [client]);
  server.on('request', (request, response) => void answer(request, response));
  return {
    settings: { issuer, clientId: client.id, clientSecret: client.secret },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
