import type { Page } from 'playwright/test';
import type { Shift } from '../../contract/shifts.ts';
import { addDays } from '../../server/schedule/wallTime.ts';
import { expect, expectAccessible, type Here, test } from '../support/browser.ts';
import { callFrom as call } from '../support/callFrom.ts';
import { chooseAct } from '../support/screens.ts';
import { expectFits } from '../support/visualCheck.ts';
import { say } from '../support/words.ts';

const hour = 3_600_000;
/** An interpreter without shifts. */
const una = '0000000000000000000000a1';
const typed = (day: string) => day.split('-').toReversed().join('-');
/** The English name of a day's column in the calendar. */
const longDay = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(day),
  );
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const chips = (page: Page, day: string) => main(page).getByRole('gridcell', { name: day }).getByRole('button');

/** Adds an interpreter, or removes the shifts that another journey gave her. */
const addUna = ({ sql }: Here) =>
  sql(
    `insert into users (id, email, first_name, last_name, role, approval_status, created, languages)
     values ('${una}', 'una@example.org', 'Una', 'Calm', 'interpreter', 'approved', now(), '{}') on conflict do nothing;
     delete from shifts where interpreter_id = '${una}';
     delete from schedules where interpreter_id = '${una}'`,
  );

/** The next day of a change of clocks, and by how many hours the day is longer (-1, 1). Skips the journey where clocks do not change. */
function nextChange({ tenant: { timeZone: zone } }: Here): { day: string; longer: number } {
  const offsetAt = (at: number) => {
    const [name = ''] = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(at)
      .flatMap(({ type, value }) => (type === 'timeZoneName' ? [value] : []));
    const [, sign = '+', hours = '0'] = /GMT([+-])(\d\d)/.exec(name) ?? [];
    return Number(`${sign}${hours}`);
  };
  // Noon of each day, far from any change of clocks.
  const noon = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`) - offsetAt(Date.now()) * hour;
  for (let days = 3; days < 370; days += 1) {
    const [before, after] = [noon + (days - 1) * 24 * hour, noon + days * 24 * hour].map(offsetAt);
    if (before === undefined || after === undefined || before === after) continue;
    const day = new Intl.DateTimeFormat('sv', { timeZone: zone }).format(noon + days * 24 * hour);
    return { day, longer: before - after };
  }
  test.skip(true, `clocks do not change in ${zone}`);
  throw new Error('The journey is skipped.');
}

const nine = (date: string, until: string) => ({
  interpreter: una,
  date,
  until,
  repeat: 'daily',
  time_from: '09:00',
  time_to: '00:00',
  location_type: 'remote',
  request_type: 'online',
});

/** On the day of the change the axis is an hour shorter or longer, and nine o'clock is at its place. */
async function expectNineOnTheAxis(page: Page, url: string, { day, longer }: { day: string; longer: number }) {
  await page.goto(`${url}dashboard/calendar?view=day&day=${day}&search=calm`);
  const chip = main(page).locator('[data-shift]');
  await expect(chip).toHaveAccessibleName(/^09:00–00:00/);
  const [chipBox, field] = await Promise.all([chip.boundingBox(), chip.locator('..').boundingBox()]);
  if (!chipBox || !field) throw new Error('The element has no box.');
  expect((chipBox.x - field.x) / field.width).toBeCloseTo((9 + longer) / (24 + longer), 2);
  // The shift ends at midnight, at the end of the day.
  expect((chipBox.x + chipBox.width - field.x) / field.width).toBeCloseTo(1, 2);
}

for (const [id, only] of [
  ['estonia', undefined],
  ['portugal', 'elsewhere the journey of estonia shows the same'],
] as const)
  test(
    `${id}: a daily series over a change of clocks begins at nine on each of its days`,
    { tag: '@release' },
    async ({ journeyOn }) => {
      const here = await journeyOn(id, { only });
      const change = nextChange(here);
      const page = await here.enter({ who: 'manager' });
      await addUna(here);
      await page.goto(`${here.url}dashboard/versions`);
      await call(page, 'POST', 'schedules/', nine(addDays(change.day, -1), addDays(change.day, 1)));
      await expectNineOnTheAxis(page, here.url, change);
    },
  );

// R82, R114, R116
test('a coordinator plans a series over such a day, changes a single day, and keeps typed values after conflicts', async ({
  journeyOn,
}) => {
  const here = await journeyOn('australia', { needs: ['reservations', 'live'], inEnglish: true });
  const words = (key: Parameters<typeof say>[1], values: Record<string, string | number> = {}) =>
    say('en', key, values);
  const change = nextChange(here);
  const [before, after] = [addDays(change.day, -1), addDays(change.day, 1)];
  const { url } = here;
  const page = await here.enter({ who: 'manager' });
  await addUna(here);

  await page.goto(`${url}dashboard/calendar/create?interpreter=${una}&date=${before}&until=${after}`);
  await expect(page.getByLabel(words('calendar:from'), { exact: true })).toHaveValue('08:00');
  await page.getByLabel(words('calendar:from'), { exact: true }).fill('9');
  await page.getByLabel(words('calendar:to'), { exact: true }).fill('24:00');
  await expect(page.getByText(words('calendar:allFree', { number: 3 }))).toBeVisible();
  const days = page.getByRole('list', { name: words('calendar:days') }).getByRole('listitem');
  await expect(days).toContainText([before, change.day, after].map((day) => `${typed(day)}, 09:00–00:00`));
  await button(page, words('crud:create')).click();
  await expect(page).not.toHaveURL(/create/);
  await expectNineOnTheAxis(page, url, change);
  await expectAccessible(page, 'a day of the calendar');

  // Travel time is occupied, too.
  await page.goto(`${url}dashboard/calendar/create?interpreter=${una}&date=${before}&time_from=07:00&time_to=08:30`);
  await page.getByRole('button', { name: words('calendar:type') }).click();
  await page.getByRole('option', { name: 'Live' }).click();
  await page.getByLabel(words('calendar:address'), { exact: true }).fill('1 Quay Street');
  await page.getByLabel(words('calendar:travel'), { exact: true }).fill('30');
  await expect(page.getByText(words('calendar:allFree', { number: 1 }))).toBeVisible();
  await page.getByLabel(words('calendar:travel'), { exact: true }).fill('31');
  await expect(days).toContainText([words('errors:shift_overlap')]);
  await main(page)
    .getByRole('link', { name: words('calendar:title') })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('ui:unsavedLeave') })
    .click();

  // One day begins later; changes of the series do not affect it.
  const form = page.getByRole('form', { name: words('calendar:change') });
  const alter = async (day: string, scope: 'This day' | 'Series', from: string) => {
    await page.goto(`${url}dashboard/calendar?view=week&day=${day}&search=calm`);
    await chips(page, longDay(day)).first().click();
    await button(page, words('calendar:change')).click();
    await form.getByText(scope, { exact: true }).click();
    await form.getByLabel(words('calendar:from'), { exact: true }).fill(from);
    await form.getByRole('button', { name: words('crud:save') }).click();
  };
  await alter(change.day, 'This day', '10');
  await expect(page.getByText(words('calendar:saved'))).toBeVisible();
  await alter(before, 'Series', '8');
  await expect(chips(page, longDay(before))).toHaveAccessibleName(/^08:00–00:00/);
  await expect(chips(page, longDay(change.day))).toHaveAccessibleName(/^10:00–00:00/);

  // Dragging asks for confirmation; Escape cancels it, and dropping fills in the form, which can be cancelled.
  const carried = chips(page, longDay(before)).first();
  const [from, to] = await Promise.all([
    carried.boundingBox(),
    main(page)
      .getByRole('gridcell', { name: longDay(change.day) })
      .boundingBox(),
  ]);
  if (!from || !to) throw new Error('The element has no box.');
  for (const isLetGo of [false, true]) {
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await expect(carried).toHaveAttribute('data-moving');
    if (!isLetGo) await page.keyboard.press('Escape');
    if (!isLetGo) await expect(carried).not.toHaveAttribute('data-moving');
    await page.mouse.up();
  }
  await expect(form.getByLabel(words('calendar:date'), { exact: true })).toHaveValue(typed(change.day));

  // Another person has saved it meanwhile.
  const idOf = async (day: string) => {
    await page.goto(`${url}dashboard/calendar?view=day&day=${day}&search=calm`);
    return (await main(page).locator('[data-shift]').getAttribute('data-shift')) ?? '';
  };
  const shift = await idOf(after);
  await page.goto(`${url}dashboard/calendar?view=day&day=${after}&search=calm&shift=${shift}`);
  await button(page, words('calendar:change')).click();
  await form.getByLabel(words('calendar:from'), { exact: true }).fill('07:30');
  const read = await call<Shift>(page, 'GET', `shifts/${shift}/`);
  await call(page, 'PATCH', `shifts/${shift}/`, { time_from: '08:30' }, read.etag);
  await form.getByRole('button', { name: words('crud:save') }).click();
  const clash = page.getByRole('alertdialog');
  await expect(clash.getByRole('row', { name: `${words('calendar:from')} 08:30 07:30` })).toBeVisible();
  await clash.getByRole('button', { name: words('crud:conflictMine') }).click();
  await expect(main(page).locator('[data-shift]')).toHaveAccessibleName(/^07:30–00:00/);

  // A reservation prevents the change: after answering it, the typed values are still in the form.
  const made = await call<{ id: string; etag: string }>(page, 'POST', 'reservations/', {
    name: 'Parents’ evening',
    date: after,
    time_from: '08:00',
    time_to: '09:00',
    type: 'remote',
    interpreters: [una],
  });
  await call(page, 'POST', `reservations/${made.id}/approve/`, {}, made.etag);
  await page.goto(`${url}dashboard/calendar?view=day&day=${after}&search=calm&shift=${shift}`);
  await button(page, words('calendar:change')).click();
  await form.getByLabel(words('calendar:from'), { exact: true }).fill('11:00');
  await form.getByRole('button', { name: words('crud:save') }).click();
  const question = page.getByRole('alertdialog', { name: words('calendar:reserved.title') });
  await expect(question.getByRole('row', { name: /Parents’ evening/ })).toBeVisible();
  await question.getByRole('button', { name: words('crud:cancel') }).click();
  await expect(page.getByRole('dialog').getByText(words('errors:shift_reserved'))).toBeVisible();
  await page.getByRole('link', { name: words('calendar:toReservations') }).click();
  await expect(page).toHaveURL(`${url}dashboard/reservations/blocking-reservations/shift/${shift}`);
  await main(page).getByRole('link', { name: 'Parents’ evening' }).click();
  const cancel = words('reservations:acts.cancel');
  await chooseAct(page, cancel);
  await page.getByRole('dialog').getByRole('button', { name: cancel }).click();
  await expect(main(page).getByText('Cancelled', { exact: true })).toBeVisible();
  await page.goBack();
  await main(page)
    .getByRole('link', { name: words('reservations:toCalendar') })
    .first()
    .click();
  await expect(form.getByLabel(words('calendar:from'), { exact: true })).toHaveValue('11:00');
  await form.getByRole('button', { name: words('crud:save') }).click();
  await expect(main(page).locator('[data-shift]')).toHaveAccessibleName(/^11:00–00:00/);
});

test(
  'a series leaves a day out without being split, is extended with a preview, and keeps its interpreter when dragged sideways',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('australia', { inEnglish: true });
    const words = (key: Parameters<typeof say>[1], values: Record<string, string | number> = {}) =>
      say('en', key, values);
    const { url } = here;
    const page = await here.enter({ who: 'manager' });
    const vera = '0000000000000000000000a2';
    await here.sql(`insert into users (id, email, first_name, last_name, role, approval_status, created, languages)
     values ('${vera}', 'vera@example.org', 'Vera', 'Zzcalm', 'interpreter', 'approved', now(), '{}') on conflict do nothing`);
    const today = new Date().toISOString().slice(0, 10);
    const [first, second, third, fourth, fifth] = [30, 31, 32, 33, 34].map((days) => addDays(today, days)) as [
      string,
      string,
      string,
      string,
      string,
    ];
    await page.goto(`${url}dashboard/versions`);
    const once = { interpreter: vera, repeat: 'once', location_type: 'remote', request_type: 'online' };
    await call(page, 'POST', 'schedules/', { ...once, date: second, time_from: '09:00', time_to: '10:00' });
    await call(page, 'POST', 'schedules/', { ...once, date: fourth, time_from: '09:00', time_to: '10:00' });

    await page.goto(`${url}dashboard/calendar/create?interpreter=${vera}&date=${first}&until=${third}`);
    await expect(page.getByText(words('calendar:someRefused', { number: 1, all: 3 }))).toBeVisible();
    await page.getByRole('switch', { name: words('calendar:skip') }).click({ force: true });
    await expectAccessible(page, 'the form of a schedule that leaves a day out');
    await button(page, words('crud:create')).click();
    await expect(page.getByText(words('calendar:daysOut', { number: 1 }))).toBeVisible();

    await page.goto(`${url}dashboard/calendar?view=week&day=${first}&search=zzcalm`);
    await chips(page, longDay(first)).first().click();
    await button(page, words('calendar:change')).click();
    const form = page.getByRole('form', { name: words('calendar:change') });
    await form.getByText('Series', { exact: true }).click();
    await form.getByLabel(words('calendar:until'), { exact: true }).fill(typed(fifth));
    await form.getByLabel(words('calendar:until'), { exact: true }).press('Tab');
    await expect(form.getByText('Added: 1 · Not possible: 1')).toBeVisible();
    await form.getByRole('switch', { name: words('calendar:skip') }).click({ force: true });
    await expectAccessible(page, 'the change of a series');
    await form.getByRole('button', { name: words('crud:save') }).click();
    await expect(page.getByText(words('calendar:saved'))).toBeVisible();
    const { results } = await call<{ results: { repeat: string; until: string; days_out: string[] }[] }>(
      page,
      'GET',
      `schedules/?interpreter[]=${vera}&repeat[]=daily`,
    );
    expect(results).toEqual([expect.objectContaining({ until: fifth, days_out: [second, fourth] })]);

    // In the day view, near the lower edge of the scroll area, a shift is dragged to a later time.
    await page.goto(`${url}dashboard/calendar?view=day&day=${first}`);
    const chip = main(page)
      .getByRole('row', { name: /Zzcalm/ })
      .locator('[data-shift]');
    const grid = main(page).getByRole('grid');
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const [chipBox, edge] = await Promise.all([chip.boundingBox(), grid.boundingBox()]);
    if (!chipBox || !edge) throw new Error('The element has no box.');
    await grid.evaluate(
      (element, by) => element.scrollBy(0, by),
      chipBox.y + chipBox.height - (edge.y + edge.height) + 12,
    );
    const at = await chip.boundingBox();
    if (!at) throw new Error('The element has no box.');
    const scrolled = await grid.evaluate((element) => element.scrollTop);
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y + 12, { steps: 8 });
    await expect(chip).toHaveAttribute('data-moving');
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await page.mouse.up();
    await expect(form.getByRole('combobox', { name: words('calendar:interpreter') })).toHaveValue('Vera Zzcalm');
    await expect(form.getByLabel(words('calendar:from'), { exact: true })).not.toHaveValue('08:00');
    await expect(
      page.getByRole('dialog').getByRole('heading', { name: words('calendar:changeTitle', { name: 'Vera Zzcalm' }) }),
    ).toBeVisible();
    expect(await grid.evaluate((element) => element.scrollTop)).toBe(scrolled);
  },
);

test('a planner drags a reservation that nobody has into the lane of somebody who is ready, and confirms once', async ({
  journeyOn,
}) => {
  const here = await journeyOn('lithuania', { inEnglish: true });
  const { url } = here;
  const page = await here.enter({ who: 'manager' });
  await addUna(here);
  const day = addDays(new Date().toISOString().slice(0, 10), 3);
  await page.goto(`${url}dashboard/versions`);
  const terms = { location_type: 'remote', request_type: 'online', allowReservations: true };
  await call(page, 'POST', 'schedules/', {
    ...terms,
    interpreter: una,
    date: day,
    repeat: 'once',
    time_from: '08:00',
    time_to: '16:00',
  });
  const booked = { name: 'Zz hearing', date: day, time_from: '10:00', time_to: '11:00', type: 'remote' };
  const { id } = await call<{ id: string }>(page, 'POST', 'reservations/', booked);

  await page.goto(`${url}dashboard/calendar?view=day&day=${day}&search=calm`);
  const open = main(page).locator(`[data-open="${id}"]`);
  const lane = main(page).getByRole('row', { name: /Una Calm/ });
  const [from, to] = await Promise.all([open.boundingBox(), lane.boundingBox()]);
  if (!from || !to) throw new Error('The element has no box.');
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 400, to.y + 20, { steps: 8 });
  await expect(main(page).getByText('Ready', { exact: true })).toBeVisible();
  await page.mouse.up();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(say('en', 'reservations:tellsPeople', { names: 'Una Calm' }))).toBeVisible();
  await expectAccessible(page, 'the question before a reservation is assigned');
  await question.getByRole('button', { name: say('en', 'reservations:ask'), exact: true }).click();
  await expect(lane.getByRole('link', { name: /Zz hearing, / })).toBeVisible();
  await expect(open).toHaveCount(0);
  // A click after the drag opens nothing, and nothing else has moved.
  expect(await call<{ interpreters: { name: string }[] }>(page, 'GET', `reservations/${id}/`)).toMatchObject({
    interpreters: [{ name: 'Una Calm' }],
  });
  await here.sql(`delete from reservations where id = '${id}'`);
});

test('an interpreter reads their calendar on a phone, without live requests and emergencies if not offered', async ({
  journeyOn,
}) => {
  const here = await journeyOn('canadavri', { only: 'it has neither live requests nor emergency schedules' });
  const { language } = here;
  const viewport = { width: 390, height: 844 };
  const page = await here.enter({ who: 'interpreter', viewport, hasTouch: true });
  await page.goto(`${here.url}dashboard/calendar`);
  const first = main(page)
    .getByRole('listitem')
    .getByRole('button', { name: /\d\d:\d\d–\d\d:\d\d/ })
    .first();
  await expect(first).toBeVisible();
  await expectAccessible(page, 'the calendar on a phone');
  await expectFits(page, 'the calendar on a phone');
  const small = await main(page)
    .locator('button, a')
    .evaluateAll((things) =>
      things.flatMap((thing) => {
        const { height, width } = thing.getBoundingClientRect();
        return thing.checkVisibility() && Math.min(height, width) < 43.5 ? [thing.textContent] : [];
      }),
    );
  expect(small, 'touch targets that are too small').toEqual([]);
  await first.click();
  await expect(page.getByRole('dialog').getByText(say(language, 'calendar:repeat'))).toBeVisible();
  await page.keyboard.press('Escape');
  await main(page)
    .getByRole('link', { name: say(language, 'calendar:add') })
    .click();
  await expect(page.getByLabel(say(language, 'calendar:from'), { exact: true })).toBeVisible();
  for (const key of ['type', 'place', 'emergencySchedule'] as const)
    await expect(page.getByLabel(say(language, `calendar:${key}`), { exact: true })).toHaveCount(0);
  await expectFits(page, 'the form of a new schedule on a phone');
});
