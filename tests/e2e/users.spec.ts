import type { Locator, Page } from 'playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { chooseAct, openForm } from '../support/screens.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an owner adds a user, resolves a conflict, decides, suspends and deletes', async ({ journeyOn }) => {
  const here = await journeyOn('dev', { inEnglish: true });
  const page = await here.enter();
  const email = 'nina.osk@example.org';
  await page.goto(`${here.url}dashboard/users`);
  await main(page)
    .getByRole('link', { name: here.say('users:add') })
    .click();
  await expect(heading(page)).toHaveText(here.say('users:add'));
  await button(page, here.say('crud:create')).click();
  await expect(page.getByText(here.say('errors:required')).first()).toBeVisible();
  await expect(page.getByLabel(here.say('users:first_name'))).toBeFocused();
  const role = page.getByRole('button', { name: here.say('ui:choose') });
  const edgeOf = (box: Locator) => box.evaluate((element) => getComputedStyle(element).borderColor);
  const wrong = page.getByLabel(here.say('users:last_name'));
  await expect
    .poll(() => edgeOf(wrong))
    .not.toBe(await edgeOf(page.getByLabel(here.say('users:personal_number_last4'))));
  await role.hover();
  // Edges change their colour gradually.
  await expect.poll(async () => (await edgeOf(role)) === (await edgeOf(wrong))).toBe(true);
  await expectAccessible(page, 'the form of a user, with errors');

  await page.getByLabel(here.say('users:first_name')).fill('Nína');
  await page.getByLabel(here.say('users:last_name')).fill('Ósk');
  await page.getByRole('textbox', { name: here.say('users:email') }).fill(here.emailOf('manager').toUpperCase());
  await page.getByLabel(here.say('users:personal_number_last4')).fill('1234');
  await role.click();
  await page.getByRole('option', { name: 'Interpreter' }).click();
  await button(page, here.say('crud:create')).click();
  await expect(page.getByText(here.say('errors:email_taken'))).toBeVisible();
  await page.getByRole('textbox', { name: here.say('users:email') }).fill(email);
  await button(page, here.say('crud:create')).click();
  await expect(heading(page)).toHaveText('Ósk, Nína');

  await openForm(page);
  await page.getByLabel(here.say('users:first_name')).fill('Ninna');
  await here.sql(`update users set last_name = 'Önnudóttir' where email = '${email}'`);
  await button(page, here.say('crud:save')).click();
  const question = page.getByRole('alertdialog', { name: here.say('crud:conflictTitle') });
  await expect(question.getByRole('row', { name: 'First name Nína Ninna' })).toBeVisible();
  await expectAccessible(page, 'two versions of a user');
  await question.getByRole('button', { name: here.say('crud:conflictMine') }).click();
  await expect(heading(page)).toHaveText('Önnudóttir, Ninna');

  await chooseAct(page, here.say('users:suspend'));
  const name = 'Ninna Önnudóttir';
  const suspending = page.getByRole('alertdialog', { name: here.say('users:suspendTitle', { name }) });
  await suspending.getByLabel(here.say('users:reason'), { exact: true }).fill('No reply');
  await suspending.getByRole('button', { name: here.say('users:suspend'), exact: true }).click();
  await expect(page.getByText(here.say('users:untilLifted'), { exact: true })).toBeVisible();
  await button(page, here.say('users:unsuspend')).click();
  await expect(button(page, here.say('users:unsuspend'))).toHaveCount(0);

  await chooseAct(page, here.say('crud:delete'));
  const asked = page.getByRole('alertdialog', { name: here.say('crud:deleteTitle', { name: 'Önnudóttir, Ninna' }) });
  await asked.getByRole('button', { name: here.say('crud:delete') }).click();
  await expect(heading(page)).toHaveText(here.say('users:title'));
  await page.getByRole('searchbox', { name: here.say('crud:search') }).fill(email);
  await expect(page.getByRole('heading', { name: here.say('crud:nothingFound') })).toBeVisible();
});
