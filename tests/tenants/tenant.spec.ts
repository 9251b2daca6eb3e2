import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Page } from 'playwright/test';
import type { Me } from '../../contract/auth.ts';
import { isoLanguage, languages } from '../../contract/languages.ts';
import { gates } from '../../src/app/gates.ts';
import { groupEntries } from '../../src/crud/openFeatures.ts';
import { colourProperty } from '../../src/ui/tokens.ts';
import { deploymentOf } from '../../server/loadDeployment.ts';
import { signInEmail } from '../../server/seed/people.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import { tenantIds } from '../../tenants/tenantIds.ts';
import {
  codeField,
  dist,
  expect,
  expectAccessible,
  expectOverview,
  giveCredentials,
  titleOf,
} from '../support/browser.ts';
import { type Deployment, mailedCode, test } from '../support/deployment.ts';
import { expectFits, appearances, nameOf, applyAppearance } from '../support/visualCheck.ts';
import { featuresOf, navigate, isOn, expectLoaded } from '../support/screens.ts';
import { say } from '../support/words.ts';

const gated = Object.keys(gates);

/** The features in the navigation, by folder, that the flags enable; or those that they disable. */
async function entries({ loaded }: Deployment, { on }: { on: boolean }) {
  const all = [...(await featuresOf('dashboard'))];
  return all.flatMap(([folder, { nav, permission }]) =>
    nav && isOn(folder, loaded.tenant.flags) === on ? [{ folder, nav, permission }] : [],
  );
}

test.beforeEach(({ deployment, faults }) => faults.allowOrigin(new URL(deployment.backendUrl).origin));

// R6, R7, R8, R12, R14
test(
  'has its own brand: name, logo, colours, icon, version',
  { tag: '@live' },
  async ({ page, deployment, request }) => {
    const { tenant, tokens, logos } = deployment.loaded;
    test.info().annotations.push({
      type: 'pictures',
      description: `http://localhost:8092/?tenant=${tenant.id} while "npm run sheet -- ${tenant.id} --review" runs`,
    });
    await page.goto(deployment.url);
    await expect(page).toHaveTitle(titleOf(say(deployment.language, 'auth:title'), tenant.brand));
    const logo = page.getByRole('banner').getByRole('img', { name: tenant.brand });
    await expect(logo).toBeVisible();
    expect(await logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    const src = (await logo.getAttribute('src')) ?? '';
    expect(await (await request.get(localAddress(deployment.url, src), hostOf(deployment.url))).body()).toEqual(
      Buffer.from(logos.light),
    );
    const painted = await page.evaluate(
      (names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)),
      (['accent', 'progress', 'ground'] as const).map(colourProperty),
    );
    expect(painted).toEqual([tokens.light.accent, tokens.light.progress, tokens.light.ground]);
    const answer = await request.get(localAddress(deployment.url, '/version.json'), hostOf(deployment.url));
    expect(await answer.json()).toMatchObject({ tenant: tenant.id, version: tenant.version });
  },
);

// R9, R133, R134
test('offers exactly its languages, each with its translations', { tag: '@live' }, async ({ page, deployment }) => {
  const { tenant } = deployment.loaded;
  await page.goto(deployment.url);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(say(deployment.language, 'auth:title'));
  await expect(page.locator('html')).toHaveAttribute('lang', isoLanguage(tenant.languages[0]?.value ?? 'en'));
  const choices = page.getByRole('group', { name: say(deployment.language, 'app:language') }).getByRole('button');
  const labels = tenant.languages.map(({ label }) => label);
  await expect(choices).toHaveText(labels.length > 1 ? labels : []);
  for (const { label, value } of labels.length > 1 ? tenant.languages : []) {
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(heading).toHaveText(say(value, 'auth:title'));
    await expect(page.locator('html')).toHaveAttribute('lang', isoLanguage(value));
    await expect.poll(() => page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe(value);
    await expectFits(page, `sign-in in ${value}`);
  }
});

/** Each deployment tests the overview and a different share of the other pages: together they cover all. */
function isOwn(id: string, index: number): boolean {
  const part = 12;
  return index === 0 || (index + tenantIds().indexOf(id)) % part === 0;
}

/** A light desktop and a dark phone: together they cover colours and widths of the brand. */
const [day, , , night] = appearances;
const onPhone = { ...night, size: 'phone' } as const;

async function expectReadable(page: Page, what: string): Promise<void> {
  for (const appearance of [day, onPhone]) {
    await applyAppearance(page, appearance);
    await expectAccessible(page, `${what}, ${nameOf(appearance)}`, { ofAppearance: appearance !== day });
    await expectFits(page, `${what}, ${nameOf(appearance)}`);
  }
  await applyAppearance(page, day);
}

test(
  'is readable before the sign-in, also at an address without a page, on a desktop and on a phone',
  { tag: '@live' },
  async ({ page, deployment }) => {
    const { loaded, language, url } = deployment;
    await page.goto(`${url}/nowhere`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'app:notFoundTitle'));
    if (isOwn(loaded.id, 1)) await expectReadable(page, 'not found');
    await page.goto(url);
    await expectLoaded(page);
    await expectReadable(page, 'sign-in');
  },
);

// R10
test('signs in according to its two-factor flag, to the pages of its flags and no others', async ({
  page,
  deployment,
}) => {
  const { loaded, language, sink, url } = deployment;
  await page.goto(url);
  await giveCredentials(page, language, signInEmail(loaded.tenant, 'deaf'));
  await expect(page.getByRole('alert')).toContainText(say(language, 'errors:no_permission_to_login'));
  const email = signInEmail(loaded.tenant, 'manager');
  await giveCredentials(page, language, email);
  if (loaded.tenant.flags.twoFactor) {
    await expect(page).toHaveURL(/\/auth\/enter-code$/);
    await codeField(page, language).waitFor();
    await expectReadable(page, 'the code');
    await codeField(page, language).fill(await mailedCode(sink, email));
  }
  await expectOverview(page, language);
  const { verdicts } = await meOf(page, deployment);
  const on = (await entries(deployment, { on: true })).filter(({ permission }) => permission?.(verdicts) ?? true);
  const navigation = page.getByRole('navigation', { name: say(language, 'shell:navigation') });
  const listed = groupEntries(on.map(({ nav }) => nav)).flatMap((group) => group.entries);
  await expect(navigation.getByRole('listitem').getByRole('link').filter({ hasText: /\D/ })).toHaveText(
    listed.map(({ label }) => say(language, label)),
  );
  await expect(navigation.getByText(say(language, 'shell:version', { version: loaded.tenant.version }))).toBeVisible();
  for (const [index, { folder, nav }] of on.entries()) {
    const word = say(language, nav.label);
    const entry = listed.find(({ to, cards }) => to === nav.to || cards.includes(nav.to));
    if (!entry) continue;
    await navigation.getByRole('link', { name: say(language, entry.label), exact: true }).click();
    if (entry.to !== nav.to) await page.getByRole('main').getByRole('link', { name: word, exact: true }).click();
    // The reservations open on what has to be done.
    await expect(page).toHaveURL(({ origin, pathname }) => `${origin}${pathname}` === `${url}${nav.to}`);
    await expect(page).toHaveTitle(titleOf(word, loaded.tenant.brand));
    if (nav.to !== '/dashboard') await expect(page.getByRole('heading', { level: 1 })).toHaveText(word);
    if (!isOwn(loaded.id, index)) continue;
    await expectLoaded(page);
    await expectReadable(page, folder);
  }
  const absent = (await entries(deployment, { on: false })).map(({ nav }) => nav.to);
  for (const path of ['/dashboard/nowhere', ...absent]) {
    await navigate(page, '/dashboard');
    await navigate(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'app:notFoundTitle'));
  }
});

/** The person signed in on the page, according to the server. */
async function meOf(page: Page, { backendUrl }: Deployment): Promise<Me> {
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }).token,
  );
  const answer = await page.request.get(`${backendUrl}auth/me/`, { headers: { Authorization: `Token ${token}` } });
  return (await answer.json()) as Me;
}

/** The scripts that the page can load, and the service worker. */
async function scriptsOf(request: APIRequestContext, { url }: Deployment): Promise<string[]> {
  const answer = await request.get(localAddress(url, '/'), hostOf(url));
  const page = await answer.text();
  const first = page.match(/assets\/[\w.-]+\.js/g) ?? [];
  // Scripts that are loaded later are named by the first bytes of their hashes.
  const [, table = '{}'] = /<script type="application\/json" id="assets">([^<]+)</.exec(page) ?? [];
  const later = Object.values(JSON.parse(table) as Record<string, string>).map(
    (hash) => `assets/${Buffer.from(hash, 'base64').toString('hex').slice(0, 16)}.js`,
  );
  return [...new Set([...first, ...later]), 'service-worker.js'].toSorted();
}

test(
  'sends no byte of a disabled feature or of another language',
  { tag: '@live' },
  async ({ deployment, request }) => {
    const { tenant } = deployment.loaded;
    const files = await scriptsOf(request, deployment);
    expect(files.length).toBeGreaterThan(5);
    const absent = gated.filter((feature) => !isOn(feature, tenant.flags));
    const foreign = languages.filter((language) => !tenant.languages.some(({ value }) => value === language));
    const marks = [
      ...absent.map((feature) => `feature:${feature}`),
      ...foreign.map((language) => say(language, 'auth:signedOut')),
    ];
    const ownMarks = tenant.languages.map(({ value }) => say(value, 'auth:signedOut'));
    const seen = new Set<string>();
    for (const file of files) {
      const answer = await request.get(localAddress(deployment.url, `/${file}`), hostOf(deployment.url));
      expect(answer.status(), file).toBe(200);
      // A browser finds a new service worker at the same address.
      expect(answer.headers()['cache-control'], file).toContain(
        file === 'service-worker.js' ? 'no-cache' : 'immutable',
      );
      const text = await answer.text();
      expect(
        marks.filter((mark) => text.includes(mark)),
        file,
      ).toEqual([]);
      for (const mark of ownMarks) if (text.includes(mark)) seen.add(mark);
    }
    expect(seen.size, 'its own languages are detected in the same way').toBe(ownMarks.length);
  },
);

test('contains only scripts that its page can load, and no logo of another brand', async ({ deployment, request }) => {
  const { tenant } = deployment.loaded;
  const files = readdirSync(join(dist, tenant.id), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.js')).toSorted()).toEqual(await scriptsOf(request, deployment));
  const other = tenantIds().find((id) => id !== tenant.id && existsSync(join(dist, id, 'index.html'))) ?? '';
  const page = readFileSync(join(dist, other, 'index.html'), 'utf8');
  const logo = /"light":"([^"]+)"/.exec(page)?.[1] ?? '';
  expect((await request.get(localAddress(deployment.url, logo), hostOf(deployment.url))).status()).toBe(404);
});

test('leads from security.txt to its own contact', { tag: '@live' }, async ({ deployment, request }) => {
  const { url, loaded } = deployment;
  const path = '/.well-known/security.txt';
  const redirect = await request.get(localAddress(url, path), { ...hostOf(url), maxRedirects: 0 });
  const backend = new URL(redirect.headers()['location'] ?? '', url);
  const answer = await request.get(localAddress(backend.href, backend.pathname), hostOf(backend.href));
  const lines = (await answer.text()).split('\n');
  expect(lines).toContain(`Contact: ${deploymentOf(loaded).securityContacts.at(-1)}`);
  const [, expires = ''] = /^Expires: (.+)$/m.exec(lines.join('\n')) ?? [];
  expect(Date.parse(expires)).toBeGreaterThan(Date.now());
});

// R47
test('admits exactly the roles of its manifest', async ({ deployment, request }) => {
  const { tenant } = deployment.loaded;
  for (const role of ['owner', 'manager', 'interpreter', 'deaf'] as const) {
    const answer = await request.post(`${deployment.backendUrl}auth/login/`, {
      data: { email: signInEmail(tenant, role), password: demoPassword },
    });
    const isAllowed = tenant.allowedRoles.some((allowed) => allowed === role);
    expect(answer.status(), role).toBe(isAllowed ? 200 : 403);
    if (isAllowed)
      expect(Object.keys(await answer.json()), role).toContain(tenant.flags.twoFactor ? 'otpToken' : 'token');
  }
});

/**
 * Node does not resolve names below localhost as browsers do: uses the IP address, with the name in the Host header.
 */
function localAddress(url: string, path: string): string {
  const { port, hostname, origin } = new URL(url);
  return hostname.endsWith('.localhost') ? `http://127.0.0.1:${port}${path}` : `${origin}${path}`;
}

function hostOf(url: string) {
  return { headers: { Host: new URL(url).host } };
}
