import type { Page } from 'playwright/test';
import { expect, expectOverview, type Here, test } from '../support/browser.ts';

const configProblem = /The runtime configuration could not be loaded/;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const retry = (page: Page, { say }: Here) => page.getByRole('button', { name: say('app:retry') });

for (const [what, answer] of [
  ['missing', { status: 404, body: 'Not found' }],
  ['no JSON', { status: 200, body: '<!doctype html><title>hello' }],
  ['without a BACKEND_URL', { status: 200, body: '{}' }],
  ['pointing to no address', { status: 200, body: '{"BACKEND_URL":"javascript:alert(1)"}' }],
] as const) {
  test(
    `config.json ${what}: the app starts, reports it, and Retry recovers`,
    { tag: '@slow' },
    async ({ page, faults, journeyOn }) => {
      const here = await journeyOn('dev');
      faults.expect(configProblem);
      await page.route('**/config.json', (route) => route.fulfill({ ...answer, contentType: 'application/json' }));
      await page.goto(here.url);
      await expect(heading(page)).toHaveText(here.say('auth:title'));
      await expect(page.getByText(here.say('app:configMissing'))).toBeVisible();
      await here.giveCredentials(page, 'manager');
      await expect(page.getByRole('alert')).toContainText(here.say('errors:something_went_wrong'));
      await page.unroute('**/config.json');
      await retry(page, here).click();
      await expect(page.getByText(here.say('app:configMissing'))).toBeHidden();
      await page.getByRole('button', { name: here.say('auth:submit') }).click();
      await here.giveCode(page, 'manager');
      await expectOverview(page, here.language);
    },
  );
}

test('a slow config.json is waited for without a message', { tag: '@slow' }, async ({ page, faults, journeyOn }) => {
  const here = await journeyOn('dev');
  faults.expect(configProblem);
  let looks = 0;
  await page.route('**/config.json', (route) => {
    looks += 1;
    return looks < 8 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue();
  });
  // The page waits for three seconds by its own clock, however slow the machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto(here.url);
  for (let look = 1; look < 8; look += 1) {
    await expect.poll(() => looks).toBe(look);
    await page.clock.runFor(100);
  }
  await expect.poll(() => looks).toBe(8);
  await page.clock.resume();
  await here.giveCredentials(page, 'manager');
  await here.giveCode(page, 'manager');
  await expectOverview(page, here.language);
  expect(looks).toBe(8);
  await expect(page.getByText(here.say('app:configMissing'))).toBeHidden();
});

test('a backend that is down at the start is reported, typed values stay, and Retry recovers', async ({
  page,
  journeyOn,
}) => {
  const here = await journeyOn('dev');
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.goto(here.url);
  await here.giveCredentials(page, 'manager');
  await expect(page.getByText(here.say('app:unreachable'))).toBeVisible();
  await page.unroute('**/api/**');
  await retry(page, here).click();
  await page.getByRole('button', { name: here.say('auth:submit') }).click();
  await here.giveCode(page, 'manager');
  await expectOverview(page, here.language);
  await expect(page.getByText(here.say('app:unreachable'))).toBeHidden();
});

test(
  'a stored session survives a backend that is down at the start, and continues by itself once it is up',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev');
    const page = await here.enter();
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.goto(`${here.url}dashboard`);
    await expect(page.getByText(here.say('app:sessionUnread'))).toBeVisible();
    await page.unroute('**/api/**');
    await expectOverview(page, here.language);
  },
);

test('being offline is reported, and so is its end', { tag: '@slow' }, async ({ journeyOn }) => {
  const here = await journeyOn('dev');
  const page = await here.enter();
  await page.goto(here.url);
  await expectOverview(page, here.language);
  await page.context().setOffline(true);
  await expect(page.getByText(here.say('app:offline'))).toBeVisible();
  await expect(page.getByText(here.say('overview:requests'), { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(here.say('app:offline'))).toBeHidden();
});

test(
  'figures that cannot be loaded do not affect the rest, and Retry loads them',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev');
    const page = await here.enter();
    await page.route('**/api/overview/**', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 500, title: 'boom', code: 'never_heard_of', request_id: 'req-77' }),
      }),
    );
    await page.goto(here.url);
    await expect(page.getByText(here.say('overview:failed'))).toBeVisible();
    await expect(page.getByText('boom')).toHaveCount(0);
    await page.unroute('**/api/overview/**');
    await retry(page, here).first().click();
    await expect(page.getByText(here.say('overview:failed'))).toBeHidden();
    await expectOverview(page, here.language);
  },
);

test('an unknown address shows a page with links onwards', { tag: '@slow' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('brazil');
  await page.goto(`${here.url}no/such/page`);
  await expect(heading(page)).toHaveText(here.say('app:notFoundTitle'));
  await expect(page).toHaveTitle(`${here.say('app:notFoundTitle')} · ${here.tenant.brand}`);
  await page.getByRole('link', { name: here.say('app:toStart') }).click();
  await expect(heading(page)).toHaveText(here.say('auth:title'));
});

test('without storage everything works until the page is closed', { tag: '@slow' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('dev');
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto(here.url);
  await page.getByRole('button', { name: here.say('app:useDark') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-palette', 'dark');
  await here.giveCredentials(page, 'manager');
  await here.giveCode(page, 'manager');
  await expectOverview(page, here.language);
  await page.getByRole('link', { name: here.say('versions:title') }).click();
  await expect(heading(page)).toHaveText(here.say('versions:title'));
  await expect(page.locator('html')).toHaveAttribute('data-palette', 'dark');
});

test('corrupt storage counts as empty', { tag: '@slow' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('iceland');
  await page.addInitScript(() => {
    localStorage.setItem('auth', '{not json');
    localStorage.setItem('app.settings', '[1,2');
    localStorage.setItem('i18nextLng', 'tlh');
  });
  await page.goto(here.url);
  await expect(heading(page)).toHaveText(here.say('auth:title'));
  await expect(page.locator('html')).toHaveAttribute('data-palette', 'light');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
});
