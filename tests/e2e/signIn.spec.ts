import {
  codeField,
  codeFromMail,
  enter,
  expect,
  expectOverview,
  firstLanguage,
  giveCredentials,
  type Product,
  tenantOf,
  test,
} from '../support/browser.ts';
import { signInEmail } from '../../server/seed/people.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import { say } from '../support/words.ts';
import type { BrowserContext, Page } from 'playwright/test';

async function askForCode(page: Page, { urlOf }: Product, id: string, who: string) {
  const { tenant } = await tenantOf(id);
  const language = firstLanguage(await tenantOf(id));
  const email = signInEmail(tenant, who);
  await page.goto(urlOf(id));
  await giveCredentials(page, language, email);
  await expect(page).toHaveURL(/\/auth\/enter-code$/);
  await expect(page.getByText(say(language, 'enterCode:sentTo', { email }))).toBeVisible();
  return { email, language };
}

/** A code that differs from the mailed one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function readCode(context: BrowserContext, product: Product, id: string, email: string) {
  return codeFromMail(context, product, id, email);
}

for (const id of ['iceland', 'brazil']) {
  test(`${id}: a person signs in with the code from a mail, in the country's language`, async ({
    page,
    context,
    product,
  }) => {
    const { email, language } = await askForCode(page, product, id, 'owner');
    await expect(page.getByRole('heading', { level: 1, name: say(language, 'enterCode:title') })).toBeVisible();
    await codeField(page, language).fill(await readCode(context, product, id, email));
    await expectOverview(page, language);
    await expect(page).toHaveURL(`${product.urlOf(id)}dashboard`);
    const { tenant } = await tenantOf(id);
    await expect(page).toHaveTitle(`${say(language, 'overview:nav')} · ${tenant.brand}`);
  });
}

test('two deployments are visibly different', async ({ page, product }) => {
  const look = async (id: string) => {
    await page.goto(product.urlOf(id));
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const logo = document.querySelector('header img');
      return {
        title: document.title,
        accent: style.getPropertyValue('--c-accent'),
        panel: style.getPropertyValue('--c-brand-panel'),
        progress: style.getPropertyValue('--c-progress'),
        logo: logo?.getAttribute('src'),
        name: logo?.getAttribute('alt'),
      };
    });
  };
  const [iceland, brazil] = [await look('iceland'), await look('brazil')];
  for (const trait of Object.keys(iceland) as (keyof typeof iceland)[])
    expect(iceland[trait], trait).not.toBe(brazil[trait]);
});

test('a wrong password is reported, and typed values stay', async ({ page, product }) => {
  const { tenant } = await tenantOf('iceland');
  const email = signInEmail(tenant, 'owner');
  await page.goto(product.urlOf('iceland'));
  await giveCredentials(page, 'is', email, 'not the password');
  await expect(page.getByRole('alert')).toContainText(say('is', 'errors:bad_credentials'));
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByRole('textbox', { name: say('is', 'auth:email') })).toHaveValue(email);
  await giveCredentials(page, 'is', email, demoPassword);
  await expect(page).toHaveURL(/\/auth\/enter-code$/);
});

test('an unknown person gets the same error as a wrong password', async ({ page, product }) => {
  await page.goto(product.urlOf('iceland'));
  await giveCredentials(page, 'is', 'nobody@example.org', 'not the password');
  await expect(page.getByRole('alert')).toContainText(say('is', 'errors:bad_credentials'));
});

test('empty fields are marked, and the first gets the focus', async ({ page, product }) => {
  await page.goto(product.urlOf('iceland'));
  await page.getByRole('button', { name: say('is', 'auth:submit') }).click();
  const email = page.getByRole('textbox', { name: say('is', 'auth:email') });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(new RegExp(say('is', 'errors:required')));
});

test('a wrong code is reported with the remaining guesses, and the correct one still works', async ({
  page,
  context,
  product,
}) => {
  const { email, language } = await askForCode(page, product, 'iceland', 'manager');
  const code = await readCode(context, product, 'iceland', email);
  await codeField(page, language).fill(otherThan(code));
  await expect(codeField(page, language)).toHaveAccessibleDescription(new RegExp(say(language, 'errors:otp_wrong')));
  await expect(page.getByText(say(language, 'enterCode:attemptsLeft', { count: 4 }))).toBeVisible();
  await codeField(page, language).fill(code);
  await expectOverview(page, language);
});

test('after five wrong codes the sign-in starts again', async ({ page, context, product }) => {
  const { email, language } = await askForCode(page, product, 'slovakia', 'manager');
  const code = await readCode(context, product, 'slovakia', email);
  for (let guess = 0; guess < 5; guess++) {
    await expect(codeField(page, language)).toBeEditable();
    await codeField(page, language).fill(otherThan(code));
    if (guess < 4)
      await expect(page.getByText(say(language, 'enterCode:attemptsLeft', { count: 4 - guess }))).toBeVisible();
  }
  await expect(page.getByRole('alert')).toContainText(say(language, 'errors:otp_exhausted'));
  await page.getByRole('button', { name: say(language, 'enterCode:startOver') }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByRole('textbox', { name: say(language, 'auth:email') })).toHaveValue(email);
});

test('an expired code is reported, and going back keeps the e-mail', async ({ page, context, product }) => {
  const { email, language } = await askForCode(page, product, 'portugal', 'manager');
  const code = await readCode(context, product, 'portugal', email);
  await product.sql('portugal', "update otp_challenges set expires = now() - interval '1 second'");
  await codeField(page, language).fill(code);
  await expect(page.getByRole('alert')).toContainText(say(language, 'errors:otp_expired'));
  await page.getByRole('button', { name: say(language, 'enterCode:startOver') }).click();
  await expect(page.getByRole('textbox', { name: say(language, 'auth:email') })).toHaveValue(email);
});

test('another code can be requested, and the old one becomes invalid', async ({ page, context, product }) => {
  const { email, language } = await askForCode(page, product, 'estonia', 'manager');
  const first = await readCode(context, product, 'estonia', email);
  await expect(page.getByRole('button', { name: say(language, 'enterCode:resend').slice(0, 8) })).toBeDisabled();
  await product.sql('estonia', "update otp_challenges set sent = sent - interval '1 minute'");
  // The page counts the seconds itself; loading it at a later time enables the button.
  await page.clock.install({ time: Date.now() + 60_000 });
  await page.reload();
  await page.getByRole('button', { name: say(language, 'enterCode:resend'), exact: true }).click();
  await expect(page.getByText(say(language, 'enterCode:resent'))).toBeVisible();
  const second = await readCode(context, product, 'estonia', email);
  if (first !== second) {
    await codeField(page, language).fill(first);
    await expect(codeField(page, language)).toHaveAccessibleDescription(new RegExp(say(language, 'errors:otp_wrong')));
  }
  await codeField(page, language).fill(second);
  await expectOverview(page, language);
});

test('a code pasted with spaces is accepted', async ({ page, context, product }) => {
  const { email, language } = await askForCode(page, product, 'lithuania', 'owner');
  const code = await readCode(context, product, 'lithuania', email);
  await codeField(page, language).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expectOverview(page, language);
});

for (const [who, error] of [
  ['deaf', 'no_permission_to_login'],
  ['suspended', 'account_suspended'],
  ['pending', 'account_not_approved'],
] as const) {
  test(`${who === 'deaf' ? 'a deaf customer' : `somebody ${who}`} cannot sign in, and is told why`, async ({
    page,
    product,
  }) => {
    const { tenant } = await tenantOf('brazil');
    await page.goto(product.urlOf('brazil'));
    await giveCredentials(page, 'pt-BR', signInEmail(tenant, who));
    await expect(page.getByRole('alert')).toContainText(say('pt-BR', `errors:${error}`));
    await expect(page).toHaveURL(/\/auth\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  });
}

test('signing in works with the keyboard alone', async ({ page, context, product }) => {
  const { tenant } = await tenantOf('iceland');
  const email = signInEmail(tenant, 'interpreter');
  await page.goto(product.urlOf('iceland'));
  await expect(page.getByRole('textbox', { name: say('is', 'auth:email') })).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(codeField(page, 'is')).toBeFocused();
  const code = await readCode(context, product, 'iceland', email);
  await page.bringToFront();
  await page.keyboard.type(code);
  await expect(page.getByText(say('is', 'overview:requestsOwn'), { exact: true })).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  const within = await page.evaluate(() => Boolean(document.activeElement?.closest('main')));
  expect(within, 'the focus continues after the heading').toBe(true);
});

test('the first Tab on a page focuses the link that skips the navigation', async ({ browser, product, faults }) => {
  const page = await enter({ browser, product, faults }, 'iceland');
  await page.goto(product.urlOf('iceland'));
  await expectOverview(page, 'is');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: say('is', 'shell:skip') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
