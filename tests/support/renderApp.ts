import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { flagDefaults } from '../../contract/flags.ts';
import type { Me } from '../../contract/auth.ts';
import type { Tenant } from '../../contract/tenant.ts';
import { start } from '../../src/app/start.ts';
import { toastQueue } from '../../src/ui/toastQueue.ts';
import { createFakeBackend, type FakeBackend, manager } from './fakeBackend.ts';

/** A deployment for tests. */
export const testTenant: Tenant = {
  id: 'testland',
  brand: 'Viipesild',
  country: 'EE',
  stage: false,
  timeZone: 'Europe/Tallinn',
  version: '4.2.3',
  languages: [
    { label: 'English', value: 'en', instance: 'EE', direction: 'ltr' },
    { label: 'Eesti', value: 'ee', instance: 'EE', direction: 'ltr' },
  ],
  flags: { ...flagDefaults },
  allowedRoles: ['interpreter', 'manager', 'owner'],
  reservedQueuePriorities: [1],
  phoneCountry: 'EE',
  support: { email: 'abi@viipesild.example', phone: null, url: null },
  logo: { light: '/assets/logo.svg', dark: '/assets/logo-dark.svg', icon: '/assets/icon.svg' },
};

/** The files on the page's origin: JSON by path, or a function that answers; anything else is 404. */
export type Site = Record<string, unknown>;

/** Serves the page's own requests (`/config.json`, `/version.json`) from `site`. */
export function serveSite(site: Site): void {
  globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.origin), init);
    const { pathname } = new URL(request.url);
    const found = site[pathname];
    if (typeof found === 'function') return found(request);
    return pathname in site ? Response.json(found) : new Response('not found', { status: 404 });
  };
}

let close = (): void => undefined;

/** Closes the app, if it is open. */
export function closeApp(): void {
  close();
  close = () => undefined;
}

/** Opens the app of `tenant` at `path`, instead of one that is open. Returns a function that closes it. */
export async function openApp(path: string, { tenant = testTenant, site }: { tenant?: Tenant; site: Site }) {
  closeApp();
  serveSite(site);
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'tenant';
  block.textContent = JSON.stringify(tenant);
  const root = document.createElement('div');
  document.head.replaceChildren(block);
  document.body.replaceChildren(root);
  history.pushState(null, '', path);
  const unmount = await start(root);
  close = () => {
    unmount();
    // A toast stays for seconds, into the next test.
    toastQueue.clear();
  };
  return { close: closeApp };
}

/** Opens the app at `path` with the session of `user` in the browser's storage. Returns a function that closes it. */
export function openSignedIn(
  path: string,
  backend: FakeBackend,
  { user = manager, tenant, site }: { user?: Me; tenant?: Tenant; site?: Site } = {},
) {
  localStorage.setItem('auth', JSON.stringify({ token: 'token-1', expiry: '2100-01-01T00:00:00+00:00' }));
  backend.answers.set('GET auth/me/', { body: user });
  return openApp(path, { tenant, site: { '/config.json': { BACKEND_URL: backend.url }, ...site } });
}

/** Chooses an act under "⋯" in the head of a record's page. */
export async function chooseAct(user: UserEvent, act: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: act }));
}

/** A fake backend for the tests of a file: none has the answers of another. After each the app is closed and the storage empty. */
export function backendOfFile(): FakeBackend {
  const backend = createFakeBackend();
  beforeAll(backend.start);
  afterAll(backend.stop);
  beforeEach(backend.reset);
  afterEach(() => {
    closeApp();
    localStorage.clear();
    sessionStorage.clear();
  });
  return backend;
}

/** Waits until a page replaces the start screen, which also has a main part. Returns queries of the page's main part. */
export async function findPage() {
  const main = await waitFor(() => {
    const found = screen.getByRole('main', { hidden: true });
    if (within(found).queryByText('Waiting for the server to answer.'))
      throw new Error('The start screen is still shown.');
    return found;
  });
  return within(main);
}
