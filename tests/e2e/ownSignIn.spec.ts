import type { Page } from 'playwright/test';
import { expect, type Here, test } from '../support/browser.ts';

const who = 'interpreter';
const dashboard = /\/dashboard$/;

/** An authenticator of the browser that keeps passkeys and checks the person, until it is lost. */
async function plugAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { lose: () => session.send('WebAuthn.clearCredentials', { authenticatorId }) };
}

async function signOut(page: Page, { say }: Here) {
  await page.getByRole('button', { name: new RegExp(`^${say('shell:account')}: `) }).click();
  await page.getByRole('menuitem', { name: say('shell:signOut') }).click();
  await expect(page.getByRole('button', { name: say('auth:submit') })).toBeVisible();
}

/** Signs in with password and mailed code, in the page itself. */
async function signInByMail(page: Page, here: Here) {
  await page.goto(here.url);
  await here.giveCredentials(page, who);
  await here.giveCode(page, who);
  await expect(page).toHaveURL(dashboard);
}

const section = (page: Page, name: string) => page.getByRole('region', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a passkey is registered and signs in; without it, password and code do, and it is removed', async ({
  page,
  journeyOn,
}) => {
  const here = await journeyOn('portugal', { needs: ['twoFactor'], inEnglish: true });
  const { say } = here;
  const authenticator = await plugAuthenticator(page);
  await signInByMail(page, here);
  await page.goto(`${here.url}dashboard/sign-in`);
  await press(page, say('ownSignIn:passkeys.add'));
  await page.getByRole('textbox', { name: say('ownSignIn:passkeys.name') }).fill('Laptop of the office');
  await press(page, say('crud:save'));
  const passkeys = section(page, say('ownSignIn:passkeys.title'));
  await expect(passkeys.getByText('Laptop of the office')).toBeVisible();
  await signOut(page, here);

  await press(page, say('auth:passkey'));
  await expect(page).toHaveURL(dashboard);
  await signOut(page, here);

  await authenticator.lose();
  await press(page, say('auth:passkey'));
  await expect(page.getByRole('main').getByText(say('errors:passkey_cancelled'))).toBeVisible();
  await signInByMail(page, here);
  await page.goto(`${here.url}dashboard/sign-in`);
  await passkeys.getByRole('button', { name: say('ownSignIn:passkeys.remove') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('ownSignIn:passkeys.remove') })
    .click();
  await expect(passkeys.getByText(say('ownSignIn:passkeys.none'))).toBeVisible();
});
