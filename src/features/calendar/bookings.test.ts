import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { getDefaultStore } from 'jotai';
import type { Reservation } from '../../../contract/reservations.ts';
import type { CalendarBooking, CalendarShift, OpenBooking } from '../../../contract/shifts.ts';
import { isStreamOpenAtom } from '#api/sharedEvents.ts';
import { manager } from '../../../tests/support/fakeBackend.ts';
import { pollOnce } from '../../../tests/support/pollOnce.ts';
import { backendOfFile, findPage, openSignedIn, testTenant } from '../../../tests/support/renderApp.ts';
import { hearing } from '../../../tests/support/reservation.ts';
import { translateTexts } from '../../../tests/support/translateTexts.ts';

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

const member = (id: string, name: string): Reservation['interpreters'][number] => ({
  id,
  name,
  obstacle: null,
  response: 'asked',
  responded: null,
  message: null,
  language_reason: null,
  booked_by_name: null,
});

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
  backend.answers.set(`GET reservations/${booking.id}/`, { body: { ...hearing, id: booking.id } });
});

describe('in a lane', () => {
  test('a booking says what it shows, its time and how certain it is', async () => {
    answer([
      booking,
      { ...booking, id: '000000000000000000000001', response: 'asked' },
      { ...booking, id: '000000000000000000000002', status: 'pending', obstacle: 'no_shift' },
      { ...booking, id: '000000000000000000000003', status: 'pending', response: 'offered', emergency: true },
      { ...booking, id: '000000000000000000000004', type: 'site', address: 'Pikk 1', travel_time: 30 },
    ]);
    const links = await (await page('')).findAllByRole('link', { name: /Court hearing, / });
    expect(links.map((link) => link.getAttribute('aria-label')?.replace('\u00a0', ' '))).toEqual([
      '10:00 Court hearing, 10:00–11:30, approved',
      '10:00 Court hearing, 10:00–11:30, approved, not confirmed yet',
      '10:00 Court hearing, 10:00–11:30, pending, not covered',
      '10:00 Court hearing, 10:00–11:30, offered, not answered yet, Emergency',
      '10:00 Court hearing, 10:00–11:30, approved, Pikk 1, 30 min travel',
    ]);
    expect(links.map((link) => link.hasAttribute('data-travel'))).toEqual([false, false, false, false, true]);
    // Only what is certain and covered has no icon.
    expect(links.map((link) => link.querySelector('svg') !== null)).toEqual([false, true, true, true, false]);
  });

  test('a day shows the way to an on-site booking and back before and after it', async () => {
    answer([{ ...booking, type: 'site', address: 'Pikk 1', travel_time: 60 }]);
    const day = await page('&view=day');
    const link = await day.findByRole('link', { name: /Court hearing, / });
    const travel = document.querySelector(`[data-travel-of="${booking.id}"]`);
    // 09:00–12:30 around 10:00–11:30.
    expect(travel).toHaveStyle({ insetInlineStart: '37.5%', blockSize: link.style.blockSize });
    expect(Number.parseFloat((travel as HTMLElement).style.inlineSize)).toBeCloseTo((3.5 / 24) * 100);
  });

  test('arrow keys go from a shift to its booking and on; Enter opens the booking at the side', async () => {
    answer([booking, parents]);
    const calendar = await page('');
    (await calendar.findByRole('button', { name: /^08:00–12:00/ })).focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(calendar.getByRole('link', { name: /Court hearing, / })).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(calendar.getByRole('link', { name: /Parents’ evening, / })).toHaveFocus());
    // Only who plans bookings picks them up.
    await user.keyboard(' {ArrowUp}');
    await waitFor(() => expect(calendar.getByRole('link', { name: /Court hearing, / })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Court hearing' })).toBeInTheDocument();
    expect(location.search).toContain(`booking=${booking.id}`);
  });

  test('a click opens the booking at the side with its facts, people and page; Escape closes it, and the focus is back', async () => {
    const people = [{ ...member(anna, 'Anna Mägi'), response: 'accepted' as const }];
    backend.answers.set(`GET reservations/${booking.id}/`, {
      body: { ...hearing, id: booking.id, name: booking.name, status: 'approved', interpreters: people },
    });
    const calendar = await page('&view=day');
    const link = await calendar.findByRole('link', { name: 'Court hearing, 10:00–11:30, approved' });
    await user.click(link);
    const panel = within(await screen.findByRole('dialog', { name: 'Court hearing' }));
    expect(await panel.findByText('Approved')).toBeInTheDocument();
    expect(await panel.findByText(/Pärnu mnt 7/)).toBeInTheDocument();
    expect(panel.getByText('Accepted')).toBeInTheDocument();
    expect(panel.getByRole('link', { name: 'Open the reservation' })).toHaveAttribute(
      'href',
      `/dashboard/reservations/${booking.id}`,
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.search).not.toContain('booking');
    await waitFor(() => expect(link).toHaveFocus());
  });

  test('a shift at the side has its bookings, each of which opens, and the way to an absence of this time', async () => {
    backend.answers.set(`GET shifts/${shift.id}/`, {
      body: { ...shift, etag: '"1"', interpreter: anna, interpreter_name: 'Anna Mägi', series_date: shift.date },
    });
    backend.answers.set(`GET schedules/${shift.schedule}/`, {
      body: { ...shift, id: shift.schedule, etag: '"1"', repeat: 'once', until: shift.date, days_out: [] },
    });
    backend.answers.set(`GET reservations/${booking.id}/`, { body: { ...hearing, id: booking.id } });
    // A reload shows the same.
    await openSignedIn(`/dashboard/calendar?day=2099-11-24&shift=${shift.id}`, backend);
    const panel = within(await screen.findByRole('dialog', { name: /^Anna Mägi/ }));
    const held = within(await panel.findByRole('region', { name: 'Reservations' }));
    expect(held.getByRole('listitem')).toHaveTextContent('10:00–11:30 Court hearingapproved');
    const away = new URL(panel.getByRole<HTMLAnchorElement>('link', { name: 'Add absence' }).href);
    expect(away.pathname).toBe('/dashboard/absences/create');
    expect(Object.fromEntries(away.searchParams)).toEqual({
      person: anna,
      date_from: '2099-11-24',
      date_to: '2099-11-24',
      time_from: '08:00',
      time_to: '12:00',
    });
    await user.click(held.getByRole('button', { name: /Court hearing/ }));
    expect(await screen.findByRole('dialog', { name: 'Court hearing' })).toBeInTheDocument();
    expect(location.search).toContain(`booking=${booking.id}`);
    expect(location.search).not.toContain('shift=');
  });

  test('a filter asks for the people who are on shift now and free', async () => {
    const calendar = await page('&free=now');
    expect(await calendar.findByRole('button', { name: /On shift and free now/ })).toBeInTheDocument();
    await waitFor(() => expect(backend.callsTo('calendar/').at(-1)?.query).toContain('people=free_now'));
  });

  test('the field of a day counts them', async () => {
    const field = (await (await page('')).findByRole('link', { name: /Court hearing, / })).closest('[role="gridcell"]');
    expect(field).toHaveAccessibleName(/^Anna Mägi, Tuesday 24 November 2099, 1 shift, Reservations: 1/);
  });

  test('a backend without bookings has the shifts alone', async () => {
    answer(undefined);
    const calendar = await page('');
    expect(await calendar.findByRole('button', { name: /^08:00–12:00/ })).toBeInTheDocument();
    expect(calendar.queryByRole('link', { name: /Court hearing, / })).not.toBeInTheDocument();
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

  test('keeps its number in a page that the browser has translated', async () => {
    getDefaultStore().set(isStreamOpenAtom, true);
    const short = { ...open, missing: 1 };
    answer([], { unassigned: { count: 1, results: [short] } });
    const row = await (await page('')).findByRole('region', { name: 'Unassigned: 1' });
    translateTexts(row);
    answer([], { unassigned: { count: 2, results: [{ ...short, time_to: '12:00' }] } });
    await pollOnce(60_000);
    await waitFor(() => expect(row).toHaveAccessibleName('Unassigned: 2'));
    expect(row).toHaveTextContent('Tue 24, 10:00–12:00');
  });

  test('leads to a plan for the days that are shown, if the backend makes plans', async () => {
    answer([], { unassigned: { count: 1, results: [{ ...open, missing: 1 }] } });
    const planner = { ...manager, offers: [...manager.offers, 'plans' as const] };
    const row = within(await (await page('', { user: planner })).findByRole('region', { name: 'Unassigned: 1' }));
    expect(row.getByRole('link', { name: 'Propose interpreters' })).toHaveAttribute(
      'href',
      '/dashboard/reservations/plan?from=2099-11-23&to=2099-11-29',
    );
  });
});

describe('held', () => {
  const lanes = [
    [anna, 'Anna Mägi'],
    ['bbbbbbbbbbbbbbbbbbbbbbbb', 'Bo Kask'],
    ['cccccccccccccccccccccccc', 'Carl Oja'],
    ['dddddddddddddddddddddddd', 'Dora Saar'],
    ['eeeeeeeeeeeeeeeeeeeeeeee', 'Eli Tamm'],
  ] as const;
  const [, [bo], [carl], [dora], [eli]] = lanes;
  const short: OpenBooking = { ...open, id: '000000000000000000000006', name: 'Conference', missing: 1 };
  const ready = { group: 'ready', obstacle: null, in_the_way: null, response: null, shift: 's', score: 30 };
  const reasons = [
    { reason: 'shift', points: 30, of: 30, value: 1 },
    { reason: 'load', points: 18, of: 20, value: 180 },
  ];
  const way = { kind: 'reservation', id: booking.id, name: 'Visit', from: open.start, to: open.end };
  const candidates = [
    { ...ready, interpreter: anna, interpreter_name: 'Anna Mägi', reasons },
    { ...ready, interpreter: bo, interpreter_name: 'Bo Kask', reasons },
    {
      ...ready,
      interpreter: carl,
      interpreter_name: 'Carl Oja',
      group: 'needs_shift',
      shift: null,
      reasons: [],
      excess: [{ limit: 'rest', minutes: 600, bound: 660 }],
    },
    {
      ...ready,
      interpreter: eli,
      interpreter_name: 'Eli Tamm',
      group: 'impossible',
      obstacle: 'no_shift',
      shift: null,
      reasons: [],
      excess: [{ limit: 'hours_per_day', minutes: 690, bound: 600 }],
    },
    {
      ...ready,
      interpreter: dora,
      interpreter_name: 'Dora Saar',
      group: 'impossible',
      obstacle: 'booked',
      in_the_way: way,
      shift: null,
      reasons: [],
    },
  ];

  /** The calendar of five people, of whom Anna has the booking, and one that is short of people. */
  async function board(of: Partial<Reservation>) {
    const results = lanes.map(([interpreter, interpreter_name]) => ({
      interpreter,
      interpreter_name,
      active: true,
      suspended_until: null,
      shifts: [],
      bookings: interpreter === anna ? [booking] : [],
    }));
    backend.answers.set('GET calendar/', {
      body: { count: 5, results, unassigned: { count: 1, results: [short] } },
    });
    for (const { id, name } of [booking, short]) {
      const reservation = { ...hearing, ...of, id, name, date: open.date, start: open.start, end: open.end };
      backend.answers.set(`GET reservations/${id}/`, { body: reservation });
      backend.answers.set(`POST reservations/${id}/assign/`, { body: reservation });
    }
    backend.answers.set('GET interpreters/free/', ({ query }) => ({
      body: { count: 5, impossible: 2, results: candidates.filter(({ interpreter }) => query.includes(interpreter)) },
    }));
    const calendar = await page('');
    const link = await calendar.findByRole('link', { name: /Conference/ });
    const said = async (text: string) =>
      waitFor(() =>
        expect(
          calendar.getAllByRole('status').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
        ).toContain(text),
      );
    return { link, said, calendar };
  }

  test('by Space it shows each lane whether its interpreter can take it, and arrow keys say it', async () => {
    const { link, said, calendar } = await board({ status: 'approved', interpreters: [] });
    link.focus();
    await user.keyboard(' ');
    await said(
      'Picked up: Conference, Tuesday 24 November 2099, 10:00–11:30. Up and down arrows choose a person, Enter assigns it to them, Escape lets go.',
    );
    await waitFor(() => expect(document.body).toHaveTextContent('ReadyOn shift · 3 hrs that week'));
    expect(document.body).toHaveTextContent('Needs a shift10 hrs of rest instead of 11 hrs');
    expect(document.body).toHaveTextContent('Not possibleNot on shift · 11 hrs 30 mins on this day, limit 10 hrs');
    expect(document.body).toHaveTextContent('Not possibleBooked for “Visit”, 10:00–11:30');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await said('Bo Kask, Ready, On shift · 3 hrs that week');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await said('Dora Saar, Not possible, Booked for “Visit”, 10:00–11:30');
    await user.keyboard('{Escape}');
    await said('Let go. Nothing has changed.');
    expect(document.body).not.toHaveTextContent('Not possible');
    expect(calendar.queryByRole('alertdialog')).toBeNull();
  });

  test('and put down on somebody who is ready, it is theirs after one question that names who is told', async () => {
    const { link } = await board({ status: 'approved', interpreters: [], customer: null });
    link.focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}{Enter}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Assign Bo Kask to “Conference”?' }));
    expect(question.getByText('Told: Bo Kask')).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Assign' }));
    expect(await screen.findByText('Assigned: Bo Kask')).toBeInTheDocument();
    expect(backend.callsTo(`reservations/${short.id}/assign/`).map(({ body }) => body)).toEqual([
      { interpreters: [bo] },
    ]);
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name: /^Assign Bo Kask/ })).toBeNull());
  });

  test('from the lane of one to that of another, the other replaces them', async () => {
    const { calendar } = await board({ status: 'approved', interpreters: [member(anna, 'Anna Mägi')], customer: null });
    calendar.getByRole('link', { name: /Court hearing, / }).focus();
    await user.keyboard(' {ArrowDown} ');
    const question = within(await screen.findByRole('alertdialog', { name: 'Assign Bo Kask in place of Anna Mägi?' }));
    expect(question.getByText('Told: Bo Kask and Anna Mägi')).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Assign' }));
    await waitFor(() =>
      expect(backend.callsTo(`reservations/${booking.id}/assign/`).map(({ body }) => body)).toEqual([
        { interpreters: [bo] },
      ]),
    );
  });

  test('and put down on somebody who cannot take it, it says why and changes nothing', async () => {
    const { link } = await board({ status: 'approved', interpreters: [] });
    link.focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    const refusal = within(await screen.findByRole('dialog', { name: 'Dora Saar: Conference' }));
    expect(refusal.getByText(/^Booked for “Visit”, 10:00–11:30/)).toBeInTheDocument();
    expect(refusal.queryByRole('button', { name: 'Assign' })).toBeNull();
    expect(backend.callsTo(`reservations/${short.id}/assign/`)).toEqual([]);
  });

  test('it can be offered to them instead', async () => {
    const { link } = await board({
      status: 'approved',
      interpreters: [],
      can: { ...hearing.can, assign: true, offer: true },
    });
    link.focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}{Enter}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Assign Bo Kask to “Conference”?' }));
    await user.click(question.getByRole('button', { name: 'Offer …' }));
    expect(await screen.findByRole('dialog', { name: 'Offer “Conference”' })).toBeInTheDocument();
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

// Q21
test('an agenda that begins in a night has its shift, and the booking after midnight', async () => {
  const night = {
    ...shift,
    date: '2099-11-23',
    time_from: '22:00',
    time_to: '06:00',
    from: '2099-11-23T22:00:00+02:00',
    to: '2099-11-24T06:00:00+02:00',
  };
  const early = {
    time_from: '01:00',
    time_to: '02:00',
    start: '2099-11-24T01:00:00+02:00',
    end: '2099-11-24T02:00:00+02:00',
  };
  const lane = { interpreter: anna, interpreter_name: 'Anna Mägi', active: true, suspended_until: null };
  const results = [{ ...lane, shifts: [night], bookings: [{ ...booking, ...early }] }];
  backend.answers.set('GET calendar/', { body: { count: 1, results } });
  const calendar = await page('&view=agenda');
  const today = within(await calendar.findByRole('region', { name: 'Tuesday 24 November 2099' }));
  expect(today.getByRole('button', { name: /–06:00/ })).toBeInTheDocument();
  expect(today.getByRole('link', { name: 'Court hearing' })).toBeInTheDocument();
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
