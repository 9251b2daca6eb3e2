import type { Locator, Page } from 'playwright/test';
import { paths } from '../../src/paths.ts';
import { enter, expect, test } from '../support/browser.ts';
import { hostileTexts } from '../support/hostileTexts.ts';
import { overlays } from '../support/look.ts';
import { goWithin, screensOf, stands } from '../support/screens.ts';
import { picture } from '../support/uploads.ts';
import { say } from '../support/words.ts';

const id = 'stage';

/** Some of the worst at once: markup, templates, a nested word, an override of the direction, joined letters. */
const worst = [
  '<img src=x onerror=alert(1)> {{name}} $t(crud:delete) %3Cb%3E',
  '=HYPERLINK("http://evil.example";"x") \u202Egnorw\u202C مرحبا 👩🏽‍🦻',
  'null \u200Be\u0301 z̸̢̛̤͙a̷l̶g̵o̴ __proto__ 𝕊𝕃 </script><script>alert(1)</script>',
];

/** What fields of a certain form take, nothing of it twice; the first that is not refused is left in. */
const plain = (turn: number) => [
  `ada.byron${turn}@example.org`,
  `+35458123${String(turn).padStart(2, '0')}`,
  '1234',
  `https://example.org/${turn}`,
  `ada-byron-${turn}`,
  '31-12-2030',
  '7',
  '23:45',
];

const form = (page: Page) => page.getByRole('main').locator('form').last();
const textFields = (page: Page) =>
  form(page).locator(
    'input:not([type]):enabled, input[type="text"]:enabled, input[type="email"], input[type="tel"], input[type="url"], textarea',
  );

/** Whether the field is marked wrong. One that has gone with its form, because that was taken, is not. */
async function isRefused(field: Locator): Promise<boolean> {
  const [invalid] = await field.evaluateAll((found) => found.map((each) => each.getAttribute('aria-invalid')));
  return invalid === 'true';
}

/** Chooses something wherever something has to be chosen: a value once the choices are there, a picture. */
async function choose(page: Page): Promise<void> {
  const lists = form(page).locator('button[aria-haspopup="listbox"]');
  for (const list of await lists.filter({ hasText: say('en', 'ui:choose') }).all())
    await expect(async () => {
      await list.click();
      await page.getByRole('option').last().click({ timeout: 2000 });
    }).toPass({ timeout: 20_000 });
  for (const file of await form(page).locator('input[type="file"]').all())
    await file.setInputFiles({ name: 'rings.png', mimeType: 'image/png', buffer: await picture() });
}

test('the worst texts, typed into every field of every form, come back as text or are refused at their field', async ({
  browser,
  product,
  faults,
}) => {
  test.slow();
  const page = await enter({ browser, product, faults }, id);
  page.on('dialog', (dialog) => {
    throw new Error(`A text was obeyed: ${dialog.message()}`);
  });
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
  await page.goto(product.urlOf(id));
  await stands(page);
  const forms = (await screensOf('dashboard')).filter(
    // Days and times are all that can be typed into a new schedule: its own tests refuse what is none.
    ({ pattern }) => /^[^:]*\/create$/.test(pattern) && pattern !== paths.calendarCreate.pattern,
  );
  const saved = new Set<string>();
  let turn = 0;
  for (const { pattern } of forms)
    for (const text of worst) {
      turn += 1;
      await goWithin(page, '/dashboard');
      await goWithin(page, pattern);
      const fields = await textFields(page).all();
      expect(fields.length, pattern).toBeGreaterThan(0);
      for (const field of fields) await field.fill(text);
      await choose(page);
      await page.getByRole('button', { name: say('en', 'crud:create'), exact: true }).click();
      const title = say('en', 'crud:create');
      // What is refused says so at its field, and everything that was typed is still there.
      let invalid = 0;
      for (const field of fields) {
        if (!(await field.isVisible()) || !(await isRefused(field))) continue;
        invalid += 1;
        await expect(field).toHaveAccessibleDescription(/\S/);
        for (const value of plain(turn)) {
          await field.fill(value);
          await field.blur();
          if (!(await isRefused(field))) break;
        }
      }
      const create = page.getByRole('button', { name: title, exact: true });
      // The first press may have been enough, and its answer still under way.
      const isAdded = page.waitForURL((url) => url.pathname !== pattern, { timeout: 3000 }).catch(() => undefined);
      if (invalid > 0) await create.click();
      await isAdded;
      const expected = text.normalize('NFC').trim();
      await expect(async () => {
        const shown = await page.evaluate(() => ({
          text: (document.body.textContent ?? '').normalize('NFC'),
          values: [...document.querySelectorAll<HTMLInputElement>('main input, main textarea')].map(
            ({ value }) => value,
          ),
        }));
        expect(shown.text.includes(expected) || shown.values.includes(expected), `${pattern}: ${text}`).toBe(true);
      }).toPass({ timeout: 10_000 });
      if (new URL(page.url()).pathname === pattern) continue;
      saved.add(pattern);
      // Headings, toasts, breadcrumbs and titles are made of words with the name filled in.
      await expect(page.getByRole('region', { name: say('en', 'ui:notifications') })).toContainText(
        expected.slice(0, 20),
      );
      await stands(page);
      expect(await page.locator('main img[src="x"], main script').count(), `${pattern} obeys no markup`).toBe(0);
      const remove = page.getByRole('button', { name: say('en', 'crud:delete'), exact: true });
      if (!(await remove.isVisible())) continue;
      await expect(page).toHaveTitle(new RegExp(expected.slice(0, 12).replace(/[^\w ]/g, '.')));
      await remove.click();
      // A message that passes by is one for screen readers, too.
      const question = page.locator(overlays);
      expect(await question.textContent()).toContain(expected);
      await question.getByRole('button', { name: say('en', 'crud:delete') }).click();
      await expect(question).toBeHidden();
    }
  expect([...saved].toSorted(), 'forms that took such a text').toEqual(
    forms.flatMap(({ pattern }) => (pattern === paths.reservationCreate.pattern ? [] : pattern)).toSorted(),
  );
});

test('sixty hostile names stand in their list letter for letter', async ({ browser, product, faults }) => {
  const page = await enter({ browser, product, faults }, id, { who: 'manager' });
  await page.goto(product.urlOf(id));
  await stands(page);
  await page.evaluate(async (names) => {
    const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string };
    for (const [index, name] of names.entries())
      await fetch('/api/contacts/', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Token ${token}`,
          'Idempotency-Key': `hostile-text-${String(index).padStart(3, '0')}`,
        },
        body: JSON.stringify({ name, phoneNumber: '+3545812345' }),
      });
  }, hostileTexts);
  await page.goto(`${product.urlOf(id)}dashboard/contacts?page_size=100`);
  await stands(page);
  const names = await page.getByRole('main').getByRole('row').getByRole('link').allTextContents();
  expect(names).toEqual(expect.arrayContaining(hostileTexts.map((text) => text.normalize('NFC').trim())));
  const obeyed = await page.locator('main :is(script, style, img[src="x"], svg[onload], iframe)').count();
  expect(obeyed, 'no markup is obeyed').toBe(0);
});
