import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectOverview, type Here, test } from '../support/browser.ts';

async function signIn(page: Page, here: Here) {
  await here.giveCredentials(page, 'manager');
  await here.giveCode(page, 'manager');
}

const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('auth'));

test(
  'a session survives a reload, and is shared with a second tab',
  { tag: '@slow' },
  async ({ page, context, journeyOn }) => {
    const here = await journeyOn('dev');
    await page.goto(here.url);
    await signIn(page, here);
    await expectOverview(page, here.language);
    await page.reload();
    await expectOverview(page, here.language);
    const second = await context.newPage();
    await second.goto(`${here.url}dashboard/versions`);
    await expect(second.getByRole('heading', { level: 1 })).toHaveText(here.say('versions:title'));
  },
);

test(
  'a session that the server ended leads to the sign-in and back to the same page',
  { tag: '@slow' },
  async ({ page, journeyOn }) => {
    const here = await journeyOn('dev');
    await page.goto(here.url);
    await signIn(page, here);
    await expectOverview(page, here.language);
    await page.getByRole('link', { name: here.say('versions:title') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.say('versions:title'));
    await here.sql(
      `delete from sessions where token_hash = (
      select token_hash from sessions join users on users.id = user_id where email = '${here.emailOf('manager')}'
      order by sessions.created desc limit 1
    )`,
    );
    // The stream of changes ends with the session, so the page notices without a call.
    await expect(page).toHaveURL(`${here.url}auth/login?returnTo=%2Fdashboard%2Fversions`);
    await expect(page.getByText(here.say('errors:unauthorized'))).toBeVisible();
    expect(await storedSession(page)).toBeNull();
    await signIn(page, here);
    await expect(page).toHaveURL(`${here.url}dashboard/versions`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.say('versions:title'));
  },
);

test('each figure of the overview links to its list, and Back returns', { tag: '@slow' }, async ({ journeyOn }) => {
  const here = await journeyOn('dev', { needs: ['live', 'feedback', 'reservations'] });
  const page = await here.enter();
  await page.goto(here.url);
  await expectOverview(page, here.language);
  await expect(page.getByRole('slider', { name: here.say('overview:dayChart') }).locator('svg')).toBeVisible();
  await expectAccessible(page, 'the overview with its chart');
  for (const [figure, place, channel] of [
    ['overview:requests', 'online:title', 'overview:online'],
    ['overview:users', 'users:title'],
    ['overview:interpreters', 'online:title'],
    ['overview:feedback', 'feedback:title'],
    ['overview:waiting', 'offline:title', 'overview:live'],
    ['overview:short', 'reservations:title'],
  ] as const) {
    const label = here.say(figure);
    const name = channel ? here.say('overview:listOf', { figure: label, channel: here.say(channel) }) : label;
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.say(place));
    await page.goBack();
    await expectOverview(page, here.language);
  }
});
