import type { Locator, Page } from 'playwright/test';
import type { Reservation } from '../../contract/reservations.ts';
import { aWednesday } from '../support/aWednesday.ts';
import { expect, type Here, test } from '../support/browser.ts';
import { callFrom } from '../support/callFrom.ts';

const main = (page: Page) => page.getByRole('main');
const hours = ['09', '10', '11', '12', '13', '14'] as const;

/** The interpreters of one test and a customer, with six approved bookings of the first on one day. */
async function aBusyDay(here: Here, page: Page, { day, place }: { day: string; place: number }) {
  const idOf = (index: number) => `00000000000000000000d${place}${String(index).padStart(2, '0')}`;
  const names = ['Illa', 'Oda', 'Pia', 'Carl'];
  for (const [index, first] of names.entries())
    await here.sql(
      `insert into users (id, email, first_name, last_name, role, approval_status, created, languages)
       values ('${idOf(index)}', '${first.toLowerCase()}.sick${place}@example.org', '${first}', 'Sick${place}',
         '${first === 'Carl' ? 'deaf' : 'interpreter'}', 'approved', now(), '{}')`,
    );
  for (const interpreter of [0, 1, 2].map(idOf))
    await callFrom(page, 'POST', 'schedules/', {
      interpreter,
      date: day,
      repeat: 'once',
      time_from: '08:00',
      time_to: '18:00',
      location_type: 'remote',
      request_type: 'online',
      allowReservations: true,
    });
  const bookings: Reservation[] = [];
  for (const hour of hours) {
    const made = await callFrom<Reservation>(page, 'POST', 'reservations/', {
      name: `Visit at ${hour}`,
      date: day,
      time_from: `${hour}:00`,
      time_to: `${hour}:45`,
      type: 'remote',
      customer: idOf(3),
      interpreters: [idOf(0)],
    });
    bookings.push(await callFrom<Reservation>(page, 'POST', `reservations/${made.id}/approve/`, {}, made.etag));
  }
  return { ill: `Illa Sick${place}`, illId: idOf(0), bookings };
}

for (const [place, { screen, viewport }] of [
  { screen: 'a wide screen', viewport: { width: 1440, height: 900 } },
  { screen: 'a phone', viewport: { width: 390, height: 844 } },
].entries()) {
  test(
    `six bookings of an interpreter who is ill go to others in at most eight interactions, on ${screen}`,
    { tag: '@slow' },
    async ({ journeyOn }, { annotations }) => {
      const here = await journeyOn('lithuania', { needs: ['reservations', 'absences'] });
      const { say: w } = here;
      const hasTouch = viewport.width < 600;
      const page = await here.enter({ who: 'manager', viewport, hasTouch });
      await page.goto(`${here.url}dashboard/notifications`);
      await expect(main(page)).toBeVisible();
      const day = aWednesday(400 + 7 * place);
      const { ill, illId, bookings } = await aBusyDay(here, page, { day, place });
      const typed = day.split('-').toReversed().join('-');

      let interactions = 0;
      const count = async (act: Promise<unknown>) => {
        interactions += 1;
        await act;
      };
      const press = (of: Locator) => count(hasTouch ? of.tap() : of.click());
      await page.goto(`${here.url}dashboard/calendar`);
      await press(main(page).getByRole('link', { name: w('shell:absences'), exact: true }));
      await press(main(page).getByRole('link', { name: w('shell:addAbsence'), exact: true }));
      await count(page.getByRole('combobox', { name: w('absences:person') }).fill(ill));
      await press(page.getByRole('option', { name: ill }).first());
      await count(page.getByLabel(w('absences:firstDay'), { exact: true }).fill(typed));
      await count(page.getByLabel(w('absences:lastDay'), { exact: true }).fill(typed));
      const table = page.getByRole('table');
      await expect(table.getByRole('row')).toHaveCount(hours.length + 1);
      await press(page.getByRole('button', { name: w('absences:save'), exact: true }));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(ill);

      annotations.push({ type: 'interactions', description: `${interactions}: six bookings of somebody ill` });
      expect(interactions).toBeLessThanOrEqual(8);
      for (const { id } of bookings) {
        const after = await callFrom<Reservation>(page, 'GET', `reservations/${id}/`);
        expect(after).toMatchObject({ status: 'approved', uncovered: false });
        expect(after.interpreters.map((interpreter) => interpreter.id)).not.toContain(illId);
      }
    },
  );
}
