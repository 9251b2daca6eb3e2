import type { Page } from 'playwright/test';
import { enter, expect, test } from '../support/browser.ts';
import { expectLoaded, foldersOf, needsRecord, visitFeatures } from '../support/screens.ts';
import { applyAppearance, expectFits } from '../support/visualCheck.ts';
import { say } from '../support/words.ts';

/** A desktop on which forms are higher than the window. */
const desk = { width: 1280, height: 720 };
/** The same with 400 % zoom. */
const zoomed = { width: 320, height: 256 };
const phone = { width: 390, height: 844 };
/** The controls above a list, its heads, and its first records; the other records are alike. */
const stopsOfList = 25;

type Stop = { name: string; isOver: boolean; problem: string | null };

/** The focused element within `main`, and whether it is hidden: without a box, outside of the window, or below another element. */
function focusedStop(page: Page, within: string): Promise<Stop> {
  return page.evaluate((selector) => {
    const active = document.activeElement;
    const name = `${active?.localName ?? ''} "${(active?.ariaLabel ?? active?.textContent ?? '').trim().slice(0, 40)}"`;
    if (!active?.closest(selector)) return { name, isOver: true, problem: null };
    // Checkboxes and switches draw their box beside an invisible input.
    const control = active.closest('label') ?? active;
    const { left, top, right, bottom, width, height } = control.getBoundingClientRect();
    const describe = (problem: string | null) => ({ name, isOver: false, problem });
    if (width <= 1 || height <= 1) return describe('has no visible box');
    // What is higher than the room between the bars cannot be seen as a whole.
    const isLarge = height > innerHeight / 2;
    const middle = [(left + right) / 2, (top + bottom) / 2] as const;
    const points = isLarge ? [middle] : [middle, [middle[0], top + 3] as const, [middle[0], bottom - 3] as const];
    for (const [x, y] of points) {
      const there = document.elementFromPoint(Math.min(Math.max(x, 0), innerWidth - 1), y);
      if (!there) return describe('is outside of the window');
      const isOwn = control.contains(there) || there.contains(control) || control.parentElement?.contains(there);
      if (!isOwn) return describe(`is below ${there.localName} "${there.textContent.trim().slice(0, 30)}"`);
    }
    return describe(null);
  }, within);
}

/** Presses Tab from the first control of a part of the page to its last, or `most` times. Returns the stops that are hidden. */
async function hiddenStops(page: Page, within: string, most: number): Promise<string[]> {
  await page.evaluate((selector) => {
    scrollTo(0, 0);
    const part = document.querySelector<HTMLElement>(selector);
    part?.setAttribute('tabindex', '-1');
    part?.focus({ preventScroll: true });
    part?.removeAttribute('tabindex');
  }, within);
  const found: string[] = [];
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    const { name, isOver, problem } = await focusedStop(page, within);
    if (isOver) break;
    if (problem) found.push(`${name} ${problem}`);
  }
  return found;
}

/** The fields of the first form that are marked as required and empty, and those that are refused. */
function marksOf(page: Page): Promise<{ marked: string[]; refused: string[] }> {
  return page.evaluate(() => {
    const fields = [...(document.querySelector('main form')?.querySelectorAll('[data-rac], [role="group"]') ?? [])];
    const nameOf = (field: Element) =>
      (field.querySelector('label, [id$="-label"]') ?? field.querySelector('span'))?.textContent ?? '';
    const isEmpty = (field: Element) => {
      const input = field.querySelector<HTMLInputElement>('input:not([type="file"], [aria-hidden] *), textarea');
      if (input) return input.value === '';
      const buttons = field.querySelectorAll('[data-acts] button').length;
      return buttons === 1 || field.querySelector('[data-placeholder]') !== null;
    };
    const shown = fields.filter((field) => field.checkVisibility());
    const marked = shown.filter((field) => field.matches('[data-required]:not([data-readonly], [data-disabled])'));
    const controls = shown.filter(
      (field) => field.matches('[data-invalid]') && field.querySelector('label, [id$="-label"]'),
    );
    return { marked: marked.filter(isEmpty).map(nameOf), refused: controls.map(nameOf) };
  });
}

/** Submits the first form of the page as it is, and returns how marks and refusals differ. No call changes anything. */
async function checkMarks(page: Page): Promise<{ marked: string[]; problem?: string }> {
  const submit = page.locator('main form button[type="submit"]').first();
  if ((await submit.count()) === 0 || !(await submit.isEnabled())) return { marked: [] };
  const { marked } = await marksOf(page);
  await submit.click();
  try {
    await expect.poll(async () => (await marksOf(page)).refused).toEqual(marked);
    return { marked };
  } catch {
    const { refused } = await marksOf(page);
    return { marked, problem: `marks ${marked.join(', ')}; refuses ${refused.join(', ')}` };
  }
}

/** Values whose characters are not in the order in which they are read: times, dates, ranges, figures, addresses and keys. */
function reversedValues(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const time = String.raw`\d{1,2}:\d{2}`;
    const date = String.raw`\d{2}-\d{2}-\d{4}`;
    const values = new RegExp(
      [
        `${date} – ${date}`,
        `${date} ${time}`,
        date,
        `${time}\\s?–\\s?${time}`,
        time,
        String.raw`[+−]\d[\d .,:]*(?: %| pp)?`,
        String.raw`\d[\d .,]*\s%`,
        String.raw`[\w.]+@[\w.]+`,
      ].join('|'),
      'g',
    );
    const range = document.createRange();
    const found: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      if (element.matches('script, style') || !element.checkVisibility()) continue;
      // React may split a text into several nodes.
      const texts = [...element.childNodes].filter((node) => node instanceof Text);
      const letters = texts.flatMap((node) => Array.from(node.data, (_, at) => ({ node, at })));
      const whole = texts.map((node) => node.data).join('');
      for (const match of whole.matchAll(values)) {
        const boxes = letters.slice(match.index, match.index + match[0].length).map(({ node, at }) => {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return range.getBoundingClientRect();
        });
        const isReversed = boxes.some((box, at) => {
          const before = boxes[at - 1];
          return before && box.width > 0 && before.width > 0 && box.top === before.top && box.left < before.left;
        });
        if (isReversed) found.push(match[0]);
      }
      const keys = [...element.children].filter((child) => child.matches('kbd'));
      const places = keys.map((key) => key.getBoundingClientRect().left);
      if (places.some((left, at) => left < (places[at - 1] ?? left))) found.push(element.textContent);
    }
    return found;
  });
}

/** Two halves of the features, so that each test is short. */
const half = (rest: number) => foldersOf('dashboard').filter((_, at) => at % 2 === rest);

for (const [name, folders] of [
  ['one half', half(0)],
  ['the other half', half(1)],
] as const)
  test(`on ${name} of the pages the focus is visible, required fields are marked, and mirroring reverses no values`, async ({
    browser,
    product,
    faults,
  }) => {
    const page = await enter({ browser, product, faults }, 'dev');
    await page.goto(product.urlOf('dev'));
    await expectLoaded(page);
    // Focus and marks do not depend on the direction; values do.
    await applyAppearance(page, { palette: 'light', direction: 'rtl', size: 'desk' });
    await page.route('**/api/**', (route) =>
      /GET|OPTIONS/.test(route.request().method()) ? route.fallback() : route.fulfill({ status: 503, body: '' }),
    );
    const problems: string[] = [];
    const marked: string[] = [];
    const check = async (what: string, size: { width: number; height: number }, within: string, most = 80) => {
      await page.setViewportSize(size);
      const hidden = await hiddenStops(page, within, most);
      problems.push(...hidden.map((stop) => `${what} at ${size.width} × ${size.height}: ${stop}`));
    };
    const checkOrder = async (what: string) => {
      await page.setViewportSize(desk);
      const reversed = await reversedValues(page);
      problems.push(...reversed.map((value) => `${what} reverses ${value}`));
    };
    await visitFeatures(page, folders, async ({ pattern }) => {
      await checkOrder(pattern);
      if ((await page.locator('main form').count()) > 0) {
        await check(pattern, desk, 'main form');
        // A record has the fields that its form for a new one was checked with.
        if (!needsRecord(pattern)) await check(pattern, zoomed, 'main form');
        const marks = await checkMarks(page);
        marked.push(...marks.marked);
        if (marks.problem) problems.push(`${pattern} ${marks.problem}`);
      }
      if ((await page.locator('main table').count()) > 0) await check(pattern, phone, 'main', stopsOfList);
    });
    if (folders.includes('calendar'))
      for (const view of ['day', 'month', 'agenda']) {
        await page.goto(`${product.urlOf('dev')}dashboard/calendar?view=${view}`);
        await expectLoaded(page);
        await checkOrder(`the calendar as ${view}`);
      }
    expect(problems).toEqual([]);
    expect(marked.length, 'required fields').toBeGreaterThan(3);
  });

test('twice as large text is not cut off, and nothing overlaps the brand at 320 px', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'dev', { viewport: { width: 1280, height: 900 } });
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '32px';
    }),
  );
  for (const path of ['', '/users', '/calendar?view=week', '/calendar?view=day', '/reports']) {
    await page.goto(`${product.urlOf('dev')}dashboard${path}`);
    await expectLoaded(page);
    await expectFits(page, `/dashboard${path} with text of 32 px`);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  for (const fontSize of [16, 32]) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}px`;
    }, fontSize);
    const brand = await page.getByRole('banner').getByRole('img').first().boundingBox();
    const button = await page.getByRole('button', { name: say('en', 'shell:find') }).boundingBox();
    expect((brand?.x ?? 0) + (brand?.width ?? 0), 'the end of the brand').toBeLessThanOrEqual(button?.x ?? 0);
  }
  await page.getByRole('button', { name: new RegExp(`^${say('en', 'app:language')}: `) }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Lietuvių' })).toHaveAttribute('lang', 'lt');
});
