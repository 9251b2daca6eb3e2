import { generate } from 'otplib';
import type { Page } from 'playwright/test';
import { demoPassword } from '../../server/seed/seed.ts';
import { codeField, expect, type Here, test } from '../support/browser.ts';

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

test(
  'an authenticator app is added and signs in without a mail; without it, a recovery code does',
  { tag: '@slow' },
  async ({ page, journeyOn }) => {
    const here = await journeyOn('portugal', { needs: ['twoFactor'], inEnglish: true });
    const { say } = here;
    await here.sql('delete from totp_secrets');
    await signInByMail(page, here);
    await page.goto(`${here.url}dashboard/sign-in`);
    await press(page, say('ownSignIn:totp.add'));
    const key = (await page.getByRole('dialog').locator('bdi').textContent()) ?? '';
    const secret = key.replaceAll(' ', '');
    // The code of the step before: each step counts once, so the next one is left for the sign-in.
    const shown = (steps: number) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
    await page.getByRole('textbox', { name: say('ownSignIn:totp.code') }).fill(await shown(-1));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('ownSignIn:totp.confirm') })
      .click();
    const shownCodes = page.getByRole('alertdialog').getByRole('listitem');
    await expect(shownCodes).toHaveCount(10);
    const codes = await shownCodes.allTextContents();
    await press(page, say('ownSignIn:totp.kept'));
    await signOut(page, here);

    await here.giveCredentials(page, who);
    await expect(page.getByText(say('enterCode:ofApp'))).toBeVisible();
    await codeField(page, here.language).fill(await shown(0));
    await expect(page).toHaveURL(dashboard);
    await signOut(page, here);

    await here.giveCredentials(page, who);
    await press(page, say('enterCode:useRecovery'));
    await page.getByRole('textbox', { name: say('enterCode:recoveryCode') }).fill(codes[0] ?? '');
    await press(page, say('enterCode:submit'));
    await expect(page).toHaveURL(dashboard);
    await page.goto(`${here.url}dashboard/sign-in`);
    const app = section(page, say('ownSignIn:totp.title'));
    await expect(app.getByText(say('ownSignIn:totp.codesLeft', { number: '9' }))).toBeVisible();
    await app.getByRole('button', { name: say('ownSignIn:totp.remove') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('ownSignIn:totp.remove') })
      .click();
    await expect(app.getByText(say('ownSignIn:totp.none'))).toBeVisible();
  },
);

test('a sensitive change asks for a proof when the last is old, keeps what was typed, and goes on', async ({
  journeyOn,
}) => {
  const here = await journeyOn('portugal', { inEnglish: true });
  const { say } = here;
  const page = await here.enter({ who });
  await here.sql("update sessions set authenticated = now() - interval '1 hour'");
  await page.goto(`${here.url}dashboard/email`);
  await page.getByRole('textbox', { name: say('ownEmail:new') }).fill('new@portugal.example');
  await press(page, say('ownEmail:submit'));
  const dialog = page.getByRole('dialog', { name: say('proof:title') });
  await dialog.getByLabel(say('proof:password'), { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: say('proof:confirm') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(say('ownEmail:waiting'))).toBeVisible();
  await press(page, say('ownEmail:cancel'));
  await expect(page.getByText(say('ownEmail:waiting'))).toBeHidden();
});

test('a session on another device is listed and ended', { tag: '@slow' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('portugal', { inEnglish: true });
  const { say } = here;
  const there = await here.enter({ who });
  await there.goto(`${here.url}dashboard/sign-in`);
  const sessions = section(there, say('ownSignIn:sessions.title'));
  await expect(sessions.getByText(say('ownSignIn:sessions.current'))).toBeVisible();
  await signInByMail(page, here);
  await there.reload();
  await press(there, say('ownSignIn:sessions.endOthers'));
  await there
    .getByRole('alertdialog')
    .getByRole('button', { name: say('ownSignIn:sessions.endOthers') })
    .click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('button', { name: say('auth:submit') })).toBeVisible();
});
