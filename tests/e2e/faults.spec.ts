import type { Page } from 'playwright/test';
import { expect, expectOverview, type Here, test } from '../support/browser.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const retry = (page: Page, { say }: Here) => page.getByRole('button', { name: say('app:retry') });

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
