import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Me } from '../../../contract/auth.ts';
import type { Shift } from '../../../contract/shifts.ts';
import type { Overview, OverviewDay } from '../../../contract/overview.ts';
import { type FakeBackend, manager, problem, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, testTenant } from '../../../tests/support/renderApp.ts';
import { hearing } from '../../../tests/support/reservation.ts';

let backend: FakeBackend;
let close = () => undefined as void;

const overview: Overview = {
  from_day: '2024-04-02',
  to_day: '2024-05-01',
  scope: 'all',
  requests: 1200,
  registered_users: 87,
  online_interpreters: 6,
  average_feedback: 4.6,
  feedback_count: 21,
  answered: 1100,
  average_waiting: 24,
  service_level: 87.5,
  service_level_seconds: 30,
};

/** 1 May 2024 in Tallinn: a request at 09:30, somebody in shift from 09:00 to 10:00. */
const day: OverviewDay = {
  day: '2024-05-01',
  scope: 'all',
  half_hours: Array.from({ length: 48 }, (_, index) => ({
    from: new Date(Date.parse('2024-05-01T00:00:00Z') + index * 30 * 60_000).toISOString().replace('Z', '+03:00'),
    requests: index === 19 ? 3 : 0,
    reserved: index === 19 ? 1 : 0,
    planned: index === 18 || index === 19 ? 2 : 0,
  })),
};

const interpreter: Me = {
  ...manager,
  first_name: 'Mari',
  role: 'interpreter',
  verdicts: { ...manager.verdicts, overview: 'own', users: false },
};

async function openOverview({ user = manager, tenant = testTenant }: { user?: Me; tenant?: typeof testTenant } = {}) {
  close = (await openSignedIn('/dashboard', backend, { user, tenant })).close;
  // The first page of a run compiles the whole shell.
  await findPage();
}

const main = () => within(screen.getByRole('main'));

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
beforeEach(() => {
  backend.reset();
  backend.answers.set('GET overview/', { body: overview });
  backend.answers.set('GET overview/day/', { body: day });
  backend.answers.set('GET reservations/', { body: { count: 7, results: [hearing] } });
  backend.answers.set('GET reservations/work/', {
    body: { to_answer: 7, short: 2, uncovered: 3, today: 0, waiting: 9 },
  });
  backend.answers.set('GET interpretations/', { body: { count: 0, results: [] } });
  backend.answers.set('GET shifts/', { body: { count: 0, results: [] } });
});
afterEach(() => {
  close();
  localStorage.clear();
});

describe('the overview', () => {
  // R86
  test('greets by name and shows its figures, each a link to the list behind it', async () => {
    await openOverview({ tenant: { ...testTenant, country: null } });
    expect(await screen.findByRole('heading', { name: 'Hello, Anna', level: 1 })).toBeInTheDocument();
    // Requests of both channels are counted, and each channel has a list.
    const online = await main().findByRole('link', { name: 'Interpretation requests: Online' });
    expect(online).toHaveAttribute('href', '/dashboard/online?from_day=2024-04-02&to_day=2024-05-01');
    expect(main().getByRole('link', { name: 'Interpretation requests: Live' })).toHaveAttribute(
      'href',
      '/dashboard/offline?from_day=2024-04-02&to_day=2024-05-01',
    );
    expect(main().getByRole('link', { name: 'Service level: Live' })).toHaveAttribute(
      'href',
      '/dashboard/offline?from_day=2024-04-02&to_day=2024-05-01&outcome=answered%2Cabandoned',
    );
    const feedback = main().getByRole('link', { name: 'Average feedback' });
    expect(feedback).toHaveAttribute('href', '/dashboard/feedback?from_day=2024-04-02&to_day=2024-05-01');
    // jsdom does not make blocks of a flex container's children, so the space is missing there.
    expect(feedback).toHaveAccessibleDescription(/^4\.6 ?\/ 5 21 ratings$/);
    expect(main().getByRole('link', { name: 'Interpreters online' })).toHaveAccessibleDescription('6 At this moment');
    const users = main().getByRole('link', { name: 'Registered users' });
    expect(users).toHaveAttribute('href', '/dashboard/users?approval_status=approved');
    expect(users).toHaveAccessibleDescription('87 Approved, to date');
  });

  test('begins with what waits for planners, each number a link to the list behind it', async () => {
    const created = new Date(Date.now() - 125_000).toISOString();
    backend.answers.set('GET interpretations/', { body: { count: 2, results: [{ id: 'd'.repeat(24), created }] } });
    await openOverview();
    const now = within(await main().findByRole('region', { name: 'Now' }));
    await waitFor(() =>
      expect(now.getByRole('link', { name: 'To answer' })).toHaveAccessibleDescription('7 Reservations to decide'),
    );
    const today = new Date().toISOString().slice(0, 10);
    const shown = now
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]);
    expect(shown.filter(([name]) => name !== 'Today')).toEqual([
      ['To answer', '/dashboard/reservations?open=true'],
      ['Short of people', '/dashboard/reservations?short=true'],
      ['Not covered', '/dashboard/reservations?uncovered=true'],
      ['Absent today', '/dashboard/absences'],
      ['Waiting requests: Online', '/dashboard/online?outcome=waiting'],
      ['Waiting requests: Live', '/dashboard/offline?outcome=waiting'],
      ['Interpreters online', '/dashboard/online'],
    ]);
    expect(now.getByRole('link', { name: 'Today' }).getAttribute('href')).toContain(today.slice(0, 7));
    expect(now.getByRole('link', { name: 'Today' })).toHaveAccessibleDescription('0 Nothing planned today');
    expect(await now.findByText(/^longest 2:\d\d$/)).toBeInTheDocument();
    expect(main().getAllByRole('region')[0]).toHaveAccessibleName('Now');
  });

  test('writes the range and the time zone beside the figures', async () => {
    await openOverview();
    expect(await screen.findByText('02-04-2024 – 01-05-2024')).toBeInTheDocument();
    expect(screen.getByText('01 May 2024')).toBeInTheDocument();
    expect(await screen.findByText(/Eastern European Time \(GMT\+[23]\)/)).toBeInTheDocument();
  });

  test('shows today by half hours, as a chart with a description and as a table, and the next reservations', async () => {
    const night = { ...hearing, id: 'b'.repeat(24), name: 'Night watch', time_from: '22:00', time_to: '02:00' };
    backend.answers.set('GET reservations/', { body: { count: 2, results: [hearing, night] } });
    await openOverview();
    const chart = await main().findByRole('slider', { name: 'Today by half hours' });
    expect(chart).toHaveAccessibleDescription(
      /^Today by half hours: 3 requests so far, at most 2 interpreters planned at once\./,
    );
    const table = main().getByRole('table', { name: /^Today by half hours/, hidden: true });
    const heads = within(table).getAllByRole('columnheader', { hidden: true });
    expect(heads.map((head) => head.textContent)).toEqual([
      'Half hour from',
      'Requests',
      'Reservations',
      'Planned interpreters',
    ]);
    const row = within(table).getByRole('row', { name: /^09:30/, hidden: true });
    expect(row).toHaveTextContent('09:30312');
    const next = within(await main().findByRole('region', { name: 'Next reservations' }));
    expect(await next.findByRole('link', { name: 'Court hearing' })).toHaveAttribute(
      'href',
      `/dashboard/reservations/${'a'.repeat(24)}`,
    );
    expect(next.getAllByText('Nobody assigned')).toHaveLength(2);
    expect(next.getByText('22:00–02:00 +1')).toBeInTheDocument();
    expect(next.getByRole('link', { name: 'All reservations' })).toBeInTheDocument();
  });

  test('has nothing of reservations where they are off', async () => {
    await openOverview({ tenant: { ...testTenant, flags: { ...testTenant.flags, reservations: false } } });
    expect(await main().findByRole('slider', { name: 'Today by half hours' })).toBeInTheDocument();
    expect(main().queryByText(/reservation/i)).not.toBeInTheDocument();
    expect(screen.queryByText(/not covered/i)).not.toBeInTheDocument();
    expect(backend.callsTo('reservations/')).toEqual([]);
    expect(backend.callsTo('reservations/work/')).toEqual([]);
  });

  test('shows an interpreter all that waits for their answer, offers with their deadline, the next shift and today, with place and way, and the next reservations in which they take part', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const shift: Partial<Shift> = {
      id: 'b'.repeat(24),
      date: today,
      from: soon(1),
      to: soon(5),
      occupied_from: soon(0.5),
      location_type: 'site',
      address: 'Laeva 2',
      travel_time: 30,
      emergency: false,
    };
    backend.answers.set('GET shifts/', { body: { count: 1, results: [shift] } });
    const asked = {
      id: interpreter.id,
      name: 'Mari',
      obstacle: null,
      response: 'asked',
      responded: null,
      message: null,
    };
    const reservationOn = (date: string, more = {}) => ({
      ...hearing,
      id: date.replaceAll('-', '').padEnd(24, '0'),
      date,
      ...more,
    });
    const accepted = { ...asked, response: 'accepted' };
    const later = reservationOn('2999-05-03', { name: 'Later hearing', interpreters: [asked] });
    const offered = reservationOn('2999-05-04', {
      name: 'Offered hearing',
      interpreters: [{ ...asked, response: 'offered' }],
      offer: { deadline: '2999-05-02T14:00:00+03:00', next: null },
    });
    const declined = reservationOn('2999-05-05', {
      name: 'Declined hearing',
      interpreters: [{ ...asked, response: 'declined' }],
    });
    const listed = [reservationOn(today, { interpreters: [accepted] }), later, offered, declined];
    backend.answers.set('GET reservations/', ({ query }) =>
      query.includes('unanswered=true')
        ? { body: { count: 49, results: [later, offered] } }
        : { body: { count: 4, results: listed } },
    );
    await openOverview({ user: interpreter });
    const next = within(await main().findByRole('region', { name: 'Next shift' }));
    expect(next.getByText('Laeva 2')).toBeInTheDocument();
    expect(next.getByText(/^30 min of travel, leave at/)).toBeInTheDocument();
    const ownDay = within(main().getByRole('region', { name: 'Your day' }));
    expect(ownDay.getByRole('link', { name: 'Court hearing' })).toBeInTheDocument();
    expect(ownDay.getByText('Pärnu mnt 7')).toBeInTheDocument();
    expect(ownDay.queryByText('Waits for your answer')).not.toBeInTheDocument();
    const waiting = within(main().getByRole('region', { name: 'Waits for your answer' }));
    expect(waiting.getByRole('link', { name: 'Later hearing' })).toBeInTheDocument();
    expect(waiting.getByRole('link', { name: 'Offered hearing' })).toBeInTheDocument();
    expect(waiting.getByText('Answer by 02-05-2999 14:00')).toBeInTheDocument();
    expect(waiting.getByRole('link', { name: 'All 49' })).toHaveAttribute(
      'href',
      '/dashboard/reservations?unanswered=true',
    );
    const coming = within(main().getByRole('region', { name: 'Next reservations' }));
    expect(coming.getByText('Waits for your answer')).toBeInTheDocument();
    // They take no part in what they have declined, nor yet in what they are offered.
    expect(coming.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'All reservations',
      'Later hearing',
    ]);
    expect(backend.callsTo('overview/day/')).toEqual([]);
  });

  test('tells an interpreter of an absence of some hours while it lasts, with its end', async () => {
    const ofHours = (digit: string, from: number, to: number) => ({
      id: digit.repeat(24),
      from: new Date(Date.now() + from * 3_600_000).toISOString(),
      to: new Date(Date.now() + to * 3_600_000).toISOString(),
      time_to: '12:00',
    });
    const results = [ofHours('1', -4, -3), ofHours('2', -2, 2), ofHours('3', 3, 4)];
    backend.answers.set('GET absences/', { body: { count: 3, results } });
    await openOverview({ user: interpreter });
    const link = await main().findByRole('link', { name: /^You are absent until \d\d-\d\d-\d{4} \d\d:\d\d\.$/ });
    expect(link).toHaveAttribute('href', `/dashboard/absences/${'2'.repeat(24)}`);
  });

  // Q21
  test('has in the day of an interpreter also the shift that began the evening before', async () => {
    const [yesterday, from, to] = [-24, -2, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
    const night = {
      id: 'b'.repeat(24),
      date: yesterday?.slice(0, 10),
      from,
      to,
      location_type: 'remote',
      address: null,
    };
    backend.answers.set('GET shifts/', { body: { count: 1, results: [night] } });
    backend.answers.set('GET reservations/', { body: { count: 0, results: [] } });
    await openOverview({ user: interpreter });
    const entry = await main().findByRole('link', { name: 'Shift' });
    expect(within(main().getByRole('region', { name: 'Your day' })).getByRole('link', { name: 'Shift' })).toBe(entry);
  });

  test('has the day of the deployment, which may be another than that of UTC', async () => {
    // One of the two is always on another day than UTC.
    const timeZone = new Date().getUTCHours() >= 11 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
    await openOverview({ user: interpreter, tenant: { ...testTenant, timeZone } });
    await main().findByText('No shift in the next 14 days.');
    const asked = new URLSearchParams(backend.callsTo('shifts/')[0]?.query).get('from_day');
    expect(asked).toBe(new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format());
  });

  test('shows an interpreter their own figures and nothing of users', async () => {
    backend.answers.set('GET overview/', { body: { ...overview, scope: 'own', registered_users: null } });
    await openOverview({ user: interpreter });
    expect(await main().findByText('No shift in the next 14 days.')).toBeInTheDocument();
    expect(await main().findByRole('link', { name: 'Your interpretation requests: Online' })).toBeInTheDocument();
    expect(main().getByRole('link', { name: 'Your average feedback' })).toBeInTheDocument();
    expect(main().queryByText('Registered users')).not.toBeInTheDocument();
  });

  test('has no feedback where the flag is off', async () => {
    await openOverview({ tenant: { ...testTenant, flags: { ...testTenant.flags, feedback: false } } });
    expect(await main().findByText('Interpretation requests')).toBeInTheDocument();
    expect(main().queryByText('Average feedback')).not.toBeInTheDocument();
  });

  test('has no interpreters online where the flag is off, and each card of requests leads to the one list there is', async () => {
    await openOverview({ tenant: { ...testTenant, country: null, flags: { ...testTenant.flags, online: false } } });
    const requests = await main().findByRole('link', { name: 'Interpretation requests' });
    expect(requests).toHaveAttribute('href', '/dashboard/offline?from_day=2024-04-02&to_day=2024-05-01');
    expect(requests).toHaveAccessibleDescription('1,200 40.0 a day on average');
    const waiting = main().getByRole('link', { name: 'Average waiting time' });
    expect(waiting).toHaveAttribute(
      'href',
      '/dashboard/offline?from_day=2024-04-02&to_day=2024-05-01&outcome=answered',
    );
    expect(waiting).toHaveAccessibleDescription('0:24 Request to answer, mean of 1100 answered');
    expect(main().getByRole('link', { name: 'Service level' })).toHaveAccessibleDescription(
      '88% Answered within 30\u00a0s ÷ (answered + not answered)',
    );
    expect(main().queryByText('Interpreters online')).not.toBeInTheDocument();
  });

  test('shows a message if there is no data yet', async () => {
    const nothing = {
      requests: 0,
      average_waiting: null,
      online_interpreters: 0,
      average_feedback: null,
      feedback_count: 0,
    };
    backend.answers.set('GET overview/', { body: { ...overview, ...nothing } });
    await openOverview();
    expect(await screen.findByText('No requests yet in this period')).toBeInTheDocument();
    expect(screen.getByText('No ratings yet in this period')).toBeInTheDocument();
    expect(screen.getByText('Nobody is online right now')).toBeInTheDocument();
  });

  test('shows that the figures are loading', async () => {
    let answer = () => undefined as void;
    const asked = new Promise<void>((go) => {
      answer = go;
    });
    backend.answers.set('GET overview/', async () => {
      await asked;
      return { body: overview };
    });
    await openOverview();
    expect(await screen.findByText('Loading the figures')).toBeInTheDocument();
    answer();
    expect(await main().findByRole('link', { name: 'Registered users' })).toBeInTheDocument();
    expect(screen.queryByText('Loading the figures')).not.toBeInTheDocument();
  });

  test('shows a failure with its request id, and tries again', async () => {
    backend.answers.set('GET overview/', problem('forbidden'));
    await openOverview();
    expect(await screen.findByRole('heading', { name: 'The figures could not be loaded' })).toBeInTheDocument();
    expect(screen.getByText('You do not have permission to do this.')).toBeInTheDocument();
    backend.answers.set('GET overview/', { body: overview });
    await userEvent.setup().click(main().getByRole('button', { name: 'Try again' }));
    expect(await main().findByRole('link', { name: 'Registered users' })).toBeInTheDocument();
  });

  test('keeps the last figures if they cannot be refreshed, and shows that', async () => {
    await openOverview();
    await main().findByRole('link', { name: 'Registered users' });
    backend.answers.set('GET overview/', problem('forbidden'));
    await userEvent.setup().click(main().getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('The figures could not be refreshed. These are the last ones.')).toBeInTheDocument();
    expect(main().getByRole('link', { name: 'Registered users' })).toHaveAccessibleDescription('87 Approved, to date');
    backend.answers.set('GET overview/', { body: { ...overview, registered_users: 88 } });
    await userEvent.setup().click(main().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText('88')).toBeInTheDocument());
    expect(screen.queryByText(/could not be refreshed/)).not.toBeInTheDocument();
  });
});
