import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright/test';
import { isoLanguage, type Language } from '../../contract/languages.ts';
import { checks, expect } from './browser.ts';
import { navigate, expectLoaded } from './screens.ts';

export type Appearance = {
  palette: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  size: 'desk' | 'phone';
};

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** Four appearances that combine each two of palette, direction and size once. */
export const appearances = [
  { palette: 'light', direction: 'ltr', size: 'desk' },
  { palette: 'dark', direction: 'ltr', size: 'phone' },
  { palette: 'light', direction: 'rtl', size: 'phone' },
  { palette: 'dark', direction: 'rtl', size: 'desk' },
] as const satisfies Appearance[];

/** The name of an appearance, for messages. */
export const nameOf = ({ palette, direction, size }: Appearance) => `${palette}, ${direction}, ${size}`;

/** Changes stored settings like another tab: the open page applies them. */
async function store(page: Page, key: string, value: string): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      localStorage.setItem(name, text);
      dispatchEvent(new StorageEvent('storage', { key: name, newValue: text }));
    },
    [key, value] as const,
  );
}

/** Waits two frames, after which changes are rendered. */
function nextFrame(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/** The debugging sessions that emulate touch: it ends with the session. */
const touchSessions = new WeakMap<Page, Promise<CDPSession>>();

/** Emulates a touch screen, or a mouse. */
async function touch(page: Page, enabled: boolean): Promise<void> {
  const line = touchSessions.get(page) ?? page.context().newCDPSession(page);
  touchSessions.set(page, line);
  await (await line).send('Emulation.setTouchEmulationEnabled', { enabled });
  await page.waitForFunction((isCoarse) => matchMedia('(pointer: coarse)').matches === isCoarse, enabled);
}

/** Changes the appearance of the open page without reloading it. */
export async function applyAppearance(page: Page, { palette, direction, size }: Appearance): Promise<void> {
  await store(page, 'app.settings', JSON.stringify({ direction, paletteMode: palette, pinNav: true }));
  await page.setViewportSize(sizes[size]);
  await touch(page, size === 'phone');
  await expect(page.locator('html')).toHaveAttribute('data-palette', palette);
  await nextFrame(page);
}

/** Changes the language of the open page without reloading it. */
export async function applyLanguage(page: Page, language: Language): Promise<void> {
  await store(page, 'i18nextLng', language);
  await expect(page.locator('html')).toHaveAttribute('lang', isoLanguage(language));
  await expectLoaded(page);
  await nextFrame(page);
}

const english = join(import.meta.dirname, '..', '..', 'src', 'i18n', 'locales', 'en');

const letters = new Map(
  Object.entries({
    a: 'á',
    c: 'č',
    e: 'ė',
    i: 'ī',
    n: 'ñ',
    o: 'ø',
    s: 'š',
    u: 'ů',
    y: 'ý',
    A: 'Å',
    E: 'É',
    I: 'Í',
    O: 'Ö',
    S: 'Š',
    U: 'Ų',
  }),
);

/** Pseudo-translation of an English text: other letters, two fifths longer, in brackets; placeholders stay. */
export function pseudoTranslation(text: string): string {
  const parts = text.split(/(\{\{[^}]*\}\}|\$t\([^)]*\)|<[^>]*>)/);
  const spoken = parts.map((part, at) => (at % 2 ? part : [...part].map((each) => letters.get(each) ?? each).join('')));
  const length = parts.filter((_, at) => at % 2 === 0).join('').length;
  const more = 'ėxtrå wörds tø mäkę īt løng '.repeat(20).slice(0, Math.ceil(length * 0.4));
  return text.trim() ? `[${spoken.join('')} ${more.trim()}]` : text;
}

function pseudoOf(words: unknown): unknown {
  if (typeof words === 'string') return pseudoTranslation(words);
  return Object.fromEntries(Object.entries(words as object).map(([key, value]) => [key, pseudoOf(value)]));
}

/**
 * Replaces English by pseudo-translations in the page, where translations of the bundle are parsed; the bundle does not
 * change.
 */
export async function applyPseudoTranslations(page: Page): Promise<void> {
  const files = readdirSync(english).filter((file) => file.endsWith('.json'));
  const exchanged = files.map((file): [string, string] => {
    const words: unknown = JSON.parse(readFileSync(join(english, file), 'utf8'));
    return [JSON.stringify(words), JSON.stringify(pseudoOf(words))];
  });
  await page.addInitScript((pairs) => {
    const known = new Map(pairs);
    const parse = JSON.parse;
    JSON.parse = (text, reviver) => parse(known.get(text) ?? text, reviver);
  }, exchanged);
}

/** Fails unless the page shows pseudo-translations: English texts would fit too easily. */
export async function expectPseudoTranslations(page: Page, what: string): Promise<void> {
  await expect(page.getByText(/\[.*[åäčėīñøšůý].*\]/).first(), `${what} shows pseudo-translations`).toBeVisible();
}

/** Layout problems of texts on the page: cut off, overlapping, outside their button or the window. */
export async function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems = new Set<string>();
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 1) problems.add(`the page is ${wide} px wider than the window`);
    const quoted = (text: string) => `"${text.trim().replace(/\s+/g, ' ').slice(0, 50)}"`;
    const scrolls = (style: CSSStyleDeclaration, axis: 'X' | 'Y') => /auto|scroll/.test(style[`overflow${axis}`]);
    const clips = (style: CSSStyleDeclaration, axis: 'X' | 'Y') => /hidden|clip/.test(style[`overflow${axis}`]);
    type Words = { text: string; box: DOMRect; layer: Element; element: Element };
    const all: Words[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent ?? '';
      if (!element || !text.trim() || /^(SCRIPT|STYLE|OPTION|TITLE)$/i.test(element.tagName)) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }))
        continue;
      // Content below a dialog is inert.
      if (element.closest('[inert], [aria-hidden="true"]') && document.querySelector('[role$="dialog"]')) continue;
      range.selectNodeContents(node);
      let boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      if (boxes.length === 0) continue;
      let isForReaders = false;
      let isScrolled = false;
      let layer: Element = document.body;
      let cut: string | null = null;
      for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
        const style = getComputedStyle(around);
        const area = around.getBoundingClientRect();
        // Elements of 1 px are for screen readers.
        if (area.width <= 1 || area.height <= 1 || style.clipPath === 'inset(50%)') isForReaders = true;
        if (layer === document.body && (/fixed|sticky/.test(style.position) || style.zIndex !== 'auto')) layer = around;
        if (scrolls(style, 'X') || scrolls(style, 'Y')) {
          isScrolled = true;
          // What is scrolled out of sight covers nothing.
          boxes = boxes
            .map((box) => {
              const [left, top] = [Math.max(box.left, area.left), Math.max(box.top, area.top)];
              return new DOMRect(
                left,
                top,
                Math.min(box.right, area.right) - left,
                Math.min(box.bottom, area.bottom) - top,
              );
            })
            .filter(({ width, height }) => width > 1 && height > 1);
        }
        if (isScrolled || cut) continue;
        const isShownElsewhere = around.closest('[title]') !== null || style.webkitLineClamp !== 'none';
        const across = clips(style, 'X');
        const down = clips(style, 'Y');
        for (const box of across || down ? boxes : []) {
          const beyondX = Math.max(area.left - box.left, box.right - area.right);
          const beyondY = Math.max(area.top - box.top, box.bottom - area.bottom);
          if (across && beyondX > 1 && !isShownElsewhere) cut = `${Math.ceil(beyondX)} px in width`;
          // The box of a line is higher than its letters.
          if (down && beyondY > box.height / 3 && !isShownElsewhere) cut = `${Math.ceil(beyondY)} px in height`;
        }
        // Text cut off on purpose is where it can be seen.
        if (across || down)
          boxes = boxes
            .filter((box) => box.top < area.bottom - 1 && box.left < area.right - 1)
            .map((box) => {
              const left = across ? Math.max(box.left, area.left) : box.left;
              const right = across ? Math.min(box.right, area.right) : box.right;
              return new DOMRect(left, box.top, right - left, box.height);
            });
      }
      if (isForReaders || boxes.length === 0) continue;
      if (cut) problems.add(`${quoted(text)} is cut off by ${cut}`);
      const button = element.closest('button, [role="button"], [role="tab"], [role="menuitem"], [role="option"]');
      const around = button?.getBoundingClientRect();
      for (const box of boxes) {
        if (!isScrolled && (box.right > innerWidth + 1 || box.left < -1))
          problems.add(`${quoted(text)} reaches outside the window`);
        if (around && (box.left < around.left - 1 || box.right > around.right + 1 || box.bottom > around.bottom + 3))
          problems.add(`${quoted(text)} reaches outside its button`);
        all.push({ text, box, layer, element });
      }
    }
    const byTop = all.toSorted((a, b) => a.box.top - b.box.top);
    for (const [at, upper] of byTop.entries())
      for (const lower of byTop.slice(at + 1)) {
        if (lower.box.top >= upper.box.bottom) break;
        if (upper.layer !== lower.layer || upper.element === lower.element) continue;
        const across = Math.min(upper.box.right, lower.box.right) - Math.max(upper.box.left, lower.box.left);
        const down = Math.min(upper.box.bottom, lower.box.bottom) - Math.max(upper.box.top, lower.box.top);
        if (across > 2 && down > Math.min(upper.box.height, lower.box.height) / 3)
          problems.add(`${quoted(upper.text)} and ${quoted(lower.text)} overlap`);
      }
    return [...problems];
  });
}

/** Fails on texts that are cut off, overlap, or make the page wider than the window. */
export async function expectFits(page: Page, what: string): Promise<void> {
  // Animated elements reach their place after some frames.
  await expect(async () => expect(await layoutProblems(page), `what does not fit on ${what}`).toEqual([])).toPass({
    intervals: [100, 300, 600],
  });
  checks.layout += 1;
}

/** The texts that stand at the left of their box. In a mirrored page every text starts at the right. */
export async function textsAtTheLeft(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      let box = node.parentElement;
      while (box && getComputedStyle(box).display === 'inline') box = box.parentElement;
      if (!text || !box?.checkVisibility({ visibilityProperty: true }) || box.clientWidth <= 1) continue;
      const { textAlign } = getComputedStyle(box);
      range.selectNodeContents(node);
      const { left, right } = range.getBoundingClientRect();
      const around = box.getBoundingClientRect();
      // Cells with numbers have another alignment, and may stand at the left.
      if (textAlign === 'start' && around.right - right > left - around.left + 8) found.add(text.slice(0, 50));
    }
    return [...found];
  });
}

/** Overlays of the page, except transient messages. */
export const overlays = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([role="region"] *)`)
  .join(', ');

/** The topmost overlay. */
const overlayOf = (page: Page) => page.locator(overlays).filter({ visible: true }).last();

/**
 * Marks the first element that can be pressed and has not been pressed yet, and returns its name. Only the first row of a
 * table is included, because all rows have the same elements.
 */
function nextToPress(page: Page, pressed: string[]): Promise<string | null> {
  return page.evaluate((known) => {
    document.querySelector('[data-trial]')?.removeAttribute('data-trial');
    const things = document.querySelectorAll<HTMLElement>(
      'main button:not(:disabled), main [role="button"]:not([aria-disabled="true"]), main tbody input[type="checkbox"]',
    );
    for (const thing of things) {
      // A handle is dragged, not pressed.
      if (thing.closest('tbody tr:not(:first-child), [slot="drag"]') || !thing.checkVisibility()) continue;
      // Checking one shift of a calendar is enough.
      const isShift = thing.matches('[data-shift]');
      if (isShift && thing !== document.querySelector('main [data-shift]')) continue;
      const isChoice = thing instanceof HTMLInputElement;
      const kind = isChoice ? 'choose' : isShift ? 'shift' : (thing.getAttribute('aria-haspopup') ?? 'press');
      const name = `${kind} ${thing.ariaLabel ?? thing.textContent ?? ''}`.trim();
      if (known.includes(name)) continue;
      thing.dataset['trial'] = '';
      return name;
    }
    return null;
  }, pressed);
}

/**
 * Presses everything on the page that can be pressed and checks each dialog, menu and list that opens; each must close
 * with Escape and return the focus. Write calls of the page are refused meanwhile.
 */
export async function checkOverlays(
  page: Page,
  look: (what: string, selector: string) => Promise<void>,
): Promise<void> {
  await page.route('**/api/**', (route) =>
    /GET|OPTIONS|HEAD/.test(route.request().method()) ? route.fallback() : route.fulfill({ status: 503, body: '' }),
  );
  const { pathname } = new URL(page.url());
  const pressed: string[] = [];
  /** Checks the open overlay, which `name` has opened, and closes it. */
  const checkOpen = async (name: string) => {
    try {
      await overlayOf(page).evaluate((over) => over.setAttribute('data-over', ''), undefined, { timeout: 2000 });
      await look(name, '[data-over]');
    } catch (error) {
      // Progress messages close by themselves.
      if ((await page.locator('[data-over]').count()) > 0) throw error;
    }
    if ((await overlayOf(page).count()) > 0) await page.keyboard.press('Escape');
    await expect(overlayOf(page), `the overlay of "${name}" closes with Escape`).toHaveCount(0);
  };
  for (;;) {
    const name = await nextToPress(page, pressed);
    if (name === null || pressed.length > 40) break;
    const thing = page.locator('[data-trial]');
    try {
      await thing.click({ timeout: 5000 });
    } catch (error) {
      // A dialog whose code was loaded first has opened after the press before, and covers the page.
      if ((await overlayOf(page).count()) > 0) {
        await checkOpen(pressed.at(-1) ?? '');
        continue;
      }
      // An earlier press may have changed the list.
      if ((await thing.count()) > 0) throw error;
      pressed.push(name);
      continue;
    }
    pressed.push(name);
    await nextFrame(page);
    // Its dialog loads data first.
    if (name.startsWith('shift ')) await overlayOf(page).waitFor();
    if ((await overlayOf(page).count()) > 0) {
      await checkOpen(name);
      // In a grid, the row has the focus.
      const isBack = () =>
        thing.evaluate((each) => document.activeElement !== document.body && document.activeElement?.contains(each));
      await expect.poll(isBack, { message: `"${name}" has the focus again` }).toBe(true);
    }
    // Error messages would cover the next elements.
    for (const message of await page.locator('[role="region"] [role="alertdialog"] button').all())
      await message.click();
    if (new URL(page.url()).pathname !== pathname) await navigate(page, pathname);
  }
  await page.unroute('**/api/**');
}
