import type { Page } from 'playwright/test';
import type { Flag } from '../../contract/flags.ts';
import { expect, type Here, test } from '../support/browser.ts';
import { expectLoaded, navigate } from '../support/screens.ts';

/** Whether the deployment has the pages of a flag. */
const isOn = ({ tenant }: Here, flag?: Flag) => flag === undefined || tenant.flags[flag];
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** A required address (R58 to R85) without a record, the heading of its page in English, and the flag that it needs. */
type Address = readonly [path: string, title: string | RegExp, flag?: Flag];

const signedOut: Address[] = [
  ['/', 'Sign in'],
  ['/auth/login', 'Sign in'],
  ['/auth/register', 'Create an account', 'registration'],
  ['/auth/openid?error=access_denied', 'Sign in with national ID', 'nationalId'],
  ['/auth/jwt/login', 'Demo sign-in', 'demoAuth'],
  ['/auth/jwt/register', 'Demo sign-up', 'demoAuth'],
  ['/auth/forgot-password', 'Forgot your password?'],
  ['/auth/reset-password?token=unknown', /^(Choose a new password|This link no longer works)/],
];

const signedIn: Address[] = [
  ['', /^(Good|Hello|Welcome|Overview)/],
  ['/online', 'Online interpretations', 'online'],
  ['/offline', 'Live interpretations', 'live'],
  ['/reports', 'Reports'],
  ['/users', 'Users'],
  ['/users/create', 'Add user'],
  ['/partners', 'Partners'],
  ['/partners/create', 'Add partner'],
  ['/partners/categories', 'Partner categories'],
  ['/partners/categories/create', 'Add category'],
  ['/contacts', 'Contacts'],
  ['/contacts/create', 'Add contact'],
  ['/sliders', 'Slider images', 'sliders'],
  ['/sliders/create', 'Add image', 'sliders'],
  ['/closure', 'Closure categories'],
  ['/closure/create', 'Add category'],
  ['/departments', 'Departments', 'departments'],
  ['/departments/create', 'Add department', 'departments'],
  ['/queues', 'Queues', 'queues'],
  ['/feedback', 'Feedback', 'feedback'],
  ['/reservations', 'Reservations', 'reservations'],
  ['/calendar', 'Calendar'],
  ['/calendar/create', 'Add schedule'],
  ['/setup', 'Setup'],
  ['/administration', 'Administration'],
  ['/versions', 'Versions'],
  ['/reset-password', 'Change password'],
];

/** The lists whose first row leads to a record's page, with the record's address and the flag that they need. */
const records: (readonly [list: string, address: RegExp, flag?: Flag])[] = [
  ['/online', /\/online\/[0-9a-f]{24}$/, 'online'],
  ['/offline', /\/offline\/[0-9a-f]{24}$/, 'live'],
  ['/users', /\/users\/[0-9a-f]{24}$/],
  ['/partners', /\/partners\/[0-9a-f]{24}$/],
  ['/closure', /\/closure\/[0-9a-f]{24}$/],
  ['/feedback', /\/feedback\/[0-9a-f]{24}$/, 'feedback'],
  ['/reservations', /\/reservations\/[0-9a-f]{24}$/, 'reservations'],
];

/** The pages of a partner's venues and videos. */
const ofPartner: (readonly [kind: string, title: string, flag?: Flag])[] = [
  ['venues', 'Add venue'],
  ['videos', 'Add video', 'videos'],
];

// R58, R59, R61, R62, R63, R85
test('each address before the sign-in shows its page', { tag: '@slow' }, async ({ page, journeyOn }) => {
  const here = await journeyOn('dev', { inEnglish: true });
  for (const [path, title, flag] of signedOut) {
    await page.goto(new URL(path, here.url).href);
    await expect(heading(page), path).toHaveText(isOn(here, flag) ? title : here.say('app:notFoundTitle'));
  }
});

// R64, R65, R66, R67, R68, R69, R70, R71, R72, R73, R74, R75, R76, R77, R78, R79, R80, R81, R82, R83, R84
test(
  'each address of the dashboard shows its page, and each list leads to a record',
  { tag: '@release' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev', { inEnglish: true });
    const page = await here.enter();
    await page.goto(here.url);
    await expectLoaded(page);
    const open = (path: string) => navigate(page, `/dashboard${path}`);
    for (const [path, title, flag] of signedIn) {
      // From one missing page to the next, the heading stays.
      await (isOn(here, flag) ? open(path) : page.goto(new URL(`/dashboard${path}`, here.url).href));
      await expect(heading(page), path).toHaveText(isOn(here, flag) ? title : here.say('app:notFoundTitle'));
    }
    const firstRecord = async (list: string, address: RegExp) => {
      await open(list);
      await page.locator('main tbody a').first().click();
      await expect(page).toHaveURL(address);
      await expectLoaded(page);
      await expect(page.getByText(here.say('app:notFoundTitle'))).toHaveCount(0);
    };
    for (const [list, address, flag] of records) if (isOn(here, flag)) await firstRecord(list, address);

    await firstRecord('/partners', /\/partners\/[0-9a-f]{24}$/);
    const partner = new URL(page.url()).pathname.replace('/dashboard', '');
    for (const [kind, add, flag] of ofPartner) {
      if (!isOn(here, flag)) continue;
      await open(`${partner}/${kind}/create`);
      await expect(heading(page)).toHaveText(add);
      await firstRecord(`${partner}/${kind}`, new RegExp(`/partners/[0-9a-f]{24}/${kind}/[0-9a-f]{24}$`));
    }

    if (!isOn(here, 'reservations')) return;
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
  },
);
