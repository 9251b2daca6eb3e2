import type { Page } from 'playwright/test';
import type { Reservation } from '../../contract/reservations.ts';
import { aWednesday } from '../support/aWednesday.ts';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { callFrom } from '../support/callFrom.ts';
import { expectFits } from '../support/visualCheck.ts';

const main = (page: Page) => page.getByRole('main');

test(
  'a planner reviews who is proposed for a day, leaves one out, and assigns the others in one act with a result per row',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('lithuania', { needs: ['reservations'] });
    const { say: w } = here;
    const page = await here.enter({ who: 'manager', viewport: { width: 1024, height: 768 } });
    await page.goto(`${here.url}dashboard/notifications`);
    await expect(main(page)).toBeVisible();
    const day = aWednesday(500);
    const idOf = (index: number) => `0000000000000000000f${String(index).padStart(4, '0')}`;
    const interpreters = ['Ama', 'Bo', 'Cy'] as const;
    for (const [index, first] of [...interpreters, 'Dee'].entries())
      await here.sql(
        `insert into users (id, email, first_name, last_name, role, approval_status, created, languages)
         values ('${idOf(index)}', '${first.toLowerCase()}.plan@example.org', '${first}', 'Planned',
           '${first === 'Dee' ? 'deaf' : 'interpreter'}', 'approved', now(), '{}')`,
      );
    for (const [index] of interpreters.entries())
      await callFrom(page, 'POST', 'schedules/', {
        interpreter: idOf(index),
        date: day,
        repeat: 'once',
        time_from: '08:00',
        time_to: '18:00',
        location_type: 'remote',
        request_type: 'online',
        allowReservations: true,
      });
    const reserve = (name: string, needed: number) =>
      callFrom<Reservation>(page, 'POST', 'reservations/', {
        name,
        date: day,
        time_from: '10:00',
        time_to: '11:00',
        type: 'remote',
        customer: idOf(3),
        interpreters_needed: needed,
      });
    const court = await reserve('Planned court day', 2);
    const visit = await reserve('Planned visit', 1);

    await page.goto(`${here.url}dashboard/reservations/plan?from=${day}&to=${day}`);
    const rows = main(page).locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(main(page).getByRole('status')).toContainText(w('reservations:plan.filled', { number: 3, all: 3 }));
    for (const first of interpreters) await expect(rows.filter({ hasText: `${first} Planned` })).toHaveCount(1);
    await expectAccessible(page, 'a plan of interpreters');
    await expectFits(page, 'a plan of interpreters');

    const ofVisit = rows.filter({ hasText: 'Planned visit' });
    await ofVisit.getByRole('button', { name: new RegExp(`^${w('reservations:plan.leaveOut')}`) }).click();
    await expect(ofVisit).toContainText(w('reservations:plan.leftOut'));
    await main(page)
      .getByRole('button', { name: w('reservations:plan.assign.all'), exact: true })
      .click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(w('reservations:plan.assign.ask', { number: 2 }));
    await question.getByRole('button', { name: w('reservations:plan.assign.all'), exact: true }).click();
    await expect(main(page).getByRole('status')).toContainText(w('reservations:plan.assigned', { number: 2 }));

    const after = await callFrom<Reservation>(page, 'GET', `reservations/${court.id}/`);
    expect(after.interpreters.map(({ response }) => response)).toEqual(['asked', 'asked']);
    for (const { name } of after.interpreters) await expect(rows.filter({ hasText: name })).toHaveCount(1);
    expect((await callFrom<Reservation>(page, 'GET', `reservations/${visit.id}/`)).interpreters).toEqual([]);
  },
);
