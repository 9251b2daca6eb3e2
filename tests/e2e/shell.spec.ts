import { expect, expectOverview, test } from '../support/browser.ts';

test(
  'the narrow navigation stays within the window below a banner, prints show only the page, and a missing token ends the session in every tab',
  { tag: '@slow' },
  async ({ faults, journeyOn }) => {
    const here = await journeyOn('stage');
    const { language, tenant } = here;
    const page = await here.enter();
    await page.goto(`${here.url}dashboard/versions`);
    const rail = page.getByRole('navigation', { name: here.say('shell:navigation') });
    const foot = rail.getByText(here.say('shell:version', { version: tenant.version }));
    const banner = page.getByText(here.say('app:offline'));
    await expect(foot).toBeInViewport({ ratio: 1 });
    // What is not loaded yet cannot load without a connection.
    await expect(page.getByRole('row').getByText(tenant.version, { exact: true }).first()).toBeVisible();

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
    await second.goto(`${here.url}dashboard`);
    await expectOverview(second, language);
    await second.evaluate(() => localStorage.removeItem('auth'));
    await expect(page).toHaveURL(/\/auth\/login/);
    // The tab that removed the token gets no storage event: its next call has no token and is refused. That may be a
    // poll, which removes the link before it is clicked.
    const refused = second.waitForURL(/\/auth\/login/);
    await Promise.race([second.getByRole('link', { name: here.say('users:title'), exact: true }).click(), refused]);
    await refused;
    // The login is gone as well: there is no code to enter.
    if (tenant.flags.twoFactor) {
      await second.goto(`${here.url}auth/enter-code`);
      await expect(second.getByRole('heading', { level: 1 })).toHaveText(here.say('auth:title'));
    }
    await page.context().close();
  },
);

test(
  'signed-in people see the frame of the dashboard before the app has started, where the app then draws it',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('stage');
    // The band of waiting requests, which the app adds when it has read them, would move the brand.
    await here.sql(`update interpretations set ended = created where outcome = 'waiting'`);
    const page = await here.enter();
    await page.goto(`${here.url}dashboard/versions`);
    const brand = page.locator('#root img').filter({ visible: true });
    for (const [width, isPinned] of [
      [1280, true],
      [1280, false],
      [390, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((pinNav) => localStorage.setItem('app.settings', JSON.stringify({ pinNav })), isPinned);
      const released = Promise.withResolvers<void>();
      await page.route('**/assets/vendor*', async (route) => {
        await released.promise;
        await route.continue();
      });
      await page.goto(`${here.url}dashboard/versions`, { waitUntil: 'commit' });
      await expect(page.locator('#root[data-frame]')).toHaveCount(1);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
      const before = await brand.boundingBox();
      released.resolve();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('#root[data-frame]')).toHaveCount(0);
      expect(before?.width).toBeGreaterThan(20);
      expect(await brand.first().boundingBox()).toEqual(before);
      await page.unrouteAll({ behavior: 'wait' });
    }
    await page.context().close();
  },
);
