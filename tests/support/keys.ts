import type { Locator, Page } from 'playwright/test';
import { expect } from './browser.ts';

/** The focused element: its accessible name, and whether its focus is visible. */
type Place = { name: string; isSeen: boolean };

/** The focused element, and whether a ring around it, or around its control, is visible. */
function placeOf(page: Page): Promise<Place> {
  return page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body) return { name: 'nothing', isSeen: false };
    const control = active.closest('label, [data-rac]') ?? active;
    const around = [active, control, ...control.querySelectorAll('*'), active.parentElement ?? active];
    const hasRing = around.some((element) =>
      [null, '::after', '::before'].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
        return (
          (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || /inset|0px 0px 0px [1-9]/.test(boxShadow)
        );
      }),
    );
    const { top, bottom, width } = active.getBoundingClientRect();
    const isInside = bottom > 0 && top < innerHeight && width > 0;
    const name = active.getAttribute('aria-label') ?? active.textContent ?? '';
    return { name: `<${active.tagName.toLowerCase()}> ${name.trim().slice(0, 60)}`, isSeen: hasRing && isInside };
  });
}

/** A user with a keyboard only. */
export function keysOf(page: Page) {
  const isAt = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement));

  /**
   * Presses Tab, or Shift+Tab, until the target has the focus. The focus must be visible at every step.
   * @throws after 100 steps: the target cannot be reached, or there is a focus trap.
   */
  const reach = async (target: Locator, { back = false } = {}): Promise<void> => {
    await target.first().waitFor();
    if (await isAt(target.first())) return;
    for (let step = 0; step < 100; step += 1) {
      await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
      const { name, isSeen } = await placeOf(page);
      // Between the last and the first element of a page the focus is in the browser.
      if (name !== 'nothing') expect(isSeen, `the focus is seen on ${name}`).toBe(true);
      if (await isAt(target.first())) return;
    }
    throw new Error(`${String(target)} cannot be reached with Tab.`);
  };
  return {
    reach,
    press: (key: string) => page.keyboard.press(key),
    type: (text: string) => page.keyboard.type(text),
    /** Focuses an element and presses a key. */
    act: async (target: Locator, { back = false, key = 'Enter' } = {}) => {
      await reach(target, { back });
      await page.keyboard.press(key);
    },
    /** Focuses a field and replaces its text. */
    write: async (field: Locator, text: string) => {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    /** Moves down a menu to an item and presses a key. */
    choose: async (item: Locator, key = 'Enter') => {
      await item.waitFor();
      for (let step = 0; step < 40 && !(await isAt(item)); step += 1) await page.keyboard.press('ArrowDown');
      await expect(item).toBeFocused();
      await page.keyboard.press(key);
    },
    /** Fails if no element has the focus. */
    expectSomewhere: async (after: string) => {
      await expect
        .poll(async () => (await placeOf(page)).name, { message: `the focus is on an element after ${after}` })
        .not.toBe('nothing');
    },
  };
}
