import type { Locator, Page } from 'playwright/test';
import { expect, expectAccessible, type Here, test } from '../support/browser.ts';
import { chooseAct, openMore } from '../support/screens.ts';
import { picture } from '../support/uploads.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The names of the rows, from top to bottom. */
const order = (rows: Locator) => rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));

/** Moves a row by its handle with the keyboard alone. */
async function carry(page: Page, { say }: Here, name: string, key: 'ArrowUp' | 'ArrowDown', steps: number) {
  await page.getByRole('row', { name, exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  const handle = button(page, say('arrange:handle', { name }));
  await expect(handle).toBeFocused();
  await page.keyboard.press('Enter');
  for (let step = 0; step < steps; step += 1) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
}

test(
  'slider images: add with a picture, reorder by keyboard, menu and mouse, delete',
  { tag: '@release' },
  async ({ journeyOn }) => {
    const here = await journeyOn('slovakia', { needs: ['sliders'] });
    const page = await here.enter({ who: 'manager' });
    const url = `${here.url}dashboard/sliders`;
    await page.goto(url);
    await main(page)
      .getByRole('link', { name: here.say('sliders:add') })
      .click();
    await page.getByLabel(here.say('sliders:name')).fill('Nová služba');
    await button(page, here.say('crud:create')).click();
    await expect(main(page).getByText(here.say('errors:required'))).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await button(page, here.say('files:choose')).click();
    await (await chooser).setFiles({ name: 'nova.png', mimeType: 'image/png', buffer: await picture() });
    await expect(page.getByText(here.say('files:sent', { name: 'nova.png' }))).toBeAttached();
    await expectAccessible(page, 'the form of a slider image');
    await button(page, here.say('crud:create')).click();
    const row = main(page).getByRole('row', { name: /Nová služba/ });
    await expect(row).toBeVisible();
    await expect.poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);

    await page.getByRole('link', { name: here.say('arrange:change') }).click();
    const rows = page.getByRole('treegrid').getByRole('row');
    await expect(rows.last()).toHaveAttribute('aria-label', 'Nová služba');
    const before = await order(rows);
    // The first step up is the position before itself.
    await carry(page, here, 'Nová služba', 'ArrowUp', 2);
    const status = page.getByRole('status').filter({ hasText: 'Nová služba' });
    await expect(status).toHaveText(
      here.say('arrange:moved', { name: 'Nová služba', place: before.length - 1, count: before.length }),
    );
    await button(page, here.say('arrange:menu', { name: 'Nová služba' })).click();
    await page.getByRole('menuitem', { name: here.say('arrange:first') }).click();
    await expect.poll(() => order(rows)).toEqual(['Nová služba', ...before.slice(0, -1)]);
    await rows.first().dragTo(rows.last());
    await expect.poll(async () => (await order(rows)).indexOf('Nová služba')).toBeGreaterThan(0);
    const after = await order(rows);
    await page.reload();
    await expect.poll(() => order(rows)).toEqual(after);

    await page.goto(url);
    await row.getByRole('link').click();
    await chooseAct(page, here.say('crud:delete'));
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: here.say('crud:delete') })
      .click();
    await expect(heading(page)).toHaveText(here.say('sliders:title'));
    await expect(row).toHaveCount(0);
  },
);

test(
  'closure categories: a tree with ordered levels; one with subcategories cannot be deleted and says why',
  { tag: '@release' },
  async ({ journeyOn }) => {
    const here = await journeyOn('slovakia');
    const page = await here.enter({ who: 'manager' });
    await page.goto(`${here.url}dashboard/closure/order`);
    const rows = page.getByRole('treegrid').getByRole('row');
    await expect(rows.first()).toHaveAttribute('aria-expanded', 'true');
    const before = await order(rows);
    const [first = '', below = '', next = ''] = before;
    await carry(page, here, below, 'ArrowDown', 1);
    await expect.poll(async () => (await order(rows)).slice(0, 3)).toEqual([first, next, below]);
    await page.goto(`${here.url}dashboard/closure`);
    await expect(main(page).getByRole('row').nth(2)).toContainText(next);
    await main(page).getByRole('link', { name: first, exact: true }).click();
    await openMore(page);
    await expect(page.getByRole('menuitem', { name: here.say('crud:delete'), exact: true })).toContainText(
      here.say('closureCategories:staysHasOwn'),
    );
  },
);
