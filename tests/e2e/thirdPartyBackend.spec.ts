import type { Page } from 'playwright/test';
import { expect, type Here, test } from '../support/browser.ts';
import { emulateDjango } from '../support/thirdPartyBackend.ts';
import { openForm } from '../support/screens.ts';

const retry = (page: Page, { say }: Here) => page.getByRole('button', { name: say('app:retry') });

test('field errors of such a backend are shown at the field, and a record without ETag can be saved', async ({
  journeyOn,
}) => {
  const here = await journeyOn('dev', { needs: ['departments'] });
  const page = await here.enter();
  await emulateDjango(page);
  await page.goto(`${here.url}dashboard/departments/create`);
  const name = page.getByRole('textbox', { name: here.say('departments:name') });
  const refusal = { status: 400, json: { name: ['department with this name already exists.'] } };
  await page.route('**/api/departments/', (route) =>
    route.request().method() === 'POST' ? route.fulfill(refusal) : route.fallback(),
  );
  await name.fill('Django department');
  await page.getByRole('button', { name: here.say('crud:create') }).click();
  await expect(name).toHaveAccessibleDescription(here.say('errors:not_accepted'));
  await expect(name).toHaveValue('Django department');
  await expect(page.getByText('already exists')).toHaveCount(0);

  await page.unroute('**/api/departments/');
  await page.getByRole('button', { name: here.say('crud:create') }).click();
  await expect(page).not.toHaveURL(/create$/);
  await page.goto(`${here.url}dashboard/departments?search=Django`);
  await page.getByRole('link', { name: 'Django department' }).click();
  await openForm(page);
  await name.fill('Django department, renamed');
  await page.getByRole('button', { name: here.say('crud:save') }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Django department, renamed');
  await page.reload();
  await expect(heading).toHaveText('Django department, renamed');
});

for (const [what, answer] of [
  ['answers with an error', { status: 500, contentType: 'application/problem+json', body: '{"status":500}' }],
  ['answers with a page', { status: 500, contentType: 'text/html', body: '<h1>Server Error (500)</h1>' }],
  ['does not respond', null],
] as const)
  test(
    `a server that ${what} at the start is reported, the session is kept, and Retry opens it`,
    { tag: '@release' },
    async ({ journeyOn }) => {
      const here = await journeyOn('dev');
      const page = await here.enter();
      await page.route('**/api/auth/me/', (route) => (answer ? route.fulfill(answer) : undefined));
      await page.goto(`${here.url}dashboard/versions`);
      if (!answer) await expect(page.getByText(here.say('app:waiting'))).toBeVisible();
      await expect(page.getByText(here.say('app:sessionUnread'))).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('auth'))).toContain('token');
      await page.unroute('**/api/auth/me/');
      await retry(page, here).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.say('versions:title'));
      await expect(page.getByText(here.say('app:sessionUnread'))).toBeHidden();
    },
  );
