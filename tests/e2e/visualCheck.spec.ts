import type { Browser, Page } from 'playwright/test';
import { expect, expectAccessible, expectOverview, otherLanguage, test, variantOf } from '../support/browser.ts';
import { isoLanguage } from '../../contract/languages.ts';
import { expectLoaded } from '../support/screens.ts';
import { expectFits, layoutProblems, pseudoTranslation, textsAtTheLeft } from '../support/visualCheck.ts';

/** The colours of the bottom right pixel of screenshots, decoded by another page. */
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

/** The colour of the previous page, which no brand and no palette has. */
const before = '#ff00ff';

for (const [id, only] of [
  ['iceland', undefined],
  ['brazil', 'elsewhere the journey of iceland shows the same'],
] as const) {
  for (const palette of ['light', 'dark'] as const) {
    test(
      `${id}, ${palette}: every frame of a slow load has the brand's background, from the first`,
      { tag: '@release' },
      async ({ browser, page, journeyOn }) => {
        const here = await journeyOn(id, { only });
        const { tokens } = here.loaded;
        await page.addInitScript((paletteMode) => {
          if (location.protocol === 'http:') localStorage.setItem('app.settings', JSON.stringify({ paletteMode }));
        }, palette);
        await page.goto(`data:text/html,<body style="background:${encodeURIComponent(before)}">`);
        const corners = await cornersOf(browser, await framesOf(page, here.url));
        const ground = tokens[palette].ground;
        // The browser may paint an empty page between two documents; from the first background on, only the brand's.
        const painted = corners.slice(corners.findIndex((colour) => colour !== before && colour !== '#ffffff'));
        expect(painted.length, 'frames of the page').toBeGreaterThan(2);
        expect([...new Set(painted)]).toEqual([ground]);
      },
    );
  }
}

// R20, R21, R127, R206
test(
  'appearance, direction, pinned navigation and language are stored, and can be reset',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev');
    const other = otherLanguage(here);
    const page = await here.enter();
    const html = page.locator('html');
    const openSettings = async () => {
      await page.getByRole('button', { name: new RegExp(`^${here.say('shell:account')}: `) }).click();
      await page.getByRole('menuitem', { name: here.say('shell:settings') }).click();
    };
    await page.goto(here.url);
    await expectOverview(page, here.language);
    await openSettings();
    await page.getByText(here.say('shell:dark'), { exact: true }).click();
    await page.getByText(here.say('shell:rtl'), { exact: true }).click();
    await page.getByText(here.say('shell:pinNav'), { exact: true }).click();
    await page.reload();
    await expectOverview(page, here.language);
    await expect(html).toHaveAttribute('data-palette', 'dark');
    await expect(html).toHaveAttribute('dir', 'rtl');
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('app.settings') ?? 'null'))).toMatchObject({
      direction: 'rtl',
      paletteMode: 'dark',
      pinNav: false,
    });
    await expectAccessible(page, 'overview, right to left');
    await openSettings();
    await page.getByRole('button', { name: here.say('shell:reset') }).click();
    await expect(html).toHaveAttribute('data-palette', 'light');
    await expect(html).toHaveAttribute('dir', 'ltr');
    expect(await page.evaluate(() => localStorage.getItem('app.settings'))).toBeNull();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: new RegExp(`^${here.say('app:language')}: `) }).click();
    await page.getByRole('menuitemradio', { name: other.label }).click();
    await expectOverview(page, variantOf(other));
    await page.reload();
    await expectOverview(page, variantOf(other));
    await expect(html).toHaveAttribute('lang', isoLanguage(other.value));
    const keys = await page.evaluate(() => Object.keys(localStorage).toSorted());
    expect(keys, 'nothing else is stored').toEqual(['auth', 'i18nextLng']);
  },
);

test(
  'from right to left the rail stands on the right, and all texts start there',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev');
    const page = await here.enter();
    const settings = JSON.stringify({ direction: 'rtl', pinNav: true });
    await page.addInitScript((stored) => localStorage.setItem('app.settings', stored), settings);
    await page.goto(here.url);
    await expectOverview(page, here.language);
    const rail = await page.getByRole('navigation', { name: here.say('shell:navigation') }).boundingBox();
    const main = await page.getByRole('main').boundingBox();
    expect(rail?.x ?? 0).toBeGreaterThan(main?.x ?? Infinity);
    await expectFits(page, 'overview, right to left');
    for (const path of ['', '/calendar?view=month', '/calendar?view=week', '/reservations', '/reports']) {
      await page.goto(`${here.url}dashboard${path}`);
      await expectLoaded(page);
      expect(await textsAtTheLeft(page), `/dashboard${path}`).toEqual([]);
    }
  },
);

test('a switch stands beside its label on a wide screen', { tag: '@slow' }, async ({ journeyOn }) => {
  const here = await journeyOn('dev');
  const page = await here.enter({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${here.url}dashboard/notifications/settings`);
  await expectLoaded(page);
  const gaps = await page.getByRole('switch').evaluateAll((inputs) =>
    inputs.map((input) => {
      const label = input.closest('label');
      const track = label?.querySelector('[aria-hidden="true"]')?.getBoundingClientRect() ?? new DOMRect();
      const words = label?.querySelector('span > span')?.getBoundingClientRect() ?? new DOMRect();
      return Math.max(words.left - track.right, track.left - words.right);
    }),
  );
  expect(gaps).not.toEqual([]);
  expect(Math.max(...gaps)).toBeLessThan(24);
});

test(
  'on a phone with large text, marks leave their icons visible, and initials stay in their circle',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev');
    const page = await here.enter({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.goto(here.url);
    await expectOverview(page, here.language);
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveCSS('hyphens', 'auto');
    for (const size of ['16px', '32px']) {
      await page.evaluate((fontSize) => document.documentElement.style.setProperty('font-size', fontSize), size);
      const button = page.getByRole('button', { name: here.say('shell:openNavigation') });
      const hidden = await button.evaluate((element) => {
        const icon = element.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect();
        const marks = [...(element.parentElement?.querySelectorAll('span[aria-hidden="true"]') ?? [])];
        return marks.map((mark) => {
          const { left, right, top, bottom } = mark.getBoundingClientRect();
          const across = Math.min(right, icon.right) - Math.max(left, icon.left);
          const down = Math.min(bottom, icon.bottom) - Math.max(top, icon.top);
          return (Math.max(0, across) * Math.max(0, down)) / (icon.width * icon.height);
        });
      });
      expect(hidden, 'one mark').toHaveLength(1);
      expect(hidden[0], `the hidden part of the icon with text of ${size}`).toBeLessThan(0.4);
      const room = await page.locator('[data-initials]').evaluate((avatar) => {
        const pen = document.createElement('canvas').getContext('2d');
        if (!pen) return 0;
        pen.font = getComputedStyle(avatar).font;
        return avatar.clientWidth - pen.measureText(avatar.dataset['initials'] ?? '').width;
      });
      expect(room, `the room beside the initials with text of ${size}`).toBeGreaterThan(4);
    }
  },
);

test('nothing moves with reduced motion', { tag: '@slow' }, async ({ journeyOn }) => {
  const here = await journeyOn('dev');
  const page = await here.enter({ reducedMotion: 'reduce' });
  await page.goto(here.url);
  await expectOverview(page, here.language);
  await page.getByRole('button', { name: new RegExp(`^${here.say('shell:account')}: `) }).click();
  await page.getByRole('menuitem', { name: here.say('shell:settings') }).click();
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 0).length,
  );
  expect(moving).toBe(0);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test(
  'on a phone the navigation is a drawer that opens, closes and navigates',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev');
    const page = await here.enter({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await page.goto(here.url);
    await expectOverview(page, here.language);
    const open = page.getByRole('button', { name: here.say('shell:openNavigation') });
    await open.click();
    const drawer = page.getByRole('dialog', { name: here.say('shell:navigation') });
    await expectAccessible(page, 'the open drawer');
    await expect(drawer).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await drawer.getByRole('link', { name: here.say('contacts:title') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.say('contacts:title'));
    await expect(drawer).toBeHidden();
  },
);

test('texts that do not fit are detected', { tag: '@slow' }, async ({ page }) => {
  await page.setContent(`<main style="width: 300px; font: 16px sans-serif">
    <p style="width: 60px; overflow: hidden; white-space: nowrap">Cut off in width</p>
    <p style="height: 14px; overflow: hidden; width: 60px">Cut off in height</p>
    <button style="width: 40px; white-space: nowrap; padding: 0">Outside its button</button>
    <p style="position: relative">One<span style="position: absolute; left: 0">Over another</span></p>
    <p style="white-space: nowrap; width: 20px; margin-left: 1350px">Outside the window</p>
    <p title="Told in full" style="width: 60px; overflow: hidden; white-space: nowrap">Told in full</p>
    <p style="width: 60px; overflow: auto; white-space: nowrap">Can be scrolled to</p>
    <p style="position: absolute; width: 1px; height: 1px; overflow: hidden">For screen readers</p>
    <p>Fits</p></main>`);
  const found = await layoutProblems(page);
  for (const wrong of [
    'Cut off in width',
    'Cut off in height',
    'Outside its button',
    'Over another',
    'Outside the window',
  ])
    expect(found.join('\n')).toContain(wrong);
  for (const right of ['Told in full', 'Can be scrolled to', 'For screen readers', 'Fits'])
    expect(found.join('\n')).not.toContain(right);
});

test('pseudo-translations keep placeholders', { tag: '@slow' }, () => {
  expect(pseudoTranslation('Delete {{name}}?')).toMatch(/^\[Dėlėtė \{\{name\}\}\? \S+\]$/);
  expect(pseudoTranslation('Suspend somebody').length).toBeGreaterThanOrEqual('Suspend somebody'.length * 1.4);
});

// R11, R17, R18
test('a change of page shows the progress bar in the deployment’s colour, without a reload', async ({ journeyOn }) => {
  const here = await journeyOn('dev');
  const { tokens } = here.loaded;
  const page = await here.enter();
  await page.goto(here.url);
  await expectOverview(page, here.language);
  // The bar may disappear before the test looks: the page itself records it.
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
  await page.getByRole('link', { name: here.say('contacts:title') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.say('contacts:title'));
  // The record exists only if the page was not reloaded.
  const seen = await page.evaluate(() => {
    const bars = 'barsSeen' in window && window.barsSeen instanceof Map ? window.barsSeen : new Map<string, string[]>();
    return Object.fromEntries(bars) as Record<string, string[]>;
  });
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(tokens.light.progress.slice(at, at + 2), 16));
  expect(seen[here.say('app:loading')]).toContain(`rgb(${red}, ${green}, ${blue})`);
});
