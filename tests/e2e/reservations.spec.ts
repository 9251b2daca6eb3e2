import type { Locator, Page } from 'playwright/test';
import type { FreeInterpreters } from '../../contract/reservations.ts';
import type { User } from '../../contract/users.ts';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { aWednesday } from '../support/aWednesday.ts';
import { callFrom } from '../support/callFrom.ts';
import { expectFits } from '../support/visualCheck.ts';
import { openForm, chooseAct } from '../support/screens.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

// R89, R91
test('a coordinator adds a reservation, changes it, attaches a file, cancels and deletes it', async ({ journeyOn }) => {
  const here = await journeyOn('portugal', { needs: ['reservations'] });
  const page = await here.enter({ who: 'manager' });
  const url = `${here.url}dashboard/reservations`;
  await page.goto(`${url}?view=all`);
  await expect(main(page).getByRole('columnheader')).toContainText(
    (['name', 'start', 'time', 'type', 'address', 'link', 'status'] as const).map((key) =>
      here.say(`reservations:${key}`),
    ),
  );
  const { results: customers } = await callFrom<{ results: User[] }>(
    page,
    'GET',
    'users/?role[]=deaf&approval_status[]=approved&page_size=1',
  );
  const surname = customers[0]?.last_name ?? '';
  await main(page)
    .getByRole('link', { name: here.say('reservations:add') })
    .click();
  await button(page, here.say('crud:create')).click();
  await expect(page.getByText(here.say('errors:required')).first()).toBeVisible();
  await page.getByLabel(here.say('reservations:name'), { exact: true }).fill('Consulta de rotina');
  const customer = page.getByRole('combobox', { name: here.say('reservations:customer') });
  await customer.fill('Nobody of that name');
  await expect(page.getByRole('listbox').getByText(here.say('reservations:nothingFound'))).toBeVisible();
  await customer.fill(surname);
  const found = page.getByRole('option', { name: surname }).first();
  await found.click();
  await expect(customer).toHaveValue(new RegExp(`${surname}$`));
  const name = await customer.inputValue();
  const date = page.getByLabel(here.say('reservations:date'), { exact: true });
  const typed = aWednesday().split('-').toReversed();
  await date.fill(typed.join('/'));
  await date.blur();
  await expect(date).toHaveValue(typed.join('-'));
  await page.getByLabel(here.say('reservations:from'), { exact: true }).fill('1000');
  await page.getByLabel(here.say('reservations:to'), { exact: true }).fill('11:00');
  // An address is shown for reservations on site, and required. Without live requests there are none.
  const address = page.getByLabel(here.say('reservations:address'), { exact: true });
  const type = page.getByRole('button', { name: new RegExp(`${here.say('reservations:type')}$`) });
  await expect(address).toBeHidden();
  if (here.tenant.flags.live) {
    await type.click();
    await page.getByRole('option', { name: here.say('reservations:types.site') }).click();
    await button(page, here.say('crud:create')).click();
    await expect(address).toHaveAccessibleDescription(here.say('errors:required'));
    await expectAccessible(page, 'the form of a reservation');
    await type.click();
    await page.getByRole('option', { name: here.say('reservations:types.remote') }).click();
    await expect(address).toBeHidden();
  } else await expect(type).toHaveCount(0);
  await button(page, here.say('crud:create')).click();
  await expect(heading(page)).toHaveText('Consulta de rotina');
  await expect(main(page).getByText(here.say('reservations:statuses.pending'), { exact: true })).toBeVisible();
  await expect(main(page).getByText(name, { exact: true })).toBeVisible();

  // The page of a reservation that lacks people says why an interpreter cannot take it.
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const impossible = `interpreters/free/?reservation=${id}&group[]=impossible`;
  const [unable] = (await callFrom<FreeInterpreters>(page, 'GET', impossible)).results;
  if (!unable) throw new Error('Everybody could take it.');
  await page.getByRole('combobox', { name: here.say('reservations:whyNot') }).fill(unable.interpreter_name);
  const offered = page.getByRole('option');
  // While the search waits for its answer, the list has a line that says so.
  await expect(offered.first()).toContainText(unable.interpreter_name);
  await expect(offered.filter({ hasNotText: unable.interpreter_name })).toHaveCount(0);
  await offered.first().click();
  await expect(page.getByRole('list', { name: here.say('reservations:answerToWhyNot') })).toContainText(
    unable.interpreter_name,
  );
  await expectAccessible(page, 'a reservation and who could take it');

  await openForm(page);
  await page.getByLabel(here.say('reservations:note'), { exact: true }).fill('Segundo andar');
  await button(page, here.say('crud:save')).click();
  await expect(page.getByText(here.say('crud:saved'), { exact: true })).toBeVisible();
  await expect(main(page).getByText('Segundo andar')).toBeVisible();
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await page.locator('input[type=file]').setInputFiles({ name: 'planta.png', mimeType: 'image/png', buffer: picture });
  await expect(main(page).getByRole('link', { name: 'planta.png' })).toBeVisible();
  await main(page)
    .getByRole('listitem')
    .filter({ hasText: 'planta.png' })
    .getByRole('button', { name: here.say('crud:delete') })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: here.say('crud:delete') })
    .click();
  await expect(main(page).getByText(here.say('reservations:noFiles'))).toBeVisible();

  const callOff = here.say('reservations:acts.cancel');
  await chooseAct(page, callOff);
  await page.getByRole('dialog').getByRole('button', { name: callOff }).click();
  await expect(main(page).getByText(here.say('reservations:statuses.cancelled'), { exact: true })).toBeVisible();
  await chooseAct(page, here.say('crud:delete'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: here.say('crud:delete') })
    .click();
  await expect(heading(page)).toHaveText(here.say('reservations:title'));
});

test(
  'the list of future reservations starts with the next day, the list of all with the last',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('estonia', { needs: ['reservations'] });
    const page = await here.enter({ who: 'manager' });
    const daysOf = async (narrowing: string) => {
      await page.goto(`${here.url}dashboard/reservations${narrowing}`);
      const times = main(page).getByRole('row').locator('time');
      await expect(times.first()).toBeVisible();
      return times.evaluateAll((found) => found.map((time) => Date.parse(time.getAttribute('datetime') ?? '')));
    };
    const everything = await daysOf('?view=all');
    expect(everything).toEqual(everything.toSorted((a, b) => b - a));
    for (const narrowing of ['?open=true', '?past=false']) {
      const ahead = await daysOf(narrowing);
      expect(ahead).toEqual(ahead.toSorted((a, b) => a - b));
      expect(ahead[0]).toBeLessThan(everything[0] ?? 0);
    }
  },
);

// R90
test('an interpreter reads their own reservations on a phone; past ones cannot be changed', async ({ journeyOn }) => {
  const here = await journeyOn('portugal', { needs: ['reservations'] });
  const viewport = { width: 390, height: 844 };
  const page = await here.enter({ who: 'interpreter', viewport, hasTouch: true });
  await page.addInitScript(() =>
    localStorage.setItem('app.settings', JSON.stringify({ direction: 'ltr', paletteMode: 'dark', pinNav: true })),
  );
  await page.goto(`${here.url}dashboard/reservations?past=true`);
  const first = main(page).getByRole('row').getByRole('link').first();
  await expect(first).toBeVisible();
  await expect(main(page).getByRole('link', { name: here.say('reservations:add') })).toHaveCount(0);
  await expectAccessible(page, 'the reservations, dark, on a phone');
  await expectFits(page, 'the reservations, dark, on a phone');
  await first.click();
  await expect(main(page).getByText(here.say('reservations:pastText'))).toBeVisible();
  for (const hint of ['customerHint', 'languagesHint'] as const)
    await expect(main(page).getByText(here.say(`reservations:${hint}`))).toHaveCount(0);
  await expect(main(page).getByText(here.say('ui:choose'), { exact: true })).toHaveCount(0);
  await expect(button(page, here.say('crud:save'))).toHaveCount(0);
  await expectAccessible(page, 'a past reservation, dark, on a phone');
  await expectFits(page, 'a past reservation, dark, on a phone');
});

// R19
test(
  'on a phone the next act can be pressed at once: the message of the last one is below the head',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('lithuania', { needs: ['reservations'] });
    const page = await here.enter({ who: 'manager', viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.goto(`${here.url}dashboard/notifications`);
    const date = aWednesday(238);
    const users = `users/?approval_status[]=approved&page_size=1`;
    const someone = async (role: string) =>
      (await callFrom<{ results: User[] }>(page, 'GET', `${users}&role[]=${role}`)).results[0]?.id ?? '';
    const interpreter = await someone('interpreter');
    const customer = await someone('deaf');
    await callFrom(page, 'POST', 'schedules/', {
      interpreter,
      date,
      until: date,
      repeat: 'daily',
      time_from: '08:00',
      time_to: '18:00',
      location_type: 'remote',
      request_type: 'online',
      allowReservations: true,
    });
    for (const [name, hour] of [
      ['Morning', '10'],
      ['Noon', '12'],
    ])
      await callFrom(page, 'POST', 'reservations/', {
        name,
        date,
        time_from: `${hour}:00`,
        time_to: `${hour}:30`,
        type: 'remote',
        customer,
        interpreters: [interpreter],
      });

    await page.goto(`${here.url}dashboard/reservations?open=true&from_day=${date}&to_day=${date}`);
    await main(page).getByRole('link', { name: 'Morning', exact: true }).tap();
    const toasts = page.getByRole('region', { name: here.say('ui:notifications') }).getByRole('alertdialog');
    const toNext = main(page).getByRole('link', { name: /\(\d+\)$/ });
    const approve = button(page, here.say('reservations:acts.approve'));
    const isOnTop = (target: Locator) =>
      target.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    await approve.tap();
    await expect(toasts.filter({ visible: true })).toHaveCount(1);
    expect(await isOnTop(toNext)).toBe(true);
    await toNext.tap();
    await expect(heading(page)).toHaveText('Noon');
    await approve.tap();
    await expect(main(page).getByText(here.say('reservations:statuses.approved'), { exact: true })).toBeVisible();
    await expect(toasts.filter({ visible: true })).toHaveCount(1);
    // It stays in sight when the page is scrolled away under it.
    await page.mouse.wheel(0, 600);
    await expect(toasts.filter({ visible: true })).toBeInViewport({ ratio: 1 });
  },
);
