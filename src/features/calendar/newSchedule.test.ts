import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { findPage, openSignedIn, testTenant, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();
const user = userEvent.setup();
const anna = 'a'.repeat(24);

beforeEach(() => {
  backend.answers.set(`GET users/${anna}/`, { body: { id: anna, first_name: 'Anna', last_name: 'Mägi' } });
  backend.answers.set('POST schedules/preview/', {
    body: { possible: true, occurrences: [], left_out: [], reservations: [] },
  });
});

// R182
test('the times of a new schedule say when they end on the next day, how long they are, and when they are none', async () => {
  await openSignedIn(`/dashboard/calendar/create?interpreter=${anna}&date=2099-11-24`, backend);
  const page = await findPage();
  const [from, to] = [await page.findByLabelText('From'), page.getByLabelText('To')];
  const type = async (field: HTMLElement, time: string) => {
    await user.clear(field);
    await user.type(field, `${time}{tab}`);
  };
  await type(from, '22');
  await type(to, '6:00');
  expect(to).toHaveAccessibleDescription('22:00–06:00 +1 · 8 hrs');
  await type(to, '14:30');
  expect(to).toHaveAccessibleDescription('Please check dates');
  await type(from, '2245');
  await type(to, '14:30');
  expect(to).toHaveAccessibleDescription('22:45–14:30 +1 · 15 hrs\u00a045 mins');
});

// R112, R113, R114, R115, R118
test('a new schedule is sent as filled in: live, on site, with its way, open for reservations, for emergencies', async () => {
  const flags = { ...testTenant.flags, live: true, reservations: true, emergencySchedules: true };
  const path = `/dashboard/calendar/create?interpreter=${anna}&date=2099-11-24&until=2099-12-29`;
  await openSignedIn(path, backend, { tenant: { ...testTenant, flags } });
  const page = await findPage();
  const choose = async (field: RegExp, option: string) => {
    await user.click(await page.findByRole('button', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose(/Repeats$/, 'Every week');
  await choose(/Type$/, 'Live');
  expect(page.getByText('To see each day here, fill in: Address')).toBeInTheDocument();
  await user.type(page.getByLabelText(/^Address/), 'Pärnu mnt 7');
  await user.clear(page.getByLabelText(/^Travel time/));
  await user.type(page.getByLabelText(/^Travel time/), '45');
  expect(page.getByRole('switch', { name: 'May be reserved' })).toBeChecked();
  await user.click(page.getByRole('switch', { name: 'Emergency schedule' }));
  await user.click(page.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(backend.callsTo('schedules/').map(({ body }) => body)).toEqual([
      {
        interpreter: anna,
        date: '2099-11-24',
        until: '2099-12-29',
        repeat: 'weekly',
        time_from: '08:00',
        time_to: '16:00',
        request_type: 'live',
        communication_type: 'interpretation',
        location_type: 'site',
        address: 'Pärnu mnt 7',
        travel_time: 45,
        allowReservations: true,
        emergency: true,
      },
    ]),
  );
});
