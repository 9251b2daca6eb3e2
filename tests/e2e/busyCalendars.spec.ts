import type { Page } from 'playwright/test';
import { aWednesday } from '../support/aWednesday.ts';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { startCalendarHost } from '../support/calendarHost.ts';
import { callFrom } from '../support/callFrom.ts';
import { expectFits } from '../support/visualCheck.ts';

const day = aWednesday(310);
const shownDay = day.split('-').toReversed().join('-');

/** An iCalendar file with leave on the day. */
const leave = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Leave//EN',
  'BEGIN:VEVENT',
  'UID:1@leave.example',
  'SUMMARY:Rehabilitation',
  `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

const main = (page: Page) => page.getByRole('main');

test(
  'an interpreter adds the calendar of their leave, and whoever plans over it is warned',
  { tag: '@release' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev', { needs: ['reservations'], inEnglish: true });
    const host = await startCalendarHost();
    const interpreter = await here.enter({ who: 'interpreter' });
    try {
      await interpreter.goto(`${here.url}dashboard/calendar-feeds`);
      await main(interpreter).getByRole('button', { name: 'Add a calendar' }).click();
      const dialog = interpreter.getByRole('dialog', { name: 'Add a calendar' });
      await dialog.getByLabel('Name').fill('Leave');
      const address = dialog.getByLabel('iCal address');
      await address.fill(host.serve('/page', { status: 200, body: '<!doctype html><p>Sign in</p>' }));
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(dialog.getByText('There is no calendar at this address.')).toBeVisible();
      await expectAccessible(interpreter, 'the form of a busy calendar');
      await address.fill(host.serve('/leave.ics', { status: 200, body: leave }));
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(main(interpreter).getByText(`Leave · ${host.host} · Last read`)).toBeVisible();
      await expectFits(interpreter, 'the page of calendar feeds');

      const me = await callFrom<{ id: string; first_name: string; last_name: string }>(interpreter, 'GET', 'auth/me/');
      const warning = `${me.first_name} ${me.last_name} is away ${shownDay} (own calendar)`;
      const manager = await here.enter({ who: 'manager' });
      const plan = `interpreter=${me.id}&date=${day}&time_from=09:00&time_to=12:00`;
      await manager.goto(`${here.url}dashboard/calendar/create?${plan}`);
      await expect(main(manager).getByText(warning)).toBeVisible();
      await expectAccessible(manager, 'the form of a schedule over an absence');
      await manager.getByRole('button', { name: here.say('crud:create'), exact: true }).click();
      await expect(manager.getByText('The schedule was added')).toBeVisible();

      await manager.goto(`${here.url}dashboard/calendar?day=${day}&interpreter=${me.id}`);
      await expect(main(manager).getByTitle(`Away ${shownDay}`)).toBeVisible();
      await main(manager)
        .getByRole('button', { name: /^09:00–12:00/ })
        .click();
      await manager.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click();
      await expect(manager.getByRole('dialog').getByText(warning)).toBeVisible();

      await main(interpreter).getByRole('button', { name: 'Remove: Leave' }).click();
      await interpreter.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(main(interpreter).getByText('No calendar yet')).toBeVisible();
      await expect(manager.getByRole('dialog').getByText(warning)).toBeHidden();
    } finally {
      await host.stop();
    }
  },
);
