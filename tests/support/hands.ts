import { expect, type Locator, type Page } from 'playwright/test';
import { keysOf } from './keys.ts';

/** How somebody acts on a page. Every act is an interaction, and `choose` and `find` are two. */
export type Hands = {
  /** Presses a button or a link. */
  press: (target: Locator) => Promise<void>;
  /** Changes a checkbox or a switch. */
  tick: (box: Locator) => Promise<void>;
  /** Chooses one of several radio buttons. */
  mark: (radio: Locator) => Promise<void>;
  /** Replaces the text of a field. */
  type: (field: Locator, text: string) => Promise<void>;
  /** Opens a list and chooses in it. */
  choose: (list: Locator, option: Locator) => Promise<void>;
  /** Types into a field that finds records, and chooses the one that is found. */
  find: (field: Locator, text: string, option: Locator) => Promise<void>;
  /** Picks a booking up on the board, moves it to somebody and puts it down; `meanwhile` runs while it is held. Null: there is no board. */
  carry: ((booking: Locator, person: string, meanwhile: () => Promise<void>) => Promise<void>) | null;
  /** How many interactions it took so far. */
  interactions: () => number;
};

/** The ways to act, and the windows in which they are tried. */
export const ways = {
  mouse: { viewport: { width: 1440, height: 900 }, hasTouch: false, handsOf: mouseOf },
  keyboard: { viewport: { width: 1440, height: 900 }, hasTouch: false, handsOf: keyboardOf },
  touch: { viewport: { width: 390, height: 844 }, hasTouch: true, handsOf: touchOf },
} as const;

/** Waits until a search has answered: before that, the list has others, and moves. */
async function expectAlone(option: Locator): Promise<void> {
  await expect(option.page().getByRole('option')).toHaveCount(1);
  await expect(option).toBeVisible();
}

/** Counts the acts of hands. */
function counted() {
  let interactions = 0;
  return {
    interactions: () => interactions,
    count: async (act: Promise<unknown>) => {
      interactions += 1;
      await act;
    },
  };
}

/** A mouse, and a keyboard to type texts. */
function mouseOf(page: Page): Hands {
  const { count, interactions } = counted();
  const press = (target: Locator) => count(target.click());
  const type = (field: Locator, text: string) => count(field.fill(text));
  const middleOf = async (target: Locator) => {
    const box = await target.boundingBox();
    if (!box) throw new Error(`${String(target)} has no box.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  return {
    press,
    type,
    interactions,
    // The input is hidden below what people see of it.
    tick: (box) => count(box.click({ force: true })),
    mark: (radio) => count(radio.click({ force: true })),
    choose: async (list, option) => {
      await press(list);
      await press(option);
    },
    find: async (field, text, option) => {
      await type(field, text);
      await expectAlone(option);
      await press(option);
    },
    carry: async (booking, person, meanwhile) => {
      const from = await middleOf(booking);
      await page.mouse.move(from.x, from.y);
      await count(page.mouse.down());
      const to = await middleOf(page.getByRole('row', { name: person }));
      await count(page.mouse.move(to.x, to.y, { steps: 8 }));
      await meanwhile();
      await count(page.mouse.up());
    },
  };
}

/** A finger. */
function touchOf(): Hands {
  const { count, interactions } = counted();
  const press = (target: Locator) => count(target.tap());
  const type = (field: Locator, text: string) => count(field.fill(text));
  return {
    press,
    type,
    interactions,
    tick: (box) => count(box.tap({ force: true })),
    mark: (radio) => count(radio.tap({ force: true })),
    choose: async (list, option) => {
      await press(list);
      await press(option);
    },
    find: async (field, text, option) => {
      await type(field, text);
      await expectAlone(option);
      await press(option);
    },
    carry: null,
  };
}

/** A keyboard alone. The focus must be seen wherever it goes. */
function keyboardOf(page: Page): Hands {
  const { count, interactions } = counted();
  const keys = keysOf(page);
  /** Moves the focus to a target, backwards if the target stands before the focused element. */
  const reach = async (target: Locator) => {
    const back = await target.first().evaluate((element) => {
      const { activeElement, body } = document;
      if (!activeElement || activeElement === body) return false;
      return (activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    });
    await keys.reach(target, { back });
  };
  const act = async (target: Locator, key: string) => {
    await reach(target);
    await keys.press(key);
  };
  const write = async (field: Locator, text: string) => {
    await reach(field);
    await keys.write(field, text);
  };
  return {
    interactions,
    press: (target) => count(act(target, 'Enter')),
    tick: (box) => count(act(box, 'Space')),
    mark: (radio) =>
      count(
        (async () => {
          const group = radio.locator('xpath=ancestor::*[@role="radiogroup"][1]');
          await reach(group.getByRole('radio', { checked: true }));
          for (let step = 0; step < 10 && !(await radio.isChecked()); step += 1) await keys.press('ArrowDown');
          await expect(radio).toBeChecked();
        })(),
      ),
    type: (field, text) => count(write(field, text)),
    choose: async (list, option) => {
      await count(act(list, 'Enter'));
      await count(keys.choose(option));
    },
    find: async (field, text, option) => {
      await count(write(field, text));
      await expectAlone(option);
      await count(
        (async () => {
          await keys.press('ArrowDown');
          await keys.press('Enter');
          await expect(option).toBeHidden();
        })(),
      );
    },
    carry: async (booking, person, meanwhile) => {
      await reach(booking);
      await count(keys.press('Space'));
      await count(
        (async () => {
          const said = page.getByRole('status').filter({ hasText: person });
          for (let step = 0; step < 30 && (await said.count()) === 0; step += 1) await keys.press('ArrowDown');
          await expect(said).toHaveCount(1);
        })(),
      );
      await meanwhile();
      await count(keys.press('Enter'));
    },
  };
}
