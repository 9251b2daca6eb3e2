import type { Locator, Page } from 'playwright/test';
import { signInEmail } from '../../server/seed/people.ts';
import { enter, expect, expectAccessible, tenantOf, test } from '../support/browser.ts';
import { say } from '../support/words.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an owner adds a user, resolves a conflict, decides, suspends and deletes', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'dev');
  const email = 'nina.osk@example.org';
  await page.goto(`${product.urlOf('dev')}dashboard/users`);
  await main(page)
    .getByRole('link', { name: say('en', 'users:add') })
    .click();
  await expect(heading(page)).toHaveText(say('en', 'users:add'));
  await button(page, say('en', 'crud:create')).click();
  await expect(page.getByText(say('en', 'errors:required')).first()).toBeVisible();
  await expect(page.getByLabel(say('en', 'users:first_name'))).toBeFocused();
  const role = page.getByRole('button', { name: say('en', 'ui:choose') });
  const edgeOf = (box: Locator) => box.evaluate((element) => getComputedStyle(element).borderColor);
  const refused = await edgeOf(page.getByLabel(say('en', 'users:last_name')));
  expect(refused).not.toBe(await edgeOf(page.getByLabel(say('en', 'users:personal_number_last4'))));
  await role.hover();
  await expect.poll(() => edgeOf(role)).toBe(refused);
  await expectAccessible(page, 'the form of a user, with errors');

  await page.getByLabel(say('en', 'users:first_name')).fill('Nína');
  await page.getByLabel(say('en', 'users:last_name')).fill('Ósk');
  await page.getByRole('textbox', { name: say('en', 'users:email') }).fill((await signInOf('manager')).toUpperCase());
  await page.getByLabel(say('en', 'users:personal_number_last4')).fill('1234');
  await role.click();
  await page.getByRole('option', { name: 'Interpreter' }).click();
  await button(page, say('en', 'crud:create')).click();
  await expect(page.getByText(say('en', 'errors:email_taken'))).toBeVisible();
  await page.getByRole('textbox', { name: say('en', 'users:email') }).fill(email);
  await button(page, say('en', 'crud:create')).click();
  await expect(heading(page)).toHaveText('Ósk, Nína');

  await page.getByLabel(say('en', 'users:first_name')).fill('Ninna');
  await product.sql('dev', `update users set last_name = 'Önnudóttir' where email = '${email}'`);
  await button(page, say('en', 'crud:save')).click();
  const question = page.getByRole('alertdialog', { name: say('en', 'crud:conflictTitle') });
  await expect(question.getByRole('row', { name: 'First name Nína Ninna' })).toBeVisible();
  await expectAccessible(page, 'two versions of a user');
  await question.getByRole('button', { name: say('en', 'crud:conflictMine') }).click();
  await expect(heading(page)).toHaveText('Önnudóttir, Ninna');

  await button(page, say('en', 'users:suspend')).click();
  const suspending = page.getByRole('alertdialog', { name: say('en', 'users:suspendTitle', { email }) });
  await suspending.getByLabel(say('en', 'users:reason'), { exact: true }).fill('No reply');
  await suspending.getByRole('button', { name: say('en', 'users:suspend'), exact: true }).click();
  await expect(page.getByText(say('en', 'users:untilLifted'), { exact: true })).toBeVisible();
  await button(page, say('en', 'users:unsuspend')).click();
  await expect(button(page, say('en', 'users:suspend'))).toBeEnabled();

  await button(page, say('en', 'crud:delete')).click();
  const asked = page.getByRole('alertdialog', { name: say('en', 'crud:deleteTitle', { name: 'Önnudóttir, Ninna' }) });
  await asked.getByRole('button', { name: say('en', 'crud:delete') }).click();
  await expect(heading(page)).toHaveText(say('en', 'users:title'));
  await page.getByRole('searchbox', { name: say('en', 'crud:search') }).fill(email);
  await expect(page.getByRole('heading', { name: say('en', 'crud:nothingFound') })).toBeVisible();
});

test('Back restores a list, and the keyboard moves through it', async ({ browser, product, faults }) => {
  const page = await enter({ browser, product, faults }, 'dev');
  await page.goto(`${product.urlOf('dev')}dashboard/users?role=interpreter`);
  const links = main(page).getByRole('row').getByRole('link');
  await expect(links.first()).toBeVisible();
  await page
    .getByRole('columnheader', { name: say('en', 'users:email') })
    .getByRole('button')
    .click();
  await expect(page.getByRole('columnheader', { name: say('en', 'users:email') })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await links.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  const name = await links.nth(1).textContent();
  await page.keyboard.press('Enter');
  // The address of the list contains the record.
  await expect(page).toHaveURL(/users\/[0-9a-f]+$/);
  await expect(main(page).getByText(name ?? '', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(links.nth(1)).toHaveText(name ?? '');
  await expect(page).toHaveURL(/role=interpreter&ordering=email/);
});

test('owners are hidden from managers, who cannot create any', async ({ browser, product, faults }) => {
  const page = await enter({ browser, product, faults }, 'dev', { who: 'manager' });
  await page.goto(`${product.urlOf('dev')}dashboard/users?search=${await signInOf('owner')}`);
  await expect(page.getByRole('heading', { name: say('en', 'crud:nothingFound') })).toBeVisible();
  await page.goto(`${product.urlOf('dev')}dashboard/users/create`);
  await page.getByRole('button', { name: say('en', 'ui:choose') }).click();
  await expect(page.getByRole('option', { name: 'Manager' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Owner' })).toHaveCount(0);
});

async function signInOf(who: string): Promise<string> {
  return signInEmail((await tenantOf('dev')).tenant, who);
}
