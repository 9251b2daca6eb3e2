import type { Page } from 'playwright/test';
import {
  codeField,
  codeFromMail,
  expect,
  expectAccessible,
  expectOverview,
  forgetSignIn,
  giveCredentials,
  type Here,
  linkFromMail,
  test,
} from '../support/browser.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

async function choosePassword(page: Page, { say }: Here, password: string, act: string) {
  await page.getByLabel(say('passwords:new'), { exact: true }).fill(password);
  await page.getByLabel(say('passwords:repeat'), { exact: true }).fill(password);
  await button(page, act).click();
}

test('a person registers, waits for approval, signs in, forgets the password and sets another', async ({
  page,
  context,
  browser,
  product,
  faults,
  journeyOn,
}) => {
  const here = await journeyOn('brazil', { needs: ['registration'] });
  const email = 'freyja.nova@example.org';
  await page.goto(here.url);
  await link(page, here.say('auth:register')).click();
  await expect(heading(page)).toHaveText(here.say('registration:title'));
  await page.getByLabel(here.say('registration:firstName'), { exact: true }).fill('Freyja');
  await page.getByLabel(here.say('registration:lastName')).fill('Nova');
  await page.getByLabel(here.say('registration:email')).fill(email);
  await expectAccessible(page, 'registering');
  await button(page, here.say('registration:submit')).click();
  await expect(heading(page)).toHaveText(here.say('registration:lookIntoMail'));

  await page.goto(await linkFromMail(context, product, here.id, email));
  await expect(page).toHaveURL(`${here.url}auth/register`);
  await page.reload();
  await choosePassword(page, here, 'a first password', here.say('registration:finish'));
  await expect(heading(page)).toHaveText(here.say('registration:waitingTitle'));
  await link(page, here.say('registration:toLogin')).click();
  await giveCredentials(page, here.language, email, 'a first password');
  await expect(page.getByRole('alert')).toContainText(here.say('errors:account_not_approved'));

  const owner = await here.enter();
  await owner.goto(`${here.url}dashboard/users?search=${email}`);
  await owner.getByRole('row').getByRole('link').first().click();
  const approved = owner.waitForResponse(
    (answer) => answer.request().method() === 'POST' && /\/users\/\w+\/approve\/$/.test(answer.url()),
  );
  await button(owner, here.say('users:approve')).click();
  expect((await approved).status()).toBe(200);

  await button(page, here.say('auth:submit')).click();
  if (here.tenant.flags.twoFactor)
    await codeField(page, here.language).fill(await codeFromMail(context, product, here.id, email));
  await expect(page.getByText(here.say('overview:requestsOwn'), { exact: true })).toBeVisible();

  const forgetful = await (await browser.newContext()).newPage();
  faults.watch(forgetful);
  await forgetful.goto(here.url);
  await link(forgetful, here.say('auth:forgot')).click();
  await expect(heading(forgetful)).toHaveText(here.say('passwords:forgotTitle'));
  await forgetful.getByLabel(here.say('passwords:email')).fill(email);
  await button(forgetful, here.say('passwords:sendLink')).click();
  await expect(heading(forgetful)).toHaveText(here.say('passwords:lookIntoMail'));
  await expectAccessible(forgetful, 'a link is on its way');
  const reset = await linkFromMail(context, product, here.id, email);
  await forgetful.goto(reset);
  await choosePassword(forgetful, here, 'a second password', here.say('passwords:change'));
  await expect(heading(forgetful)).toHaveText(here.say('passwords:changed'));
  await link(forgetful, here.say('passwords:toLogin')).click();
  await giveCredentials(forgetful, here.language, email, 'a first password');
  await expect(forgetful.getByRole('alert')).toContainText(here.say('errors:bad_credentials'));
  await giveCredentials(forgetful, here.language, email, 'a second password');
  await expect(forgetful).toHaveURL(here.tenant.flags.twoFactor ? /\/auth\/enter-code$/ : /\/dashboard$/);

  // The session in the other tab has ended, and the link is invalid.
  await page.reload();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.goto(reset);
  await expect(heading(page)).toHaveText(here.say('passwords:expiredTitle'));
});

// R49
test(
  'the national ID signs in once its link was opened, and leads to the requested page; a cancelled sign-in is reported',
  { tag: '@release' },
  async ({ page, context, product, journeyOn }) => {
    const here = await journeyOn('lithuania', { needs: ['nationalId'] });
    const { url } = here;
    await page.goto(`${url}dashboard/reset-password`);
    const nationalId = link(page, here.say('auth:nationalId'));
    await nationalId.click();
    await page.getByRole('link', { name: 'Nobody: go back' }).click();
    await expect(page.getByRole('alert')).toContainText(here.say('nationalId:denied'));
    await expect(page).toHaveURL(`${url}auth/openid?returnTo=%2Fdashboard%2Freset-password`);
    await expectAccessible(page, 'a sign-in with the national ID that was stopped');

    await button(page, here.say('nationalId:again')).click();
    await page.getByRole('link', { name: /^Stranger/ }).click();
    await expect(page.getByRole('alert')).toContainText(here.say('errors:national_id_unknown'));

    const choose = (name: RegExp) => page.getByRole('link', { name }).first().click();
    await button(page, here.say('nationalId:again')).click();
    await choose(/^Manager/);
    await expect(page.getByRole('alert')).toContainText(here.say('errors:national_id_unconfirmed'));
    await page.goto(await linkFromMail(context, product, here.id, here.emailOf('manager')));
    await expect(heading(page)).toHaveText(here.say('nationalId:confirmTitle'));
    await expectAccessible(page, 'the link that links a national ID');
    await button(page, here.say('nationalId:confirm')).click();
    await expect(heading(page)).toHaveText(here.say('nationalId:confirmedTitle'));
    // The new way to sign in has ended the sessions of the manager.
    forgetSignIn(here, 'manager');

    await page.goto(`${url}dashboard/reset-password`);
    await nationalId.click();
    await choose(/^Manager/);
    await expect(heading(page)).toHaveText(here.say('ownPassword:title'));
    await expect(page).toHaveURL(`${url}dashboard/reset-password`);
    await expectAccessible(page, 'one’s own password');
    expect(await page.evaluate(() => sessionStorage.getItem('auth'))).toBeNull();
  },
);

test(
  'single sign-on refuses people without a role, and adds a colleague with one',
  { tag: '@release' },
  async ({ page, journeyOn }) => {
    const here = await journeyOn('dev', { needs: ['singleSignOn'] });
    const { singleSignOn } = here.tenant;
    const name = singleSignOn?.name ?? '';
    await page.goto(here.url);
    await link(page, here.say('auth:singleSignOn', { name })).click();
    await page.getByRole('link', { name: /^Former colleague/ }).click();
    await expect(page.getByRole('alert')).toContainText(here.say('errors:single_sign_on_no_role'));
    await expectAccessible(page, 'single sign-on without a role');

    await button(page, here.say('singleSignOn:again')).click();
    await page.getByRole('link', { name: /^New manager/ }).click();
    await expectOverview(page, here.language);
    await page.getByRole('button', { name: new RegExp(`^${here.say('shell:account')}: `) }).click();
    await page.getByRole('menuitem', { name: here.say('shell:workAccounts') }).click();
    await expect(heading(page)).toHaveText(here.say('workAccounts:title'));
    await expect(page.getByRole('button', { name: new RegExp(`^${here.say('workAccounts:unlink')}`) })).toHaveCount(1);
    await expectAccessible(page, 'one’s own work accounts');
  },
);

test('on dev the demo signs in and up in the browser alone', { tag: '@release' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('dev', { needs: ['demoAuth'] });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
  });
  await page.goto(here.url);
  await link(page, here.say('auth:demo')).click();
  await expect(heading(page)).toHaveText(here.say('demoAuth:loginTitle'));
  await page.getByLabel(here.say('demoAuth:email')).fill(here.emailOf('owner'));
  await page.getByLabel(here.say('demoAuth:password'), { exact: true }).fill('not known here');
  await button(page, here.say('demoAuth:signIn')).click();
  await expect(page.getByRole('alert')).toContainText(here.say('demoAuth:credentials'));
  await expectAccessible(page, 'the demo');
  await page.getByLabel(here.say('demoAuth:email')).fill('demo@signboard.example');
  await page.getByLabel(here.say('demoAuth:password'), { exact: true }).fill('Password123!');
  await button(page, here.say('demoAuth:signIn')).click();
  await expect(page.getByText('Standard', { exact: true })).toBeVisible();
  await page.getByLabel(here.say('demoAuth:token')).press('End');
  await page.getByLabel(here.say('demoAuth:token')).press('Backspace');
  await page.getByLabel(here.say('demoAuth:token')).press('Backspace');
  await button(page, here.say('demoAuth:check')).click();
  await expect(page.getByText(here.say('demoAuth:signature'))).toBeVisible();
  await expectAccessible(page, 'somebody of the demo');
  expect(calls).toEqual([]);
});
