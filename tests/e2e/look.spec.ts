import type { Browser, Page } from 'playwright/test';
import { isoLanguage, languages } from '../../contract/languages.ts';
import {
  enter,
  expect,
  expectAccessible,
  expectNothingCutOff,
  expectOverview,
  tenantOf,
  test,
} from '../support/browser.ts';
import { say } from '../support/words.ts';

/** Colours of one pixel, bottom right, in pictures of a page: read by another page, which a browser can do best. */
async function cornersOf(browser: Browser, pictures: string[]): Promise<string[]> {
  const reader = await browser.newPage();
  const corners = await reader.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = `data:image/png;base64,${source}`;
          await image.decode();
          const canvas = document.createElement('canvas');
          canvas.width = image.width;
          canvas.height = image.height;
          const context = canvas.getContext('2d');
          context?.drawImage(image, 0, 0);
          const [red = 0, green = 0, blue = 0] =
            context?.getImageData(image.width - 4, image.height - 4, 1, 1).data ?? [];
          return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        }),
      ),
    pictures,
  );
  await reader.close();
  return corners;
}

/** Every frame that is painted while the address loads over a slow network. */
async function framesOf(page: Page, url: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const frames: string[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 80,
    downloadThroughput: 120_000,
    uploadThroughput: 60_000,
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(300);
  await session.send('Page.stopScreencast');
  return frames;
}

/** Stands for what was there before: no brand and no palette has it. */
const before = '#ff00ff';

for (const id of ['iceland', 'brazil']) {
  for (const palette of ['light', 'dark'] as const) {
    test(`${id}, ${palette}: every frame of a slow load has the brand's ground, from the first`, async ({
      browser,
      page,
      product,
    }) => {
      const { tokens } = await tenantOf(id);
      await page.addInitScript((paletteMode) => {
        if (location.protocol === 'http:') localStorage.setItem('app.settings', JSON.stringify({ paletteMode }));
      }, palette);
      await page.goto(`data:text/html,<body style="background:${encodeURIComponent(before)}">`);
      const corners = await cornersOf(browser, await framesOf(page, product.urlOf(id)));
      const ground = tokens[palette].ground;
      // The browser's own empty page may stand between the two documents; from the first ground on, nothing else.
      const painted = corners.slice(corners.findIndex((colour) => colour !== before && colour !== '#ffffff'));
      expect(painted.length, 'frames of the page').toBeGreaterThan(2);
      expect([...new Set(painted)]).toEqual([ground]);
    });
  }
}

test('appearance, direction, pin and language are kept, and can be taken back', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'dev');
  const html = page.locator('html');
  const openSettings = async () => {
    await page.getByRole('button', { name: new RegExp(`^${say('en', 'shell:account')}: `) }).click();
    await page.getByRole('menuitem', { name: say('en', 'shell:settings') }).click();
  };
  await page.goto(product.urlOf('dev'));
  await expectOverview(page, 'en');
  await openSettings();
  await page.getByText(say('en', 'shell:dark'), { exact: true }).click();
  await page.getByText(say('en', 'shell:rtl'), { exact: true }).click();
  await page.getByText(say('en', 'shell:pinNav'), { exact: true }).click();
  await page.reload();
  await expectOverview(page, 'en');
  await expect(html).toHaveAttribute('data-palette', 'dark');
  await expect(html).toHaveAttribute('dir', 'rtl');
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('app.settings') ?? 'null'))).toEqual({
    direction: 'rtl',
    paletteMode: 'dark',
    pinNav: false,
  });
  await expectAccessible(page, 'overview, right to left');
  await openSettings();
  await page.getByRole('button', { name: say('en', 'shell:reset') }).click();
  await expect(html).toHaveAttribute('data-palette', 'light');
  await expect(html).toHaveAttribute('dir', 'ltr');
  expect(await page.evaluate(() => localStorage.getItem('app.settings'))).toBeNull();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: new RegExp(`^${say('en', 'app:language')}: `) }).click();
  await page.getByRole('menuitemradio', { name: 'Lietuvių' }).click();
  await expectOverview(page, 'lt');
  await page.reload();
  await expectOverview(page, 'lt');
  await expect(html).toHaveAttribute('lang', 'lt');
  const keys = await page.evaluate(() => Object.keys(localStorage).toSorted());
  expect(keys, 'nothing else is kept').toEqual(['auth', 'i18nextLng']);
});

test('from right to left the rail stands on the right', async ({ browser, product, faults }) => {
  const page = await enter({ browser, product, faults }, 'dev');
  await page.addInitScript(() => localStorage.setItem('app.settings', JSON.stringify({ direction: 'rtl' })));
  await page.goto(product.urlOf('dev'));
  await expectOverview(page, 'en');
  const rail = await page.getByRole('navigation', { name: say('en', 'shell:navigation') }).boundingBox();
  const main = await page.getByRole('main').boundingBox();
  expect(rail?.x ?? 0).toBeGreaterThan(main?.x ?? Infinity);
  await expectNothingCutOff(page, 'overview, right to left');
});

test('with reduced motion nothing moves', async ({ browser, product, faults }) => {
  const page = await enter({ browser, product, faults }, 'dev', { reducedMotion: 'reduce' });
  await page.goto(product.urlOf('dev'));
  await expectOverview(page, 'en');
  await page.getByRole('button', { name: new RegExp(`^${say('en', 'shell:account')}: `) }).click();
  await page.getByRole('menuitem', { name: say('en', 'shell:settings') }).click();
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 0).length,
  );
  expect(moving).toBe(0);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('on a phone the navigation is a drawer that opens, closes and leads on', async ({ browser, product, faults }) => {
  const page = await enter({ browser, product, faults }, 'dev', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await page.goto(product.urlOf('dev'));
  await expectOverview(page, 'en');
  const open = page.getByRole('button', { name: say('en', 'shell:openNavigation') });
  await open.click();
  const drawer = page.getByRole('dialog', { name: say('en', 'shell:navigation') });
  await expectAccessible(page, 'the open drawer');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await drawer.getByRole('link', { name: say('en', 'versions:title') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('en', 'versions:title'));
  await expect(drawer).toBeHidden();
});

const widths = [
  ['a narrow phone, or 400 % zoom', 320],
  ['200 % zoom', 720],
  ['a tablet', 1024],
] as const;
const places = [
  '',
  'dashboard/online',
  'dashboard/feedback',
  'dashboard/users',
  'dashboard/users/create',
  'dashboard/departments',
  'dashboard/partners/categories',
  'dashboard/contacts/create',
  'dashboard/partners/create',
  'dashboard/closure/create',
  'dashboard/closure/order',
  'dashboard/sliders',
  'dashboard/queues',
  'dashboard/audit',
  'dashboard/versions',
  'dashboard/no-such-page',
];

for (const language of languages) {
  test(`every word fits in ${language}, from 320 px on`, async ({ browser, product, faults, page }) => {
    const inside = await enter({ browser, product, faults }, 'dev');
    for (const each of [page, inside])
      await each.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
    const look = async (shown: Page, what: string) => {
      await shown.getByRole('heading', { level: 1 }).waitFor();
      await expect(shown.locator('html')).toHaveAttribute('lang', isoLanguage(language));
      for (const [name, width] of widths) {
        await shown.setViewportSize({ width, height: 800 });
        await expectNothingCutOff(shown, `${what || 'overview'}, ${name}`);
      }
    };
    await page.goto(product.urlOf('dev'));
    await look(page, 'sign-in');
    await page.getByRole('button', { name: say(language, 'auth:submit') }).click();
    await expect(page.getByText(say(language, 'errors:required')).first()).toBeVisible();
    await look(page, 'sign-in with errors');
    for (const place of places) {
      await inside.goto(`${product.urlOf('dev')}${place}`);
      if (!place) await expectOverview(inside, language);
      await look(inside, place);
    }
  });
}

test('pages other than the sign-in say where one is, in the title', async ({ browser, product, faults }) => {
  const { tenant } = await tenantOf('dev');
  const page = await enter({ browser, product, faults }, 'dev');
  await page.goto(`${product.urlOf('dev')}dashboard/users`);
  await expect(page).toHaveTitle(`${say('en', 'users:title')} · ${tenant.brand}`);
});

test('a change of page shows the progress bar in the deployment’s colour, without a new load', async ({
  browser,
  product,
  faults,
}) => {
  const { tokens } = await tenantOf('dev');
  const page = await enter({ browser, product, faults }, 'dev');
  await page.goto(product.urlOf('dev'));
  await expectOverview(page, 'en');
  // The bar may be gone before one looks: the page itself takes note of it.
  await page.evaluate(() => {
    const seen = new Map<string, string[]>();
    const look = () => {
      for (const bar of document.querySelectorAll('[role="progressbar"]')) {
        const parts = [bar, ...bar.querySelectorAll('*')];
        seen.set(
          bar.getAttribute('aria-label') ?? '',
          parts.map((part) => getComputedStyle(part).backgroundColor),
        );
      }
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { barsSeen: seen });
  });
  await page.getByRole('link', { name: say('en', 'versions:title') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('en', 'versions:title'));
  // Only a page that was not loaded anew still knows what it has seen.
  const seen = await page.evaluate(() => {
    const bars = 'barsSeen' in window && window.barsSeen instanceof Map ? window.barsSeen : new Map<string, string[]>();
    return Object.fromEntries(bars) as Record<string, string[]>;
  });
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(tokens.light.progress.slice(at, at + 2), 16));
  expect(seen[say('en', 'app:loading')]).toContain(`rgb(${red}, ${green}, ${blue})`);
});
