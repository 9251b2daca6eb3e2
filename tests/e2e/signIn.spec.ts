import { codeField, codeFromMail, expect, expectOverview, test, titleOf } from '../support/browser.ts';

test('a person signs in with the code from a mail, in the country’s language', async ({
  page,
  context,
  product,
  journeyOn,
}) => {
  const here = await journeyOn('iceland', { needs: ['twoFactor'] });
  const email = here.emailOf('owner');
  await page.goto(here.url);
  await here.giveCredentials(page, 'owner');
  await expect(page).toHaveURL(/\/auth\/enter-code$/);
  await expect(page.getByText(here.say('enterCode:sentTo', { email }))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: here.say('enterCode:title') })).toBeVisible();
  await codeField(page, here.language).fill(await codeFromMail(context, product, here.id, email));
  await expectOverview(page, here.language);
  await expect(page).toHaveURL(`${here.url}dashboard`);
  await expect(page).toHaveTitle(titleOf(here.say('overview:nav'), here.tenant.brand));
});
