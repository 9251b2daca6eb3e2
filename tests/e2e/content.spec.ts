import type { Locator, Page } from 'playwright/test';
import { enter, expect, expectAccessible, test } from '../support/browser.ts';
import { picture } from '../support/uploads.ts';
import { say } from '../support/words.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The names of the rows, from top to bottom. */
const order = (rows: Locator) => rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));

/** Moves a row by its handle with the keyboard alone. */
async function carry(page: Page, name: string, key: 'ArrowUp' | 'ArrowDown', steps: number) {
  await page.getByRole('row', { name, exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  const handle = button(page, say('sk', 'arrange:handle', { name }));
  await expect(handle).toBeFocused();
  await page.keyboard.press('Enter');
  for (let step = 0; step < steps; step += 1) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
}

test('slider images: add with a picture, reorder by keyboard, menu and mouse, delete', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'slovakia', { who: 'manager' });
  const url = `${product.urlOf('slovakia')}dashboard/sliders`;
  await page.goto(url);
  await main(page)
    .getByRole('link', { name: say('sk', 'sliders:add') })
    .click();
  await page.getByLabel(say('sk', 'sliders:name')).fill('Nová služba');
  await button(page, say('sk', 'crud:create')).click();
  await expect(main(page).getByText(say('sk', 'errors:required'))).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await button(page, say('sk', 'files:choose')).click();
  await (await chooser).setFiles({ name: 'nova.png', mimeType: 'image/png', buffer: await picture() });
  await expect(page.getByText(say('sk', 'files:sent', { name: 'nova.png' }))).toBeAttached();
  await expectAccessible(page, 'the form of a slider image');
  await button(page, say('sk', 'crud:create')).click();
  const row = main(page).getByRole('row', { name: /Nová služba/ });
  await expect(row).toBeVisible();
  await expect.poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);

  await page.getByRole('link', { name: say('sk', 'arrange:change') }).click();
  const rows = page.getByRole('treegrid').getByRole('row');
  await expect(rows.last()).toHaveAttribute('aria-label', 'Nová služba');
  const before = await order(rows);
  // The first step up is the position before itself.
  await carry(page, 'Nová služba', 'ArrowUp', 2);
  const status = page.getByRole('status').filter({ hasText: 'Nová služba' });
  await expect(status).toHaveText(
    say('sk', 'arrange:moved', { name: 'Nová služba', place: before.length - 1, count: before.length }),
  );
  await button(page, say('sk', 'arrange:menu', { name: 'Nová služba' })).click();
  await page.getByRole('menuitem', { name: say('sk', 'arrange:first') }).click();
  await expect.poll(() => order(rows)).toEqual(['Nová služba', ...before.slice(0, -1)]);
  await rows.first().dragTo(rows.last());
  await expect.poll(async () => (await order(rows)).indexOf('Nová služba')).toBeGreaterThan(0);
  const after = await order(rows);
  await page.reload();
  await expect.poll(() => order(rows)).toEqual(after);

  await page.goto(url);
  await row.getByRole('link').click();
  // The picture has a delete button, too.
  await button(page, say('sk', 'crud:delete')).first().click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('sk', 'crud:delete') })
    .click();
  await expect(heading(page)).toHaveText(say('sk', 'sliders:title'));
  await expect(row).toHaveCount(0);
});

test('closure categories: a tree with ordered levels; one with subcategories cannot be deleted and says why', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'slovakia', { who: 'manager' });
  await page.goto(`${product.urlOf('slovakia')}dashboard/closure/order`);
  const rows = page.getByRole('treegrid').getByRole('row');
  await expect(rows.first()).toHaveAttribute('aria-expanded', 'true');
  const before = await order(rows);
  const [first = '', below = '', next = ''] = before;
  await carry(page, below, 'ArrowDown', 1);
  await expect.poll(async () => (await order(rows)).slice(0, 3)).toEqual([first, next, below]);
  await page.goto(`${product.urlOf('slovakia')}dashboard/closure`);
  await expect(main(page).getByRole('row').nth(2)).toContainText(next);
  await main(page).getByRole('link', { name: first, exact: true }).click();
  await expect(page.getByText(say('sk', 'closureCategories:staysHasOwn'))).toBeVisible();
  await expect(button(page, say('sk', 'crud:delete'))).toHaveCount(0);
});

test('feedback: filtered by rating, read with its interpretation, anonymous for interpreters', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'slovakia', { who: 'manager' });
  await page.goto(`${product.urlOf('slovakia')}dashboard/feedback`);
  await button(page, say('sk', 'crud:filter')).click();
  await page.getByRole('menuitemcheckbox', { name: `5 · ${say('sk', 'feedback:inWords5')}` }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/rating=5/);
  await main(page).getByRole('row').getByRole('link').first().click();
  await expect(
    main(page)
      .getByText(say('sk', 'feedback:stars', { value: 5 }))
      .first(),
  ).toBeVisible();
  await expect(main(page).getByText(say('sk', 'feedback:customer'), { exact: true })).toBeVisible();
  const interpreter = await enter({ browser, product, faults }, 'slovakia', { who: 'interpreter' });
  await interpreter.goto(page.url());
  await expect(heading(interpreter)).toHaveText(say('sk', 'crud:gone'));
});
