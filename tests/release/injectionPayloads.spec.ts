import type { Locator, Page } from 'playwright/test';
import { paths } from '../../src/paths.ts';
import { enter, expect, test } from '../support/browser.ts';
import { storedPayload } from '../support/injectionPayloads.ts';
import { expectLoaded, chooseAct, navigate, openForm, screensOf } from '../support/screens.ts';
import { picture } from '../support/uploads.ts';
import { say } from '../support/words.ts';

const id = 'stage';
const partner = '00000000000000000000beef';

/** Combined injection payloads: markup, templates, nested keys, direction overrides, joined letters. */
const payloads = [
  '<img src=x onerror=alert(1)> {{name}} $t(crud:delete) %3Cb%3E',
  '=HYPERLINK("http://evil.example";"x") \u202Egnorw\u202C مرحبا 👩🏽‍🦻',
  'null \u200Be\u0301 z̸̢̛̤͙a̷l̶g̵o̴ __proto__ 𝕊𝕃 </script><script>alert(1)</script>',
];

/** Valid values for fields with a format, all different; the first accepted one stays. */
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

/** Whether the field is marked invalid. A field that disappeared with its accepted form is not. */
async function isRefused(field: Locator): Promise<boolean> {
  const [invalid] = await field.evaluateAll((found) => found.map((each) => each.getAttribute('aria-invalid')));
  return invalid === 'true';
}

/** Makes every required choice: an option once they are loaded, a picture. */
async function choose(page: Page): Promise<void> {
  // A video with a link has one more field than one with a file.
  const byLink = form(page).getByText(say('en', 'videos:link'), { exact: true });
  if ((await byLink.count()) > 0) return byLink.first().click();
  const lists = form(page).locator('button[aria-haspopup="listbox"]');
  for (const list of await lists.filter({ hasText: say('en', 'ui:choose') }).all())
    await expect(async () => {
      await list.click();
      await page.getByRole('option').last().click({ timeout: 2000 });
    }).toPass();
  for (const file of await form(page).locator('input[type="file"]').all()) {
    await file.setInputFiles({ name: 'rings.png', mimeType: 'image/png', buffer: await picture() });
    // A form submitted before its upload is complete says so, and has to be submitted again.
    await expect(form(page).getByText(say('en', 'files:sent', { name: 'rings.png' }))).toBeAttached();
  }
}

/** Replaces refused values by valid ones; returns whether there were any. */
async function correctRefused(fields: Locator[], turn: number): Promise<boolean> {
  let isAnyRefused = false;
  for (const field of fields) {
    if (!(await field.isVisible()) || !(await isRefused(field))) continue;
    isAnyRefused = true;
    await expect(field).toHaveAccessibleDescription(/\S/);
    for (const value of plain(turn)) {
      await field.fill(value);
      await field.blur();
      if (!(await isRefused(field))) break;
    }
  }
  return isAnyRefused;
}

/** Types a text into every field of the form and submits it, again after refusals. */
async function sendEverywhere(page: Page, text: string, { press, turn }: { press: string; turn: number }) {
  const shown = textFields(page).filter({ visible: true });
  await expect(shown.first()).toBeVisible();
  const fields = await shown.all();
  for (const field of fields) await field.fill(text);
  const { pathname } = new URL(page.url());
  // An accepted form leads to another page, once its upload is complete; a refused one marks fields.
  const isAnswered = (from: string) =>
    location.pathname !== from || document.querySelector('main [aria-invalid="true"]') !== null;
  // The server may refuse values that the browser accepted.
  for (let presses = 0; presses < 3; presses += 1) {
    await page.getByRole('button', { name: press, exact: true }).click();
    if (pathname.endsWith('/create')) await page.waitForFunction(isAnswered, pathname);
    if (!(await correctRefused(fields, turn))) return;
  }
}

/** Waits until a text is shown on the page as it is stored, or is in one of its fields. */
async function expectShown(page: Page, text: string): Promise<void> {
  const expected = storedPayload(text);
  await expect(async () => {
    const shown = await page.evaluate(() => ({
      text: (document.body.textContent ?? '').normalize('NFC'),
      values: [...document.querySelectorAll<HTMLInputElement>('main input, main textarea')].map(({ value }) => value),
    }));
    const isInField = shown.values.some((value) => storedPayload(value) === expected);
    expect(shown.text.includes(expected) || isInField, `${page.url()}: ${text}`).toBe(true);
  }).toPass();
}

test('injection payloads typed into every field of every form are shown as text or refused at their field', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, id);
  page.on('dialog', (dialog) => {
    throw new Error(`A text was executed: ${dialog.message()}`);
  });
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
  await product.sql(
    id,
    `insert into partners (id, name, slug, created) values ('${partner}', 'Of hostile texts', 'of-hostile-texts', now())`,
  );
  await page.goto(product.urlOf(id));
  await expectLoaded(page);
  const forms = (await screensOf('dashboard')).flatMap(({ pattern }) =>
    // A new schedule only has days and times, whose validation has its own tests.
    pattern.endsWith('/create') && pattern !== paths.calendar.create.pattern ? pattern.replace(/:\w+/, partner) : [],
  );
  const saved = new Set<string>();
  const changed = new Set<string>();
  const [first = '', ...others] = payloads;
  for (const [at, path] of forms.entries()) {
    const toForm = async () => {
      await navigate(page, '/dashboard');
      await navigate(page, path);
      await choose(page);
    };
    const press = say('en', path === paths.absences.create.pattern ? 'crud:save' : 'crud:create');
    await toForm();
    await sendEverywhere(page, first, { press, turn: 3 * at });
    await expectShown(page, first);
    if (new URL(page.url()).pathname === path) {
      // A form refused as a whole keeps its values.
      for (const text of others) {
        await toForm();
        await sendEverywhere(page, text, { press, turn: 3 * at + 1 });
        await expectShown(page, text);
      }
      continue;
    }
    saved.add(path);
    await expectLoaded(page);
    // Some are added to their list: the newest is opened from there.
    const edit = page.getByRole('link', { name: say('en', 'crud:edit'), exact: true });
    const row = page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: first.slice(0, 20) });
    await expect(edit.or(row.first())).toBeVisible();
    if (!(await edit.isVisible())) await row.first().getByRole('link').first().click();
    let last = first;
    // Names of people must not contain links.
    const taken = others.filter((text) => !path.endsWith('/users/create') || !text.includes('http'));
    for (const [turn, text] of taken.entries()) {
      await openForm(page);
      await sendEverywhere(page, text, { press: say('en', 'crud:save'), turn: 3 * at + turn + 1 });
      await expect(page.getByRole('heading', { level: 1 })).toContainText(storedPayload(text));
      await expectShown(page, text);
      last = storedPayload(text);
    }
    changed.add(path);
    expect(await page.locator('main img[src="x"], main script').count(), `${path} executes no markup`).toBe(0);
    await expect(page).toHaveTitle(new RegExp(last.slice(0, 12).replace(/[^\w ]/g, '.')));
    await chooseAct(page, say('en', 'crud:delete'));
    const confirm = page.getByRole('button', { name: say('en', 'crud:delete') });
    const question = page.getByRole('alertdialog').filter({ has: confirm });
    expect(await question.textContent()).toContain(last);
    await confirm.click();
    await expect(question).toBeHidden();
  }
  // The person of an absence is chosen from a list, in which no such text is found.
  const expected = forms.filter((path) => path !== paths.absences.create.pattern).toSorted();
  expect([...saved].toSorted(), 'forms that accepted such a text').toEqual(expected);
  expect([...changed].toSorted(), 'and records that were changed to such texts').toEqual(expected);
});
