import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright/test';
import { isoLanguage, languages } from '../../contract/languages.ts';
import { gates } from '../../src/app/gates.ts';
import { colourProperty } from '../../src/ui/tokens.ts';
import { signInEmail } from '../../server/seed/people.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import { tenantIds } from '../../tenants/tenantIds.ts';
import {
  codeField,
  dist,
  expect,
  expectAccessible,
  expectNothingCutOff,
  expectOverview,
  giveCredentials,
} from '../support/browser.ts';
import { type Deployment, mailedCode, test } from '../support/deployment.ts';
import { say } from '../support/words.ts';

/** The pages of the dashboard, by the feature folder that owns them. */
const pages = [
  { folder: 'overview', path: '/dashboard', word: 'overview:nav' },
  { folder: 'online', path: '/dashboard/online', word: 'online:title' },
  { folder: 'feedback', path: '/dashboard/feedback', word: 'feedback:title' },
  { folder: 'users', path: '/dashboard/users', word: 'users:title' },
  { folder: 'departments', path: '/dashboard/departments', word: 'departments:title' },
  { folder: 'partners', path: '/dashboard/partners', word: 'partners:title' },
  { folder: 'partnerCategories', path: '/dashboard/partners/categories', word: 'partnerCategories:title' },
  { folder: 'contacts', path: '/dashboard/contacts', word: 'contacts:title' },
  { folder: 'sliders', path: '/dashboard/sliders', word: 'sliders:title' },
  { folder: 'closure', path: '/dashboard/closure', word: 'closure:nav' },
  { folder: 'queues', path: '/dashboard/queues', word: 'queues:title' },
  { folder: 'audit', path: '/dashboard/audit', word: 'audit:title', forOwners: true },
  { folder: 'versions', path: '/dashboard/versions', word: 'versions:title' },
] as const;

const gateOf = (folder: string) => Object.entries(gates).find(([gated]) => gated === folder)?.[1];

function isOn({ loaded }: Deployment, folder: string): boolean {
  const gate = gateOf(folder);
  return gate === undefined || loaded.tenant.flags[gate];
}

/** A context in which the owner has signed in, with the appearance that is asked for. */
async function insider(browser: Browser, deployment: Deployment, options: Look = desktop) {
  const { palette, ...rest } = options;
  const storageState = await deployment.session(() => browser.newContext());
  const context = await browser.newContext({ ...rest, storageState });
  await context.addInitScript(chooseAppearance, palette);
  return context;
}

type Look = { palette: 'light' | 'dark'; viewport: { width: number; height: number }; hasTouch?: boolean };
const desktop: Look = { palette: 'light', viewport: { width: 1440, height: 900 } };
const phone: Look = { palette: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true };

function chooseAppearance(paletteMode: string): void {
  localStorage.setItem('app.settings', JSON.stringify({ direction: 'ltr', paletteMode, pinNav: true }));
}

test.beforeEach(({ deployment, faults }) => faults.allowOrigin(new URL(deployment.backendUrl).origin));

test('carries its brand: name, logo, colours, icon, version', async ({ page, deployment, request }) => {
  const { tenant, tokens, logos } = deployment.loaded;
  await page.goto(deployment.url);
  await expect(page).toHaveTitle(tenant.brand);
  const logo = page.getByRole('banner').getByRole('img', { name: tenant.brand });
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  const src = (await logo.getAttribute('src')) ?? '';
  expect(await (await request.get(localAddress(deployment.url, src), hostOf(deployment))).body()).toEqual(
    Buffer.from(logos.light),
  );
  const painted = await page.evaluate(
    (names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)),
    (['accent', 'progress', 'ground'] as const).map(colourProperty),
  );
  expect(painted).toEqual([tokens.light.accent, tokens.light.progress, tokens.light.ground]);
  const answer = await request.get(localAddress(deployment.url, '/version.json'), hostOf(deployment));
  expect(await answer.json()).toMatchObject({ tenant: tenant.id, version: tenant.version });
});

test('offers exactly its languages, each with its own words', async ({ page, deployment }) => {
  const { tenant } = deployment.loaded;
  await page.goto(deployment.url);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(say(deployment.language, 'auth:title'));
  await expect(page.locator('html')).toHaveAttribute('lang', isoLanguage(deployment.language));
  const choices = page.getByRole('group', { name: say(deployment.language, 'app:language') }).getByRole('button');
  const labels = tenant.languages.map(({ label }) => label);
  await expect(choices).toHaveText(labels.length > 1 ? labels : []);
  for (const { label, value } of labels.length > 1 ? tenant.languages : []) {
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(heading).toHaveText(say(value, 'auth:title'));
    await expect(page.locator('html')).toHaveAttribute('lang', isoLanguage(value));
    expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe(value);
    await expectNothingCutOff(page, `sign-in in ${value}`);
  }
});

test('signs in as its two-factor flag says, to the pages of its flags and no others', async ({ page, deployment }) => {
  const { loaded, language, sink, url } = deployment;
  const email = signInEmail(loaded.tenant, 'manager');
  await page.goto(url);
  await giveCredentials(page, language, email);
  if (loaded.tenant.flags.twoFactor) {
    await expect(page).toHaveURL(/\/auth\/enter-code$/);
    await codeField(page, language).fill(await mailedCode(sink, email));
  }
  await expectOverview(page, language);
  const navigation = page.getByRole('navigation', { name: say(language, 'shell:navigation') });
  const on = pages.filter((each) => isOn(deployment, each.folder) && !('forOwners' in each));
  await expect(navigation.getByRole('listitem').getByRole('link')).toHaveText(
    on.map(({ word }) => say(language, word)),
  );
  await expect(navigation.getByText(say(language, 'shell:version', { version: loaded.tenant.version }))).toBeVisible();
  for (const { path, word } of on) {
    await navigation.getByRole('link', { name: say(language, word), exact: true }).click();
    await expect(page).toHaveURL(`${url}${path}`);
    if (path !== '/dashboard') await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, word));
    await expect(page).toHaveTitle(`${say(language, word)} · ${loaded.tenant.brand}`);
  }
});

test('answers the 404 screen at every address that its flags leave out', async ({ browser, deployment, faults }) => {
  const context = await insider(browser, deployment);
  const page = await context.newPage();
  faults.watch(page);
  const absent = [
    '/dashboard/nowhere',
    ...pages.filter(({ folder }) => !isOn(deployment, folder)).map(({ path }) => path),
  ];
  for (const path of absent) {
    await page.goto(`${deployment.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(deployment.language, 'app:notFoundTitle'));
  }
  await context.close();
});

test('sends no byte of a feature, a language or a brand that is not its own', async ({ deployment, request }) => {
  const { tenant } = deployment.loaded;
  const folder = join(dist, tenant.id);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  expect(files.length).toBeGreaterThan(5);
  const absent = Object.keys(gates).filter((gated) => !isOn(deployment, gated));
  const foreign = languages.filter((language) => !tenant.languages.some(({ value }) => value === language));
  const marks = [
    ...absent.map((gated) => `feature:${gated}`),
    ...foreign.map((language) => say(language, 'auth:signedOut')),
  ];
  const ownMarks = tenant.languages.map(({ value }) => say(value, 'auth:signedOut'));
  const seen = new Set<string>();
  for (const file of files) {
    const answer = await request.get(localAddress(deployment.url, `/${file}`), hostOf(deployment));
    expect(answer.status(), file).toBe(200);
    expect(answer.headers()['cache-control'], file).toContain('immutable');
    const text = await answer.text();
    expect(
      marks.filter((mark) => text.includes(mark)),
      file,
    ).toEqual([]);
    for (const mark of ownMarks) if (text.includes(mark)) seen.add(mark);
  }
  expect(seen.size, 'its own languages are found in the same way').toBe(ownMarks.length);
  const other = tenantIds().find((id) => id !== tenant.id) ?? '';
  const page = readFileSync(join(dist, other, 'index.html'), 'utf8');
  const logo = /"light":"([^"]+)"/.exec(page)?.[1] ?? '';
  expect((await request.get(localAddress(deployment.url, logo), hostOf(deployment))).status()).toBe(404);
});

test('lets in the roles of its manifest, and nobody else', async ({ deployment, request }) => {
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

test('says at the door why somebody may not come in', async ({ page, deployment }) => {
  await page.goto(deployment.url);
  await giveCredentials(page, deployment.language, signInEmail(deployment.loaded.tenant, 'deaf'));
  await expect(page.getByRole('alert')).toContainText(say(deployment.language, 'errors:no_permission_to_login'));
});

type Visit = { look: (what: string) => Promise<void>; signedIn: boolean; among: readonly (typeof pages)[number][] };

/** Every screen there is without signing in, or those of the dashboard that are asked for. */
async function visitAll(page: Page, deployment: Deployment, { look, signedIn, among }: Visit) {
  const { language, url, loaded } = deployment;
  if (!signedIn) {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look('sign-in');
    if (loaded.tenant.flags.twoFactor) {
      await giveCredentials(page, language, signInEmail(loaded.tenant, 'interpreter'));
      await codeField(page, language).waitFor();
      await look('enter code');
    }
    await page.goto(`${url}/nowhere`);
    await page.getByRole('heading', { level: 1, name: say(language, 'app:notFoundTitle') }).waitFor();
    await look('not found');
    return;
  }
  for (const { path, folder } of among.filter((each) => isOn(deployment, each.folder))) {
    await page.goto(`${url}${path}`);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    if (folder === 'overview') await expectOverview(page, language);
    await look(folder);
  }
}

/** The overview and one in so many of the other pages, others in the next deployment: together they see each page several times. */
function shareOf(id: string, part: number): Visit['among'] {
  const turn = tenantIds().indexOf(id);
  return pages.filter((_, index) => index === 0 || (index + turn) % part === 0);
}

for (const [name, options, part] of [
  ['light on a desk', desktop, 2],
  ['dark on a phone', phone, 3],
] as const) {
  test(`is accessible and fits, ${name}`, async ({ browser, deployment, faults }) => {
    const { palette, ...rest } = options;
    for (const context of [await browser.newContext(rest), await insider(browser, deployment, options)]) {
      await context.addInitScript(chooseAppearance, palette);
      const page = await context.newPage();
      faults.watch(page);
      const look = async (what: string) => {
        await expectAccessible(page, `${what}, ${name}`);
        await expectNothingCutOff(page, `${what}, ${name}`);
      };
      const signedIn = (await context.storageState()).origins.length > 0;
      await visitAll(page, deployment, { look, signedIn, among: shareOf(deployment.loaded.id, part) });
      await context.close();
    }
  });
}

/** Node does not resolve names below localhost as browsers do: the address by number, the name in the Host header. */
function localAddress(url: string, path: string): string {
  const { port } = new URL(url);
  return `http://127.0.0.1:${port}${path}`;
}

function hostOf({ url }: Deployment) {
  return { headers: { Host: new URL(url).host } };
}
