import type { Page } from 'playwright/test';
import { signInEmail } from '../../server/seed/people.ts';
import {
  enter,
  expect,
  expectAccessible,
  expectOverview,
  giveCredentials,
  tenantOf,
  test,
} from '../support/browser.ts';
import { say } from '../support/words.ts';

/** `dev` requires no code, which these tests do not need. */
async function signInToDev(page: Page) {
  const { tenant } = await tenantOf('dev');
  await giveCredentials(page, 'en', signInEmail(tenant, 'manager'));
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: new RegExp(`^${say('en', 'shell:account')}: `) }).click();
  await page.getByRole('menuitem', { name: say('en', 'shell:signOut') }).click();
}

const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('auth'));

test('a session survives a reload, and is shared with a second tab', async ({ page, context, product }) => {
  await page.goto(product.urlOf('dev'));
  await signInToDev(page);
  await expectOverview(page, 'en');
  await page.reload();
  await expectOverview(page, 'en');
  const second = await context.newPage();
  await second.goto(`${product.urlOf('dev')}dashboard/versions`);
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(say('en', 'versions:title'));
});

test('signing out in one tab signs out the other, and leaves no token behind', async ({
  page,
  context,
  product,
  request,
}) => {
  await page.goto(product.urlOf('dev'));
  await signInToDev(page);
  await expectOverview(page, 'en');
  const { token } = JSON.parse((await storedSession(page)) ?? '{}') as { token: string };
  const second = await context.newPage();
  await second.goto(product.urlOf('dev'));
  await expectOverview(second, 'en');
  await signOut(second);
  for (const tab of [second, page]) {
    await expect(tab).toHaveURL(/\/auth\/login/);
    await expect(tab.getByText(say('en', 'auth:signedOut'))).toBeVisible();
    expect(await storedSession(tab)).toBeNull();
  }
  const { port, host } = new URL(product.urlOf('dev'));
  const answer = await request.get(`http://127.0.0.1:${port}/api/auth/me/`, {
    headers: { Host: host, Authorization: `Token ${token}` },
  });
  expect(answer.status(), 'the server has deleted the token').toBe(401);
});

test('a session that the server ended leads to the sign-in and back to the same page', async ({ page, product }) => {
  await page.goto(product.urlOf('dev'));
  await signInToDev(page);
  await expectOverview(page, 'en');
  const { tenant } = await tenantOf('dev');
  const email = signInEmail(tenant, 'manager');
  await product.sql(
    'dev',
    `delete from sessions where token_hash = (
      select token_hash from sessions join users on users.id = user_id where email = '${email}'
      order by sessions.created desc limit 1
    )`,
  );
  await page.getByRole('link', { name: say('en', 'versions:title') }).click();
  await expect(page).toHaveURL(`${product.urlOf('dev')}auth/login?returnTo=%2Fdashboard%2Fversions`);
  await expect(page.getByText(say('en', 'errors:unauthorized'))).toBeVisible();
  expect(await storedSession(page)).toBeNull();
  await signInToDev(page);
  await expect(page).toHaveURL(`${product.urlOf('dev')}dashboard/versions`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('en', 'versions:title'));
});

test('a page requested while signed out opens after the sign-in', async ({ page, product }) => {
  await page.goto(`${product.urlOf('dev')}dashboard/users`);
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=/);
  await signInToDev(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('en', 'users:title'));
});

for (const stranger of ['https://example.org/', '//example.org/dashboard', '/\\example.org', 'javascript:alert(1)']) {
  test(`returnTo never leads to another site: ${stranger}`, async ({ page, product }) => {
    await page.goto(`${product.urlOf('dev')}auth/login?returnTo=${encodeURIComponent(stranger)}`);
    await signInToDev(page);
    await expect(page).toHaveURL(`${product.urlOf('dev')}dashboard`);
  });
}

test('an unknown stored token leads to the sign-in page', async ({ page, product }) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('once')) localStorage.setItem('auth', JSON.stringify({ token: 'made-up' }));
    sessionStorage.setItem('once', 'yes');
  });
  await page.goto(`${product.urlOf('dev')}dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('en', 'auth:title'));
  expect(await storedSession(page)).toBeNull();
});

test('an interpreter sees only pages of their permissions', async ({ browser, product, faults }) => {
  const page = await enter({ browser, product, faults }, 'dev', { who: 'interpreter' });
  await page.goto(product.urlOf('dev'));
  await expect(page.getByText(say('en', 'overview:requestsOwn'))).toBeVisible();
  await expect(page.getByRole('region', { name: say('en', 'overview:ownDay') })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Today by half hours/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: say('en', 'users:title') })).toHaveCount(0);
  faults.expect(/forbidden/);
  await page.goto(`${product.urlOf('dev')}dashboard/users`);
  await expect(page.getByText(say('en', 'errors:forbidden'))).toBeVisible();
});

test('each figure of the overview links to its list, and Back returns', async ({ browser, product, faults }) => {
  const page = await enter({ browser, product, faults }, 'dev');
  await page.goto(product.urlOf('dev'));
  await expectOverview(page, 'en');
  await expect(page.getByRole('slider', { name: say('en', 'overview:dayChart') }).locator('svg')).toBeVisible();
  await expectAccessible(page, 'the overview with its chart');
  for (const [figure, place, channel] of [
    ['overview:requests', 'online:title', 'overview:online'],
    ['overview:users', 'users:title'],
    ['overview:interpreters', 'online:title'],
    ['overview:feedback', 'feedback:title'],
    ['overview:waiting', 'offline:title', 'overview:live'],
    ['overview:unfilled', 'reservations:title'],
  ] as const) {
    const label = say('en', figure);
    const name = channel ? say('en', 'overview:listOf', { figure: label, channel: say('en', channel) }) : label;
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('en', place));
    await page.goBack();
    await expectOverview(page, 'en');
  }
});
