import type { Page } from 'playwright/test';
import { signInEmail } from '../../server/seed/people.ts';
import {
  codeField,
  codeFromMail,
  enter,
  expect,
  expectAccessible,
  giveCredentials,
  linkFromMail,
  tenantOf,
  test,
} from '../support/browser.ts';
import { say } from '../support/words.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

async function choosePassword(page: Page, password: string, act: string) {
  await page.getByLabel(say('pt-BR', 'passwords:new'), { exact: true }).fill(password);
  await page.getByLabel(say('pt-BR', 'passwords:repeat'), { exact: true }).fill(password);
  await button(page, act).click();
}

test('a person registers, waits for approval, signs in, forgets the password and sets another', async ({
  page,
  context,
  browser,
  product,
  faults,
}) => {
  const email = 'freyja.nova@example.org';
  await page.goto(product.urlOf('brazil'));
  await link(page, say('pt-BR', 'auth:register')).click();
  await expect(heading(page)).toHaveText(say('pt-BR', 'registration:title'));
  await page.getByLabel(say('pt-BR', 'registration:firstName'), { exact: true }).fill('Freyja');
  await page.getByLabel(say('pt-BR', 'registration:lastName')).fill('Nova');
  await page.getByLabel(say('pt-BR', 'registration:email')).fill(email);
  await expectAccessible(page, 'registering');
  await button(page, say('pt-BR', 'registration:submit')).click();
  await expect(heading(page)).toHaveText(say('pt-BR', 'registration:lookIntoMail'));

  await page.goto(await linkFromMail(context, product, 'brazil', email));
  await expect(page).toHaveURL(`${product.urlOf('brazil')}auth/register`);
  await page.reload();
  await choosePassword(page, 'a first password', say('pt-BR', 'registration:finish'));
  await expect(heading(page)).toHaveText(say('pt-BR', 'registration:waitingTitle'));
  await link(page, say('pt-BR', 'registration:toLogin')).click();
  await giveCredentials(page, 'pt-BR', email, 'a first password');
  await expect(page.getByRole('alert')).toContainText(say('pt-BR', 'errors:account_not_approved'));

  const owner = await enter({ browser, product, faults }, 'brazil');
  await owner.goto(`${product.urlOf('brazil')}dashboard/users?search=${email}`);
  await owner.getByRole('row').getByRole('link').first().click();
  await button(owner, say('pt-BR', 'users:approve')).click();
  await expect(button(owner, say('pt-BR', 'users:approve'))).toBeDisabled();

  await button(page, say('pt-BR', 'auth:submit')).click();
  await codeField(page, 'pt-BR').fill(await codeFromMail(context, product, 'brazil', email));
  await expect(page.getByText(say('pt-BR', 'overview:requestsOwn'), { exact: true })).toBeVisible();

  const forgetful = await (await browser.newContext()).newPage();
  faults.watch(forgetful);
  await forgetful.goto(product.urlOf('brazil'));
  await link(forgetful, say('pt-BR', 'auth:forgot')).click();
  await expect(heading(forgetful)).toHaveText(say('pt-BR', 'passwords:forgotTitle'));
  await forgetful.getByLabel(say('pt-BR', 'passwords:email')).fill(email);
  await button(forgetful, say('pt-BR', 'passwords:sendLink')).click();
  await expect(heading(forgetful)).toHaveText(say('pt-BR', 'passwords:lookIntoMail'));
  await expectAccessible(forgetful, 'a link is on its way');
  const reset = await linkFromMail(context, product, 'brazil', email);
  await forgetful.goto(reset);
  await choosePassword(forgetful, 'a second password', say('pt-BR', 'passwords:change'));
  await expect(heading(forgetful)).toHaveText(say('pt-BR', 'passwords:changed'));
  await link(forgetful, say('pt-BR', 'passwords:toLogin')).click();
  await giveCredentials(forgetful, 'pt-BR', email, 'a first password');
  await expect(forgetful.getByRole('alert')).toContainText(say('pt-BR', 'errors:bad_credentials'));
  await giveCredentials(forgetful, 'pt-BR', email, 'a second password');
  await expect(forgetful).toHaveURL(/\/auth\/enter-code$/);

  // The session in the other tab has ended, and the link is invalid.
  await page.reload();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.goto(reset);
  await expect(heading(page)).toHaveText(say('pt-BR', 'passwords:expiredTitle'));
});

// R49
test('the national ID signs in once its link was opened, and leads to the requested page; a cancelled sign-in is reported', async ({
  page,
  context,
  product,
}) => {
  const { tenant } = await tenantOf('lithuania');
  const url = product.urlOf('lithuania');
  await page.goto(`${url}dashboard/reset-password`);
  const nationalId = link(page, say('lt', 'auth:nationalId'));
  await nationalId.click();
  await page.getByRole('link', { name: 'Nobody: go back' }).click();
  await expect(page.getByRole('alert')).toContainText(say('lt', 'nationalId:denied'));
  await expect(page).toHaveURL(`${url}auth/openid?returnTo=%2Fdashboard%2Freset-password`);
  await expectAccessible(page, 'a sign-in with the national ID that was stopped');

  await button(page, say('lt', 'nationalId:again')).click();
  await page.getByRole('link', { name: /^Stranger/ }).click();
  await expect(page.getByRole('alert')).toContainText(say('lt', 'errors:national_id_unknown'));

  const choose = (name: RegExp) => page.getByRole('link', { name }).first().click();
  await button(page, say('lt', 'nationalId:again')).click();
  await choose(/^Manager/);
  await expect(page.getByRole('alert')).toContainText(say('lt', 'errors:national_id_unconfirmed'));
  await page.goto(await linkFromMail(context, product, 'lithuania', signInEmail(tenant, 'manager')));
  await expect(heading(page)).toHaveText(say('lt', 'nationalId:confirmTitle'));
  await expectAccessible(page, 'the link that links a national ID');
  await button(page, say('lt', 'nationalId:confirm')).click();
  await expect(heading(page)).toHaveText(say('lt', 'nationalId:confirmedTitle'));

  await page.goto(`${url}dashboard/reset-password`);
  await nationalId.click();
  await choose(/^Manager/);
  await expect(heading(page)).toHaveText(say('lt', 'ownPassword:title'));
  await expect(page).toHaveURL(`${url}dashboard/reset-password`);
  await expectAccessible(page, 'one’s own password');
  expect(await page.evaluate(() => sessionStorage.getItem('auth'))).toBeNull();
});

test('on dev the demo signs in and up in the browser alone', async ({ page, product }) => {
  const { tenant } = await tenantOf('dev');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
  });
  await page.goto(product.urlOf('dev'));
  await link(page, say('en', 'auth:demo')).click();
  await expect(heading(page)).toHaveText(say('en', 'demoAuth:loginTitle'));
  await page.getByLabel(say('en', 'demoAuth:email')).fill(signInEmail(tenant, 'owner'));
  await page.getByLabel(say('en', 'demoAuth:password'), { exact: true }).fill('not known here');
  await button(page, say('en', 'demoAuth:signIn')).click();
  await expect(page.getByRole('alert')).toContainText(say('en', 'demoAuth:credentials'));
  await expectAccessible(page, 'the demo');
  await page.getByLabel(say('en', 'demoAuth:email')).fill('demo@signboard.example');
  await page.getByLabel(say('en', 'demoAuth:password'), { exact: true }).fill('Password123!');
  await button(page, say('en', 'demoAuth:signIn')).click();
  await expect(page.getByText('Standard', { exact: true })).toBeVisible();
  await page.getByLabel(say('en', 'demoAuth:token')).press('End');
  await page.getByLabel(say('en', 'demoAuth:token')).press('Backspace');
  await page.getByLabel(say('en', 'demoAuth:token')).press('Backspace');
  await button(page, say('en', 'demoAuth:check')).click();
  await expect(page.getByText(say('en', 'demoAuth:signature'))).toBeVisible();
  await expectAccessible(page, 'somebody of the demo');
  expect(calls).toEqual([]);
});
