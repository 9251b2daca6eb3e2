import type { Page } from 'playwright/test';
import { enter, expect, test } from '../support/browser.ts';
import { expectLoaded, navigate } from '../support/screens.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The addresses of the specification without a record, with the heading of their page in English. */
const signedOut = [
  ['/', 'Sign in'],
  ['/auth/login', 'Sign in'],
  ['/auth/register', 'Create an account'],
  ['/auth/openid?error=access_denied', 'Sign in with national ID'],
  ['/auth/jwt/login', 'Demo sign-in'],
  ['/auth/jwt/register', 'Demo sign-up'],
  ['/auth/forgot-password', 'Forgot your password?'],
  ['/auth/reset-password?token=unknown', /^(Choose a new password|This link no longer works)/],
] as const;

const signedIn = [
  ['', /^(Good|Hello|Welcome|Overview)/],
  ['/online', 'Online interpretations'],
  ['/offline', 'Live interpretations'],
  ['/reports', 'Reports'],
  ['/users', 'Users'],
  ['/users/create', 'Add user'],
  ['/partners', 'Partners'],
  ['/partners/create', 'Add partner'],
  ['/partners/categories', 'Partner categories'],
  ['/partners/categories/create', 'Add category'],
  ['/contacts', 'Contacts'],
  ['/contacts/create', 'Add contact'],
  ['/sliders', 'Slider images'],
  ['/sliders/create', 'Add image'],
  ['/closure', 'Closure'],
  ['/closure/create', 'Add category'],
  ['/departments', 'Departments'],
  ['/departments/create', 'Add department'],
  ['/queues', 'Queues'],
  ['/feedback', 'Feedback'],
  ['/reservations', 'Reservations'],
  ['/calendar', 'Calendar'],
  ['/calendar/create', 'Add schedule'],
  ['/versions', 'Versions'],
  ['/reset-password', 'Change password'],
] as const;

/** The lists whose first row leads to a record's page, with the record's address. */
const records = [
  ['/online', /\/online\/[0-9a-f]{24}$/],
  ['/offline', /\/offline\/[0-9a-f]{24}$/],
  ['/users', /\/users\/[0-9a-f]{24}$/],
  ['/partners', /\/partners\/[0-9a-f]{24}$/],
  ['/closure', /\/closure\/[0-9a-f]{24}$/],
  ['/feedback', /\/feedback\/[0-9a-f]{24}$/],
  ['/reservations', /\/reservations\/[0-9a-f]{24}$/],
] as const;

/** The pages of a partner's venues and videos. */
const ofPartner = [
  ['venues', 'Add venue'],
  ['videos', 'Add video'],
] as const;

// R58, R59, R61, R62, R63, R85
test('each address before the sign-in shows its page', async ({ page, product }) => {
  for (const [path, title] of signedOut) {
    await page.goto(new URL(path, product.urlOf('dev')).href);
    await expect(heading(page), path).toHaveText(title);
  }
});

// R64, R65, R66, R67, R68, R69, R70, R71, R72, R73, R74, R75, R76, R77, R78, R79, R80, R81, R82, R83, R84
test('each address of the dashboard shows its page, and each list leads to a record', async ({
  browser,
  product,
  faults,
}) => {
  const page = await enter({ browser, product, faults }, 'dev');
  await page.goto(product.urlOf('dev'));
  await expectLoaded(page);
  const open = (path: string) => navigate(page, `/dashboard${path}`);
  for (const [path, title] of signedIn) {
    await open(path);
    await expect(heading(page), path).toHaveText(title);
  }
  const firstRecord = async (list: string, address: RegExp) => {
    await open(list);
    await page.locator('main tbody a').first().click();
    await expect(page).toHaveURL(address);
    await expectLoaded(page);
    await expect(page.getByText('Page not found')).toHaveCount(0);
  };
  for (const [list, address] of records) await firstRecord(list, address);

  await firstRecord('/partners', /\/partners\/[0-9a-f]{24}$/);
  const partner = new URL(page.url()).pathname.replace('/dashboard', '');
  for (const [kind, add] of ofPartner) {
    await open(`${partner}/${kind}/create`);
    await expect(heading(page)).toHaveText(add);
    await firstRecord(`${partner}/${kind}`, new RegExp(`/partners/[0-9a-f]{24}/${kind}/[0-9a-f]{24}$`));
  }

  const answer = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/calendar/'));
  await open('/calendar');
  const { results } = (await (await answer).json()) as { results: { shifts: { id: string; schedule: string }[] }[] };
  const shift = results.flatMap(({ shifts }) => shifts)[0];
  for (const [kind, id] of [
    ['shift', shift?.id],
    ['schedule', shift?.schedule],
  ]) {
    await open(`/reservations/blocking-reservations/${kind}/${id}`);
    await expect(heading(page)).toHaveText('Reservations in the way');
  }
});
