import { enter, expect, expectOverview, firstLanguage, tenantOf, test } from '../support/browser.ts';
import { say } from '../support/words.ts';

test('the narrow navigation stays within the window below a banner, prints show only the page, and a missing token ends the session in every tab', async ({
  browser,
  product,
  faults,
}) => {
  const loaded = await tenantOf('stage');
  const language = firstLanguage(loaded);
  const page = await enter({ browser, product, faults }, 'stage');
  await page.goto(`${product.urlOf('stage')}dashboard/versions`);
  const rail = page.getByRole('navigation', { name: say(language, 'shell:navigation') });
  const foot = rail.getByText(say(language, 'shell:version', { version: loaded.tenant.version }));
  const banner = page.getByText(say(language, 'app:offline'));
  await expect(foot).toBeInViewport({ ratio: 1 });
  // What is not loaded yet cannot load without a connection.
  await expect(page.getByRole('row').getByText(loaded.tenant.version, { exact: true }).first()).toBeVisible();

  await page.context().setOffline(true);
  await expect(banner).toBeVisible();
  await expect(foot).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(banner).toBeInViewport();
  await expect(foot).toBeInViewport({ ratio: 1 });

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const screenOnly of [rail, banner, page.getByRole('banner')]) await expect(screenOnly).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.context().setOffline(false);
  await expect(banner).toBeHidden();

  const second = await page.context().newPage();
  faults.watch(second);
  await second.goto(`${product.urlOf('stage')}dashboard`);
  await expectOverview(second, language);
  await second.evaluate(() => localStorage.removeItem('auth'));
  await expect(page).toHaveURL(/\/auth\/login/);
  // The tab that removed the token gets no storage event: its next call has no token and is refused. That may be a
  // poll, which removes the link before it is clicked.
  const refused = second.waitForURL(/\/auth\/login/);
  await Promise.race([second.getByRole('link', { name: say(language, 'users:title'), exact: true }).click(), refused]);
  await refused;
  // The login is gone as well: there is no code to enter.
  await second.goto(`${product.urlOf('stage')}auth/enter-code`);
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(say(language, 'auth:title'));
  await page.context().close();
});
