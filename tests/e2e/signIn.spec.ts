import {
  codeField,
  codeFromMail,
  expect,
  expectOverview,
  giveCredentials,
  type Here,
  test,
  titleOf,
} from '../support/browser.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import type { Page } from 'playwright/test';

async function askForCode(page: Page, here: Here, who: string) {
  const email = here.emailOf(who);
  await page.goto(here.url);
  await here.giveCredentials(page, who);
  await expect(page).toHaveURL(/\/auth\/enter-code$/);
  await expect(page.getByText(here.say('enterCode:sentTo', { email }))).toBeVisible();
  return { email, language: here.language };
}

/** A code that differs from the mailed one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

for (const [id, only] of [
  ['iceland', undefined],
  ['brazil', 'elsewhere the journey of iceland shows the same'],
] as const) {
  test(`${id}: a person signs in with the code from a mail, in the country's language`, async ({
    page,
    context,
    product,
    journeyOn,
  }) => {
    const here = await journeyOn(id, { needs: ['twoFactor'], only });
    const { email, language } = await askForCode(page, here, 'owner');
    await expect(page.getByRole('heading', { level: 1, name: here.say('enterCode:title') })).toBeVisible();
    await codeField(page, language).fill(await codeFromMail(context, product, here.id, email));
    await expectOverview(page, language);
    await expect(page).toHaveURL(`${here.url}dashboard`);
    await expect(page).toHaveTitle(titleOf(here.say('overview:nav'), here.tenant.brand));
  });
}

test('two deployments are visibly different', { tag: '@slow' }, async ({ page, product, journeyOn }) => {
  await journeyOn('iceland', { only: 'it compares two deployments' });
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

test('a wrong password is reported, and typed values stay', { tag: '@slow' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('iceland', { needs: ['twoFactor'] });
  const email = here.emailOf('owner');
  await page.goto(here.url);
  await giveCredentials(page, here.language, email, 'not the password');
  await expect(page.getByRole('alert')).toContainText(here.say('errors:bad_credentials'));
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByRole('textbox', { name: here.say('auth:email') })).toHaveValue(email);
  await giveCredentials(page, here.language, email, demoPassword);
  await expect(page).toHaveURL(/\/auth\/enter-code$/);
});

test('an unknown person gets the same error as a wrong password', { tag: '@slow' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('iceland');
  await page.goto(here.url);
  await giveCredentials(page, here.language, 'nobody@example.org', 'not the password');
  await expect(page.getByRole('alert')).toContainText(here.say('errors:bad_credentials'));
});

test('empty fields are marked, and the first gets the focus', { tag: '@slow' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('iceland');
  await page.goto(here.url);
  await page.getByRole('button', { name: here.say('auth:submit') }).click();
  const email = page.getByRole('textbox', { name: here.say('auth:email') });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(new RegExp(here.say('errors:required')));
});

test(
  'a wrong code is reported with the remaining guesses, and the correct one still works',
  { tag: '@slow' },
  async ({ page, context, product, journeyOn }) => {
    const here = await journeyOn('iceland', { needs: ['twoFactor'] });
    const { email, language } = await askForCode(page, here, 'manager');
    const code = await codeFromMail(context, product, here.id, email);
    await codeField(page, language).fill(otherThan(code));
    await expect(codeField(page, language)).toHaveAccessibleDescription(new RegExp(here.say('errors:otp_wrong')));
    await expect(page.getByText(here.say('enterCode:attemptsLeft', { count: 4 }))).toBeVisible();
    await codeField(page, language).fill(code);
    await expectOverview(page, language);
  },
);

test(
  'after five wrong codes the sign-in starts again',
  { tag: '@slow' },
  async ({ page, context, product, journeyOn }) => {
    const here = await journeyOn('slovakia', { needs: ['twoFactor'] });
    const { email, language } = await askForCode(page, here, 'manager');
    const code = await codeFromMail(context, product, here.id, email);
    for (let guess = 0; guess < 5; guess++) {
      await expect(codeField(page, language)).toBeEditable();
      await codeField(page, language).fill(otherThan(code));
      if (guess < 4)
        await expect(page.getByText(here.say('enterCode:attemptsLeft', { count: 4 - guess }))).toBeVisible();
    }
    await expect(page.getByRole('alert')).toContainText(here.say('errors:otp_exhausted'));
    await page.getByRole('button', { name: here.say('enterCode:startOver') }).click();
    await expect(page).toHaveURL(/\/auth\/login$/);
    await expect(page.getByRole('textbox', { name: here.say('auth:email') })).toHaveValue(email);
  },
);

test(
  'an expired code is reported, and going back keeps the e-mail',
  { tag: '@slow' },
  async ({ page, context, product, journeyOn }) => {
    const here = await journeyOn('portugal', { needs: ['twoFactor'] });
    const { email, language } = await askForCode(page, here, 'manager');
    const code = await codeFromMail(context, product, here.id, email);
    await here.sql("update otp_challenges set expires = now() - interval '1 second'");
    await codeField(page, language).fill(code);
    await expect(page.getByRole('alert')).toContainText(here.say('errors:otp_expired'));
    await page.getByRole('button', { name: here.say('enterCode:startOver') }).click();
    await expect(page.getByRole('textbox', { name: here.say('auth:email') })).toHaveValue(email);
  },
);

test(
  'another code can be requested, and the old one becomes invalid',
  { tag: '@slow' },
  async ({ page, context, product, journeyOn }) => {
    const here = await journeyOn('estonia', { needs: ['twoFactor'] });
    const { email, language } = await askForCode(page, here, 'manager');
    const first = await codeFromMail(context, product, here.id, email);
    await expect(page.getByRole('button', { name: here.say('enterCode:resend').slice(0, 8) })).toBeDisabled();
    await here.sql("update otp_challenges set sent = sent - interval '1 minute'");
    // The page counts the seconds itself; loading it at a later time enables the button.
    await page.clock.install({ time: Date.now() + 60_000 });
    await page.reload();
    await page.getByRole('button', { name: here.say('enterCode:resend'), exact: true }).click();
    await expect(page.getByText(here.say('enterCode:resent'))).toBeVisible();
    const second = await codeFromMail(context, product, here.id, email);
    if (first !== second) {
      await codeField(page, language).fill(first);
      await expect(codeField(page, language)).toHaveAccessibleDescription(new RegExp(here.say('errors:otp_wrong')));
    }
    await codeField(page, language).fill(second);
    await expectOverview(page, language);
  },
);

test('a code pasted with spaces is accepted', { tag: '@slow' }, async ({ page, context, product, journeyOn }) => {
  const here = await journeyOn('lithuania', { needs: ['twoFactor'] });
  const { email, language } = await askForCode(page, here, 'owner');
  const code = await codeFromMail(context, product, here.id, email);
  await codeField(page, language).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expectOverview(page, language);
});

for (const [who, error] of [
  ['deaf', 'no_permission_to_login'],
  ['suspended', 'account_suspended'],
  ['pending', 'account_not_approved'],
] as const) {
  test(`${who === 'deaf' ? 'a deaf customer' : `somebody ${who}`} cannot sign in, and reads why`, async ({
    page,
    journeyOn,
  }) => {
    const here = await journeyOn('brazil');
    await page.goto(here.url);
    await here.giveCredentials(page, who);
    await expect(page.getByRole('alert')).toContainText(here.say(`errors:${error}`));
    await expect(page).toHaveURL(/\/auth\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  });
}

test('signing in works with the keyboard alone', { tag: '@slow' }, async ({ page, context, product, journeyOn }) => {
  const here = await journeyOn('iceland', { needs: ['twoFactor'] });
  const email = here.emailOf('interpreter');
  await page.goto(here.url);
  await expect(page.getByRole('textbox', { name: here.say('auth:email') })).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(codeField(page, here.language)).toBeFocused();
  const code = await codeFromMail(context, product, here.id, email);
  await page.bringToFront();
  await page.keyboard.type(code);
  await expect(page.getByText(here.say('overview:requestsOwn'), { exact: true })).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  const within = await page.evaluate(() => Boolean(document.activeElement?.closest('main')));
  expect(within, 'the focus continues after the heading').toBe(true);
});

test('the first Tab on a page focuses the link that skips the navigation', { tag: '@slow' }, async ({ journeyOn }) => {
  const here = await journeyOn('iceland');
  const page = await here.enter();
  await page.goto(here.url);
  await expectOverview(page, here.language);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: here.say('shell:skip') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
