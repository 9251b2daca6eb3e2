import { expect, expectAccessible, test } from '../support/browser.ts';
import { expectLoaded } from '../support/screens.ts';

test('an owner imports contacts from a file, sees the preview, and undoes it', async ({ journeyOn }) => {
  const here = await journeyOn('lithuania');
  const page = await here.enter();
  const word = here.say;
  const name = `Registratūra ${Date.now()}`;
  const headings = [word('imports:fields.name'), word('imports:fields.phoneNumber')].join(';');
  const file = ['\uFEFF', headings, `\n${name};+37061234567\nx;12\n`].join('');

  await page.goto(`${here.url}dashboard/imports`);
  await expectLoaded(page);
  await page.getByRole('button', { name: word('imports:kind') }).click();
  await page.getByRole('option', { name: word('imports:kinds.contacts'), exact: true }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: word('imports:check') }).click();

  const reason = word('errors:too_short', { limit: 3 });
  await expect(page.getByText(reason)).toBeVisible();
  await expectAccessible(page, 'the preview of an import');
  await page.getByRole('button', { name: word('imports:writeGood') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: word('imports:writeGood') })
    .click();
  await expect(page.getByRole('heading', { name: word('imports:states.written') })).toBeVisible();

  await page.getByRole('button', { name: word('imports:undo'), exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(word('imports:undoText', { removes: '1', restores: '0' }))).toBeVisible();
  await question.getByRole('button', { name: word('imports:undo'), exact: true }).click();
  await expect(page.getByRole('heading', { name: word('imports:states.undone') })).toBeVisible();
});
