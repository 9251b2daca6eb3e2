import type { Page } from 'playwright/test';
import { isoLanguage } from '../../contract/languages.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import { demoCredentials } from '../../src/features/demoAuth/demoApi.ts';
import { codeField, codeFromMail, expect, expectAccessible, expectOverview, test } from '../support/browser.ts';
import { keysOf } from '../support/keys.ts';
import { overlays } from '../support/visualCheck.ts';
import { expectLoaded } from '../support/screens.ts';
import { say } from '../support/words.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: say('en', 'shell:navigation') }).getByRole('link', { name, exact: true });

test('a working day with the keyboard alone', { tag: '@release' }, async ({ page, context, product, journeyOn }) => {
  const here = await journeyOn('estonia', { needs: ['twoFactor'], inEnglish: true });
  const email = here.emailOf('owner');
  const keys = keysOf(page);

  await test.step('signs in with the code from the mail', async () => {
    await page.goto(here.url);
    await expect(page.getByRole('textbox', { name: say('en', 'auth:email') })).toBeFocused();
    await keys.type(email);
    await keys.reach(page.getByLabel(say('en', 'auth:password'), { exact: true }));
    await keys.type(demoPassword);
    await keys.press('Enter');
    await expect(codeField(page, 'en')).toBeFocused();
    const code = await codeFromMail(context, product, here.id, email);
    await page.bringToFront();
    await keys.type(code);
    await expectOverview(page, 'en');
    await expect(heading(page)).toBeFocused();
  });

  await test.step('skips the navigation', async () => {
    await page.reload();
    await expectOverview(page, 'en');
    await keys.act(page.getByRole('link', { name: say('en', 'shell:skip') }));
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('creates a user', async () => {
    await keys.act(entry(page, say('en', 'users:title')), { back: true });
    await expect(heading(page)).toHaveText(say('en', 'users:title'));
    await expect(heading(page)).toBeFocused();
    await keys.act(page.getByRole('main').getByRole('link', { name: say('en', 'users:add') }));
    await expect(heading(page)).toHaveText(say('en', 'users:add'));
    await keys.write(page.getByLabel(say('en', 'users:first_name')), 'Keyed');
    await keys.write(page.getByLabel(say('en', 'users:last_name')), 'Inga');
    await keys.write(page.getByRole('textbox', { name: say('en', 'users:email') }), 'keyed.in@example.org');
    await keys.act(page.getByRole('button', { name: say('en', 'ui:choose') }));
    await expect(page.getByRole('listbox')).toBeVisible();
    await keys.type('Interp');
    await keys.press('Enter');
    await keys.act(button(page, say('en', 'crud:create')));
    await expect(heading(page)).toHaveText('Inga, Keyed');
  });

  await test.step('suspends a user with a reason, and lifts the suspension', async () => {
    const menu = button(page, say('en', 'crud:moreActs'));
    const suspend = async () => {
      await keys.press('Enter');
      await expect(page.getByRole('menu')).toBeVisible();
      await keys.type('Suspend');
      await keys.press('Enter');
    };
    await keys.reach(menu);
    await suspend();
    // The calendar of its field is a dialog, too, and may still be closing.
    const dialog = page.getByRole('alertdialog', {
      name: say('en', 'users:suspendTitle', { name: 'Keyed Inga' }),
    });
    await expect(dialog.getByLabel(say('en', 'users:reason'), { exact: true })).toBeFocused();
    await keys.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();
    await suspend();
    await expect(dialog.getByLabel(say('en', 'users:reason'), { exact: true })).toBeFocused();
    await keys.type('No reply for a month');
    await keys.act(dialog.getByRole('button', { name: 'Choose a day: Last day' }));
    await expect(page.getByRole('button', { name: /, today$/ })).toBeFocused();
    await keys.expectSomewhere('the calendar of a field');
    await expectAccessible(page, 'the calendar of a field');
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await expect(dialog.getByLabel(say('en', 'users:suspendUntil'), { exact: true })).toHaveValue(/^\d\d-\d\d-\d{4}$/);
    await keys.act(dialog.getByRole('button', { name: say('en', 'users:suspend'), exact: true }));
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();
    await keys.act(button(page, say('en', 'users:unsuspend')), { back: true });
    await expect(button(page, say('en', 'users:unsuspend'))).toHaveCount(0);
    await keys.expectSomewhere('lifting the suspension');
  });

  await test.step('finds a user', async () => {
    await keys.act(entry(page, say('en', 'users:title')), { back: true });
    await expect(heading(page)).toHaveText(say('en', 'users:title'));
    await keys.write(page.getByRole('searchbox', { name: say('en', 'crud:search') }), 'keyed.in');
    const found = page.getByRole('main').getByRole('row').getByRole('link');
    await expect(found).toHaveText(['keyed.in@example.org']);
    await keys.act(found);
    await expect(heading(page)).toHaveText('Inga, Keyed');
  });

  await test.step('opens a page, an act and a record with the command palette', async () => {
    const palette = page.getByRole('dialog', { name: say('en', 'palette:title') });
    const find = async (text: string, group: string) => {
      await keys.press('Control+k');
      await expect(palette.getByRole('combobox')).toBeFocused();
      await keys.type(text);
      await expect(palette.getByRole('group', { name: group }).getByRole('option').first()).toBeVisible();
      await keys.press('Enter');
      await expect(palette).toBeHidden();
    };
    await find('contac', say('en', 'palette:pages'));
    await expect(heading(page)).toHaveText(say('en', 'contacts:title'));
    await find(say('en', 'contacts:add'), say('en', 'palette:acts'));
    await expect(heading(page)).toHaveText(say('en', 'contacts:add'));
    await find('keyed.in', say('en', 'users:title'));
    await expect(heading(page)).toHaveText('Inga, Keyed');
    await keys.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await keys.press('Escape');
    await expect(palette).toBeHidden();
    await keys.expectSomewhere('the palette was closed');
  });

  await test.step('sorts a list and turns its page', async () => {
    await keys.act(entry(page, say('en', 'users:title')), { back: true });
    await expect(heading(page)).toHaveText(say('en', 'users:title'));
    const column = page.getByRole('columnheader', { name: say('en', 'users:email') });
    await keys.act(column.getByRole('button'));
    await expect(column).toHaveAttribute('aria-sort', 'ascending');
    await expect(column.getByRole('button')).toBeFocused();
    await keys.act(button(page, say('en', 'crud:next')));
    await expect(page).toHaveURL(/page=2/);
    await expectLoaded(page);
    await keys.expectSomewhere('the page was turned');
  });

  await test.step('chooses the columns', async () => {
    const view = button(page, say('en', 'crud:view'));
    await keys.act(view, { back: true });
    const created = page.getByRole('menuitemcheckbox', { name: say('en', 'users:created') });
    await keys.choose(created, 'Space');
    await expect(created).not.toBeChecked();
    await keys.press('Escape');
    await expect(view).toBeFocused();
    await expect(page.getByRole('columnheader', { name: say('en', 'users:created') })).toHaveCount(0);
  });

  await test.step('deletes several users, after a confirmation', async () => {
    await page.goto(`${here.url}dashboard/users?search=mail.&page_size=10`);
    await expectLoaded(page);
    const boxes = page.getByRole('main').getByRole('row').getByRole('checkbox');
    await keys.act(boxes.nth(1), { key: 'Space' });
    await keys.act(boxes.nth(2), { key: 'Space' });
    const bar = page.getByRole('region', { name: say('en', 'crud:selection') });
    await expect(bar).toContainText(say('en', 'crud:selected', { number: '2' }));
    await keys.act(bar.getByRole('button', { name: say('en', 'crud:delete') }), { back: true });
    const question = page.locator(overlays);
    await keys.press('Escape');
    await expect(question).toBeHidden();
    await expect(bar.getByRole('button', { name: say('en', 'crud:delete') })).toBeFocused();
    await keys.press('Enter');
    await keys.act(question.getByRole('button', { name: say('en', 'crud:delete') }));
    await expect(question).toBeHidden();
    await keys.expectSomewhere('the deletion');
  });

  await test.step('changes a partner', async () => {
    const { pathname } = new URL(page.url());
    expect(pathname).toBe('/dashboard/users');
    await page.goto(`${here.url}dashboard/partners`);
    await expectLoaded(page);
    await keys.act(page.getByRole('main').getByRole('row').getByRole('link').first());
    await keys.act(page.getByRole('main').getByRole('link', { name: say('en', 'crud:edit'), exact: true }));
    const name = page.getByLabel(say('en', 'partners:name'), { exact: true });
    await keys.write(name, 'Changed by keyboard');
    await keys.press('Enter');
    await expect(heading(page)).toHaveText('Changed by keyboard');
    await keys.expectSomewhere('saving');
  });

  await test.step('switches the language', async () => {
    const other = here.tenant.languages.find(({ value }) => value !== 'en');
    if (!other) return;
    await keys.act(page.getByRole('button', { name: new RegExp(`^${say('en', 'app:language')}: `) }), { back: true });
    await keys.choose(page.getByRole('menuitemradio', { name: other.label }));
    await expect(page.locator('html')).toHaveAttribute('lang', isoLanguage(other.value));
    await keys.press('Escape');
    const language = page.getByRole('button', { name: new RegExp(`^${say(other.value, 'app:language')}: `) });
    await expect(language).toBeFocused();
    await keys.press('Enter');
    await keys.choose(page.getByRole('menuitemradio', { name: 'English' }));
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await keys.press('Escape');
  });

  await test.step('switches the appearance', async () => {
    await keys.act(button(page, say('en', 'app:useDark')));
    await expect(page.locator('html')).toHaveAttribute('data-palette', 'dark');
    await expect(button(page, say('en', 'app:useLight'))).toBeFocused();
  });

  await test.step('uses the drawer of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const open = page.getByRole('button', { name: say('en', 'shell:openNavigation') });
    await keys.act(open, { back: true });
    const drawer = page.getByRole('dialog', { name: say('en', 'shell:navigation') });
    await expect(drawer).toBeVisible();
    await keys.press('Escape');
    await expect(open).toBeFocused();
    await keys.press('Enter');
    await keys.act(drawer.getByRole('link', { name: say('en', 'contacts:title') }));
    await expect(heading(page)).toHaveText(say('en', 'contacts:title'));
    await expect(drawer).toBeHidden();
    await expect(heading(page)).toBeFocused();
  });

  await test.step('signs out', async () => {
    await keys.act(page.getByRole('button', { name: new RegExp(`^${say('en', 'shell:account')}: `) }), { back: true });
    await keys.choose(page.getByRole('menuitem', { name: say('en', 'shell:signOut') }));
    await expect(page).toHaveURL(/\/auth\/login/);
    await expect(page.getByText(say('en', 'auth:signedOut'))).toBeVisible();
  });
});

test('the other ways to sign in with the keyboard alone', { tag: '@release' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('dev', { needs: ['registration', 'demoAuth'], inEnglish: true });
  const keys = keysOf(page);
  const link = (word: Parameters<typeof say>[1]) => page.getByRole('link', { name: say('en', word) });
  const textbox = (word: Parameters<typeof say>[1]) => page.getByRole('textbox', { name: say('en', word) });
  const said = async (word: Parameters<typeof say>[1]) => {
    await expect(heading(page)).toHaveText(say('en', word));
    await expect(heading(page)).toBeFocused();
  };

  await test.step('asks for a link to a new password', async () => {
    await page.goto(here.url);
    await keys.act(link('auth:forgot'));
    await expect(textbox('passwords:email')).toBeFocused();
    await keys.press('Enter');
    await expect(page.getByText(say('en', 'errors:required'))).toBeVisible();
    await expect(textbox('passwords:email')).toBeFocused();
    await keys.type('nobody@example.org');
    await keys.press('Enter');
    await said('passwords:lookIntoMail');
    await keys.act(link('passwords:toLogin'));
    await expect(heading(page)).toHaveText(say('en', 'auth:title'));
    await keys.expectSomewhere('coming back to the sign-in');
  });

  await test.step('asks for an account', async () => {
    await keys.act(link('auth:register'));
    await expect(textbox('registration:firstName')).toBeFocused();
    await keys.type('Keyed');
    await keys.write(textbox('registration:lastName'), 'Inga');
    await keys.write(textbox('registration:email'), 'keyed.register@example.org');
    await keys.press('Enter');
    await said('registration:lookIntoMail');
  });

  await test.step('reads that a link is no longer valid', async () => {
    await page.goto(`${here.url}auth/reset-password?token=${'x'.repeat(43)}`);
    await said('passwords:expiredTitle');
    await keys.act(link('passwords:sendLink'));
    await expect(heading(page)).toHaveText(say('en', 'passwords:forgotTitle'));
  });

  await test.step('tries the demo', async () => {
    await page.goto(`${here.url}auth/jwt/login`);
    await expect(textbox('demoAuth:email')).toBeFocused();
    await keys.type(demoCredentials.email);
    await keys.write(page.getByLabel(say('en', 'demoAuth:password'), { exact: true }), demoCredentials.password);
    await keys.press('Enter');
    await expect(button(page, say('en', 'demoAuth:signOut'))).toBeVisible();
    await keys.act(button(page, say('en', 'demoAuth:signOut')));
    await expect(textbox('demoAuth:email')).toBeVisible();
  });
});
