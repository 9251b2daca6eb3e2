import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectOverview, type Here, test } from '../support/browser.ts';

async function signIn(page: Page, here: Here) {
  await here.giveCredentials(page, 'manager');
  await here.giveCode(page, 'manager');
}

async function signOut(page: Page, { say }: Here) {
  await page.getByRole('button', { name: new RegExp(`^${say('shell:account')}: `) }).click();
  await page.getByRole('menuitem', { name: say('shell:signOut') }).click();
}

const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('auth'));

test('a session survives a reload, and is shared with a second tab', async ({ page, context, journeyOn }) => {
  const here = await journeyOn('dev');
  await page.goto(here.url);
  await signIn(page, here);
  await expectOverview(page, here.language);
  await page.reload();
  await expectOverview(page, here.language);
  const second = await context.newPage();
  await second.goto(`${here.url}dashboard/versions`);
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(here.say('versions:title'));
});

test(
  'signing out in one tab signs out the other, and leaves no token behind',
  { tag: '@slow' },
  async ({ page, context, request, journeyOn }) => {
    const here = await journeyOn('dev');
    await page.goto(here.url);
    await signIn(page, here);
    await expectOverview(page, here.language);
    const { token } = JSON.parse((await storedSession(page)) ?? '{}') as { token: string };
    const second = await context.newPage();
    await second.goto(here.url);
    await expectOverview(second, here.language);
    await signOut(second, here);
    for (const tab of [second, page]) {
      await expect(tab).toHaveURL(/\/auth\/login/);
      await expect(tab.getByText(here.say('auth:signedOut'))).toBeVisible();
      expect(await storedSession(tab)).toBeNull();
    }
    const { port, host } = new URL(here.url);
    const answer = await request.get(`http://127.0.0.1:${port}/api/auth/me/`, {
      headers: { Host: host, Authorization: `Token ${token}` },
    });
    expect(answer.status(), 'the server has deleted the token').toBe(401);
  },
);

test('a session that the server ended leads to the sign-in and back to the same page', async ({ page, journeyOn }) => {
  const here = await journeyOn('dev');
  await page.goto(here.url);
  await signIn(page, here);
  await expectOverview(page, here.language);
  await page.getByRole('link', { name: here.say('versions:title') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.say('versions:title'));
  await here.sql(
    `delete from sessions where token_hash = (
      select token_hash from sessions join users on users.id = user_id where email = '${here.emailOf('manager')}'
      order by sessions.created desc limit 1
    )`,
  );
  // The stream of changes ends with the session, so the page notices without a call.
  await expect(page).toHaveURL(`${here.url}auth/login?returnTo=%2Fdashboard%2Fversions`);
  await expect(page.getByText(here.say('errors:unauthorized'))).toBeVisible();
  expect(await storedSession(page)).toBeNull();
  await signIn(page, here);
  await expect(page).toHaveURL(`${here.url}dashboard/versions`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.say('versions:title'));
});

test('a page requested while signed out opens after the sign-in', { tag: '@slow' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('dev');
  await page.goto(`${here.url}dashboard/users`);
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=/);
  await signIn(page, here);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.say('users:title'));
});

for (const stranger of ['https://example.org/', '//example.org/dashboard', '/\\example.org', 'javascript:alert(1)']) {
  test(`returnTo never leads to another site: ${stranger}`, { tag: '@slow' }, async ({ page, journeyOn }) => {
    const here = await journeyOn('dev');
    await page.goto(`${here.url}auth/login?returnTo=${encodeURIComponent(stranger)}`);
    await signIn(page, here);
    await expect(page).toHaveURL(`${here.url}dashboard`);
  });
}

test('an unknown stored token leads to the sign-in page', { tag: '@slow' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('dev');
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('once')) localStorage.setItem('auth', JSON.stringify({ token: 'made-up' }));
    sessionStorage.setItem('once', 'yes');
  });
  await page.goto(`${here.url}dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.say('auth:title'));
  await expect(page.getByText(here.say('errors:unauthorized'))).toBeVisible();
  await expect.poll(() => storedSession(page)).toBeNull();
});

test('an interpreter sees only pages of their permissions', { tag: '@slow' }, async ({ faults, journeyOn }) => {
  const here = await journeyOn('dev');
  const page = await here.enter({ who: 'interpreter' });
  await page.goto(here.url);
  await expect(page.getByText(here.say('overview:requestsOwn'))).toBeVisible();
  await expect(page.getByRole('region', { name: here.say('overview:ownDay') })).toBeVisible();
  await expect(page.getByRole('region', { name: here.say('overview:today'), exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: here.say('users:title') })).toHaveCount(0);
  faults.expect(/forbidden/);
  await page.goto(`${here.url}dashboard/users`);
  await expect(page.getByText(here.say('errors:forbidden'))).toBeVisible();
});

test('each figure of the overview links to its list, and Back returns', { tag: '@slow' }, async ({ journeyOn }) => {
  const here = await journeyOn('dev', { needs: ['live', 'feedback', 'reservations'] });
  const page = await here.enter();
  await page.goto(here.url);
  await expectOverview(page, here.language);
  await expect(page.getByRole('slider', { name: here.say('overview:dayChart') }).locator('svg')).toBeVisible();
  await expectAccessible(page, 'the overview with its chart');
  for (const [figure, place, channel] of [
    ['overview:requests', 'online:title', 'overview:online'],
    ['overview:users', 'users:title'],
    ['overview:interpreters', 'online:title'],
    ['overview:feedback', 'feedback:title'],
    ['overview:waiting', 'offline:title', 'overview:live'],
    ['overview:unfilled', 'reservations:title'],
  ] as const) {
    const label = here.say(figure);
    const name = channel ? here.say('overview:listOf', { figure: label, channel: here.say(channel) }) : label;
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.say(place));
    await page.goBack();
    await expectOverview(page, here.language);
  }
});
