import type { Page } from 'playwright/test';
import { paths } from '../../src/paths.ts';
import { enter, expect, test } from '../support/browser.ts';
import { emulateDjango } from '../support/thirdPartyBackend.ts';
import { navigate } from '../support/screens.ts';
import { say } from '../support/words.ts';

const retry = (page: Page) => page.getByRole('button', { name: say('en', 'app:retry') });
const main = (page: Page) => page.getByRole('main');

test('field errors of such a backend are shown at the field, and a record without ETag can be saved', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'dev');
  await emulateDjango(page);
  await page.goto(`${product.urlOf('dev')}dashboard/departments/create`);
  const name = page.getByRole('textbox', { name: say('en', 'departments:name') });
  const refusal = { status: 400, json: { name: ['department with this name already exists.'] } };
  await page.route('**/api/departments/', (route) =>
    route.request().method() === 'POST' ? route.fulfill(refusal) : route.fallback(),
  );
  await name.fill('Django department');
  await page.getByRole('button', { name: say('en', 'crud:create') }).click();
  await expect(name).toHaveAccessibleDescription(say('en', 'errors:not_accepted'));
  await expect(name).toHaveValue('Django department');
  await expect(page.getByText('already exists')).toHaveCount(0);

  await page.unroute('**/api/departments/');
  await page.getByRole('button', { name: say('en', 'crud:create') }).click();
  await expect(page).not.toHaveURL(/create$/);
  await page.goto(`${product.urlOf('dev')}dashboard/departments?search=Django`);
  await page.getByRole('link', { name: 'Django department' }).click();
  await name.fill('Django department, renamed');
  await page.getByRole('button', { name: say('en', 'crud:save') }).click();
  await expect(page.getByText(say('en', 'crud:saved'))).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Django department, renamed');
});

test('HTML instead of data counts as an unreachable server, and Retry recovers', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'dev');
  await page.goto(`${product.urlOf('dev')}dashboard/versions`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('en', 'versions:title'));
  for (const [status, collection] of [
    [200, 'contacts'],
    [500, 'departments'],
  ] as const) {
    const calls = new RegExp(`/api/${collection}/`);
    await page.route(calls, (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<!doctype html><title>Sign in to the network</title>' }),
    );
    await navigate(page, paths[collection].list.href());
    const message = main(page).getByText(say('en', 'errors:backend_unreachable'));
    await expect(message).toBeVisible();
    await page.unroute(calls);
    await main(page)
      .getByRole('button', { name: say('en', 'app:retry') })
      .click();
    await expect(message).toBeHidden();
    await expect(main(page).getByRole('table')).toBeVisible();
  }
});

for (const [what, answer] of [
  ['answers with an error', { status: 500, contentType: 'application/problem+json', body: '{"status":500}' }],
  ['answers with a page', { status: 500, contentType: 'text/html', body: '<h1>Server Error (500)</h1>' }],
  ['does not respond', null],
] as const)
  test(`a server that ${what} at the start is reported, the session is kept, and Retry opens it`, async ({
    browser,
    product,
    faults,
  }) => {
    const page = await enter({ browser, product, faults }, 'dev');
    await page.route('**/api/auth/me/', (route) => (answer ? route.fulfill(answer) : undefined));
    await page.goto(`${product.urlOf('dev')}dashboard/versions`);
    if (!answer) await expect(page.getByText(say('en', 'app:waiting'))).toBeVisible();
    await expect(page.getByText(say('en', 'app:sessionUnread'))).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toContain('token');
    await page.unroute('**/api/auth/me/');
    await retry(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('en', 'versions:title'));
    await expect(page.getByText(say('en', 'app:sessionUnread'))).toBeHidden();
  });

test('a person with an unknown role is told that they have no access, and sees nothing', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'dev', { who: 'interpreter' });
  const user = { id: '17', email: 'ada@example.org', first_name: 'Ada', last_name: 'King', role: 'auditor' };
  await page.route('**/api/auth/me/', (route) => route.fulfill({ json: user }));
  await page.goto(`${product.urlOf('dev')}dashboard/contacts`);
  await expect(page.getByText(say('en', 'errors:no_permission_to_login'))).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);

  await page.route('**/api/auth/login/', (route) =>
    route.fulfill({ json: { token: 't', expiry: '2100-01-01T00:00:00Z', user } }),
  );
  await page.getByRole('textbox', { name: say('en', 'auth:email') }).fill('ada@example.org');
  await page.getByLabel(say('en', 'auth:password'), { exact: true }).fill('secret secret');
  await page.getByRole('button', { name: say('en', 'auth:submit') }).click();
  await expect(page.getByRole('alert')).toContainText(say('en', 'errors:no_permission_to_login'));
});
