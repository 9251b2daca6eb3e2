import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { csvSeparator } from '../../contract/csv.ts';
import { localeOf } from '../../contract/languages.ts';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { expectFits } from '../support/visualCheck.ts';

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const tool = (page: Page, name: string) => main(page).getByRole('button', { name: new RegExp(`^${name}`) });

test('a list is saved as a view, exported with all its pages, and printed without its controls', async ({
  journeyOn,
}) => {
  const here = await journeyOn('estonia');
  const { say: t } = here;
  const page = await here.enter();
  await page.goto(`${here.url}dashboard/users?role=interpreter&hide=id&ordering=email`);
  await expect(main(page).getByRole('row').nth(1)).toBeVisible();

  await tool(page, t('crud:views')).click();
  await page.getByRole('menuitem', { name: t('crud:saveView') }).click();
  await page.getByLabel(t('crud:viewName')).fill('Tõlgid');
  await expectAccessible(page, 'the name of a view');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('crud:save') })
    .click();
  await expect(tool(page, `${t('crud:views')}: Tõlgid`)).toBeVisible();
  await page.goto(`${here.url}dashboard/users`);
  await tool(page, t('crud:views')).click();
  await expectAccessible(page, 'the menu of views');
  await page.getByRole('menuitemradio', { name: 'Tõlgid' }).click();
  await expect(page).toHaveURL(/hide=id&ordering=email&role=interpreter/);
  await expect(main(page).getByRole('columnheader', { name: new RegExp(`^${t('users:id')}`) })).toHaveCount(0);
  await tool(page, t('crud:views')).click();
  await page.getByRole('menuitem', { name: t('crud:manageViews') }).click();
  await page.getByRole('button', { name: t('crud:deleteView', { name: 'Tõlgid' }) }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('crud:delete') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const shown = await main(page).getByRole('row').nth(1).getByRole('cell').allInnerTexts();
  const [download] = await Promise.all([page.waitForEvent('download'), tool(page, t('crud:export')).click()]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${t('users:title')} \\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const [head, ...lines] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  const labels = [t('users:email'), t('users:name'), t('users:created'), t('users:role'), t('users:approval_status')];
  // As columns and days that spreadsheets of the country read.
  const { languages, country } = here.tenant;
  const separator = csvSeparator(localeOf(languages[0]?.value ?? 'en', country));
  expect(head).toBe(`\uFEFF${labels.join(separator)}`);
  // A second line of a cell, such as that somebody never signed in, follows the first.
  const inFile = (text: string) => text.replace(/\s+/g, ' ').replace(/(\d\d)-(\d\d)-(\d{4})/, '$3-$2-$1');
  for (const text of shown.filter(Boolean)) expect(lines[0]).toContain(inFile(text));
  // All users that the server lists, page after page, in its order.
  const listed = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string };
    const emails: string[] = [];
    for (let at = 1, count = 1; emails.length < count; at += 1) {
      const address = `/api/users/?role[]=interpreter&ordering=email&page_size=10&page=${at}`;
      const answer = await fetch(address, { headers: { Authorization: `Token ${token}` } });
      const answered = (await answer.json()) as { count: number; results: { email: string }[] };
      count = answered.count;
      emails.push(...answered.results.map(({ email }) => email));
    }
    return emails;
  });
  expect(listed.length).toBeGreaterThan(10);
  expect(lines.map((line) => line.split(separator)[0])).toEqual(listed);
});

test('the command palette opens pages and records, keys move through rows, and settings are stored', async ({
  journeyOn,
}) => {
  const here = await journeyOn('estonia', { needs: ['departments'] });
  const { say: t } = here;
  const page = await here.enter();
  await page.goto(`${here.url}dashboard/users`);
  const first = main(page).getByRole('row').getByRole('link').first();
  await expect(first).toBeVisible();
  const email = (await first.textContent()) ?? '';
  const palette = page.getByRole('dialog', { name: t('palette:title') });

  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await expectAccessible(page, 'the command palette');
  await page.keyboard.type(email);
  const hit = palette
    .getByRole('group', { name: t('users:title') })
    .getByRole('option')
    .first();
  await expect(hit).toContainText(email);
  await page.keyboard.press('Enter');
  await expect(main(page).getByText(email, { exact: true }).first()).toBeVisible();
  await expect(palette).toHaveCount(0);

  await heading(page).click();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(heading(page)).toHaveText(t('departments:title'));
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: t('palette:shortcuts') });
  await expect(sheet).toBeVisible();
  await expectAccessible(page, 'the list of keyboard shortcuts');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/departments\/create$/);

  await page.getByRole('button', { name: new RegExp(`^${t('shell:account')}: `) }).click();
  await page.getByRole('menuitem', { name: t('shell:settings') }).click();
  const settings = page.getByRole('dialog', { name: t('shell:settings') });
  await settings.getByText(t('palette:letterKeys')).click();
  await settings.getByText(t('shell:dark'), { exact: true }).click();
  await expect(settings.getByText(t('shell:custom'))).toBeVisible();
  await expectAccessible(page, 'the settings');
  await expectFits(page, 'the settings');
  await page.keyboard.press('Escape');
  await heading(page).click();
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(heading(page)).toHaveText(t('departments:add'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: t('shell:find') }).click();
  await expectAccessible(page, 'the command palette on a phone, dark');
  await expectFits(page, 'the command palette on a phone, dark');
});
