import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { CalendarBooking, CalendarShift, OpenBooking } from '../../../contract/shifts.ts';
import { backendOfFile, findPage, openSignedIn, testTenant } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();
const user = userEvent.setup();
const anna = 'aaaaaaaaaaaaaaaaaaaaaaaa';

const shift: CalendarShift = {
  id: '00000000000000000000000d',
  schedule: '00000000000000000000000c',
  date: '2099-11-24',
  time_from: '08:00',
  time_to: '12:00',
  from: '2099-11-24T08:00:00+02:00',
  to: '2099-11-24T12:00:00+02:00',
  location_type: 'remote',
  address: null,
  travel_time: 0,
  request_type: 'online',
  communication_type: 'interpretation',
  allowReservations: true,
  emergency: false,
  state: 'enabled',
  source: 'platform',
  changed_alone: false,
  can: { update: true, delete: true, end: false },
};
const open: OpenBooking = {
  id: '00000000000000000000000e',
  name: 'Court hearing',
  date: '2099-11-24',
  time_from: '10:00',
  time_to: '11:30',
  start: '2099-11-24T10:00:00+02:00',
  end: '2099-11-24T11:30:00+02:00',
  type: 'remote',
  address: null,
  link: null,
  status: 'approved',
  service_kind: 'interpretation',
  emergency: false,
  customer_name: null,
  customer_phone: null,
  interpreters_needed: 1,
  missing: 0,
};
const booking: CalendarBooking = { ...open, response: 'accepted', obstacle: null, travel_time: 0 };
const parents: CalendarBooking = {
  ...booking,
  id: '00000000000000000000000f',
  name: 'Parents’ evening',
  time_from: '18:00',
  time_to: '19:00',
  start: '2099-11-24T18:00:00+02:00',
  end: '2099-11-24T19:00:00+02:00',
};

/** The calendar of Anna, who has the shift and some bookings. */
function answer(bookings: CalendarBooking[] | undefined, more: object = {}) {
  const lane = { interpreter: anna, interpreter_name: 'Anna Mägi', active: true, suspended_until: null };
  const body = { count: 1, results: [{ ...lane, shifts: [shift], ...(bookings && { bookings }) }], ...more };
  backend.answers.set('GET calendar/', { body });
}

async function page(address: string, options: Parameters<typeof openSignedIn>[2] = {}) {
  await openSignedIn(`/dashboard/calendar?day=2099-11-24${address}`, backend, options);
  return findPage();
}

beforeAll(() => {
  // jsdom has no layout to scroll.
  Element.prototype.scrollTo = () => undefined;
});
beforeEach(() => {
  answer([booking]);
  backend.answers.set(`GET reservations/${booking.id}/`, { body: {} });
});

describe('in a lane', () => {
  test('a booking says its name, its time and how certain it is', async () => {
    answer([
      booking,
      { ...booking, id: '000000000000000000000001', response: 'asked' },
      { ...booking, id: '000000000000000000000002', status: 'pending', obstacle: 'no_shift' },
      { ...booking, id: '000000000000000000000003', status: 'pending', response: 'offered', emergency: true },
      { ...booking, id: '000000000000000000000004', type: 'site', address: 'Pikk 1', travel_time: 30 },
    ]);
    const links = await (await page('')).findAllByRole('link', { name: /^Court hearing/ });
    expect(links.map((link) => link.getAttribute('aria-label')?.replace('\u00a0', ' '))).toEqual([
      'Court hearing, 10:00–11:30, approved',
      'Court hearing, 10:00–11:30, approved, not confirmed yet',
      'Court hearing, 10:00–11:30, pending, not covered',
      'Court hearing, 10:00–11:30, offered, not answered yet, Emergency',
      'Court hearing, 10:00–11:30, approved, Pikk 1, 30 min travel',
    ]);
    // Only what is certain and covered has no icon.
    expect(links.map((link) => link.querySelector('svg') !== null)).toEqual([false, true, true, true, false]);
  });

  test('arrow keys go from a shift to its booking and on; Enter opens the page of the booking', async () => {
    answer([booking, parents]);
    const calendar = await page('');
    (await calendar.findByRole('button', { name: /^08:00–12:00/ })).focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(calendar.getByRole('link', { name: /^Court hearing/ })).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(calendar.getByRole('link', { name: /^Parents’ evening/ })).toHaveFocus());
    // Only shifts are picked up to move them.
    await user.keyboard(' {ArrowUp}');
    await waitFor(() => expect(calendar.getByRole('link', { name: /^Court hearing/ })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe(`/dashboard/reservations/${booking.id}`));
  });

  test('a click opens the page of the booking, on the timeline of a day too', async () => {
    const calendar = await page('&view=day');
    const link = await calendar.findByRole('link', { name: 'Court hearing, 10:00–11:30, approved' });
    await user.click(link);
    await waitFor(() => expect(location.pathname).toBe(`/dashboard/reservations/${booking.id}`));
  });

  test('the field of a day counts them', async () => {
    const field = (await (await page('')).findByRole('link', { name: /^Court hearing/ })).closest('[role="gridcell"]');
    expect(field).toHaveAccessibleName(/^Anna Mägi, Tuesday 24 November 2099, 1 shift, Reservations: 1/);
  });

  test('a backend without bookings has the shifts alone', async () => {
    answer(undefined);
    const calendar = await page('');
    expect(await calendar.findByRole('button', { name: /^08:00–12:00/ })).toBeInTheDocument();
    expect(calendar.queryByRole('link', { name: /^Court hearing/ })).not.toBeInTheDocument();
    expect(calendar.queryByText(/^Unassigned/)).not.toBeInTheDocument();
  });

  test('the legend names the forms of bookings, where the deployment has them', async () => {
    const namesIn = () =>
      [...document.querySelectorAll('section[aria-label="Legend"] li')].map((entry) =>
        entry.textContent?.replace('10:00', ''),
      );
    await page('');
    for (const name of ['approved', 'approved, not confirmed yet', 'pending', 'not covered'])
      expect(namesIn()).toContain(`Reservation: ${name}`);
  });

  test('where the deployment has no reservations, the legend has no bookings', async () => {
    answer(undefined);
    await page('', { tenant: { ...testTenant, flags: { ...testTenant.flags, reservations: false } } });
    const legend = document.querySelector('section[aria-label="Legend"]');
    expect(legend).toHaveTextContent('Completed');
    expect(legend).not.toHaveTextContent('Reservation:');
  });
});

describe('a row of its own', () => {
  test('has the bookings that are short of people, with how much of a team there is', async () => {
    const team = { ...open, id: '000000000000000000000005', name: 'Conference', interpreters_needed: 2, missing: 1 };
    const later = { ...open, missing: 1, time_from: '16:00', time_to: '17:00' };
    answer([], { unassigned: { count: 27, results: [team, later] } });
    const row = within(await (await page('')).findByRole('region', { name: 'Unassigned: 27' }));
    const links = row.getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Tue 24, 10:00–11:30Conference1 of 2',
      'Tue 24, 16:00–17:00Court hearing',
      'All: 27',
    ]);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/dashboard/reservations/${team.id}`,
      `/dashboard/reservations/${open.id}`,
      '/dashboard/reservations?short=true',
    ]);
  });
});

describe('in the agenda', () => {
  test('a booking has links to its page, a map, a call and the meeting', async () => {
    const ways = {
      address: 'Pikk 1',
      link: 'https://meet.example.org/7',
      customer_name: 'Kai',
      customer_phone: '+3725551234',
    };
    answer([{ ...booking, ...ways }, parents]);
    const calendar = await page('&view=agenda');
    const [entry, outside] = (await calendar.findAllByRole('link', { name: /^(Court|Parents)/ })).map((link) =>
      link.closest('li'),
    );
    const held = within(entry!);
    // It is in the entry of the shift.
    expect(held.getByRole('button', { name: /08:00–12:00/ })).toBeInTheDocument();
    expect(held.getByText('approved')).toBeInTheDocument();
    const hrefOf = (name: string) => held.getByRole('link', { name }).getAttribute('href');
    expect([hrefOf('Court hearing'), hrefOf('Map'), hrefOf('+3725551234'), hrefOf('meet.example.org')]).toEqual([
      `/dashboard/reservations/${booking.id}`,
      'https://www.openstreetmap.org/search?query=Pikk%201',
      'tel:+3725551234',
      'https://meet.example.org/7',
    ]);
    // Outside of a shift it names the interpreter.
    expect(outside).toHaveTextContent('18:00–19:00Parents’ eveningapprovedAnna Mägi');
  });
});

test('a week that is wider than the page begins with today', async () => {
  const scrolled = jest.spyOn(Element.prototype, 'scrollTo');
  jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(876);
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(700);
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2099-11-26T10:00:00Z'));
  await page('');
  // Thursday is the fourth of seven columns, each 100 pixels wide.
  await waitFor(() => expect(scrolled.mock.calls).toContainEqual([{ left: 300 }]));
  jest.restoreAllMocks();
});
