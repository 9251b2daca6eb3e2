import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { getDefaultStore } from 'jotai';
import type { TakenBookings } from '../../../contract/coverage.ts';
import type { DayEffect, Schedule } from '../../../contract/schedules.ts';
import type { Shift } from '../../../contract/shifts.ts';
import { isStreamOpenAtom } from '#api/sharedEvents.ts';
import { manager, problem } from '../../../tests/support/fakeBackend.ts';
import { pollOnce } from '../../../tests/support/pollOnce.ts';
import { mari } from '../../../tests/support/person.ts';
import { findPage, openSignedIn, testTenant, backendOfFile } from '../../../tests/support/renderApp.ts';
import { hearing } from '../../../tests/support/reservation.ts';
import { translateTexts } from '../../../tests/support/translateTexts.ts';

const backend = backendOfFile();
const user = userEvent.setup();

const [anna, bo] = ['aaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbb'];
const terms = {
  interpreter: anna,
  interpreter_name: 'Anna Mägi',
  time_from: '08:00',
  time_to: '12:00',
  location_type: 'remote',
  address: null,
  travel_time: 0,
  request_type: 'online',
  communication_type: 'interpretation',
  allowReservations: true,
  emergency: true,
  source: 'platform',
  can: { update: true, delete: true, end: false },
} as const;
const schedule: Schedule = {
  ...terms,
  id: '00000000000000000000000c',
  etag: '"7"',
  date: '2099-11-24',
  until: '2099-12-29',
  repeat: 'weekly',
  days_out: [],
  state: 'enabled',
  zone: 'Europe/Tallinn',
  created: '2099-01-01T10:00:00+02:00',
};
const shift: Shift = {
  ...terms,
  id: '00000000000000000000000d',
  etag: '"3"',
  schedule: schedule.id,
  date: '2099-11-24',
  series_date: '2099-11-24',
  from: '2099-11-24T08:00:00+02:00',
  to: '2099-11-24T12:00:00+02:00',
  occupied_from: '2099-11-24T08:00:00+02:00',
  occupied_to: '2099-11-24T12:00:00+02:00',
  state: 'enabled',
  changed_alone: false,
};

/** Two lanes, of which one has the shift. */
const lanes = (shownShift: Shift) => ({
  count: 2,
  results: [
    { interpreter: anna, interpreter_name: 'Anna Mägi', active: true, suspended_until: null, shifts: [shownShift] },
    { interpreter: bo, interpreter_name: 'Bo Saar', active: true, suspended_until: null, shifts: [] },
  ],
});

async function open(path: string, options: Parameters<typeof openSignedIn>[2] = {}) {
  await openSignedIn(path, backend, options);
  // A dialog hides the page from assistive technology.
  return findPage();
}

beforeAll(async () => {
  // jsdom has no layout to scroll.
  Element.prototype.scrollTo = () => undefined;
});
beforeEach(() => {
  const people = [
    { id: anna, first_name: 'Anna', last_name: 'Mägi' },
    { id: bo, first_name: 'Bo', last_name: 'Saar' },
  ];
  backend.answers.set('GET users/', { body: { count: 2, results: people } });
  for (const person of people) backend.answers.set(`GET users/${person.id}/`, { body: person });
  backend.answers.set('GET calendar/', { body: lanes(shift) });
  backend.answers.set(`GET shifts/${shift.id}/`, { body: shift });
  backend.answers.set(`GET schedules/${schedule.id}/`, { body: schedule });
});

/** Goes from the open shift to its form. */
async function openForm() {
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Change' }));
  return within(await screen.findByRole('dialog', { name: /^Change / }));
}

test('a week has a lane per interpreter, and each shift has a description', async () => {
  const page = await open('/dashboard/calendar?day=2099-11-26');
  const chip = await page.findByRole('button', { name: '08:00–12:00, Emergency, Online, Can be reserved' });
  expect(page.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Anna Mägi', 'Bo Saar']);
  expect(chip.closest('[role="gridcell"]')).toHaveAccessibleName(/^Anna Mägi, Tuesday 24 November 2099, 1 shift/);
  expect(backend.callsTo('calendar/')[0]?.query).toContain('from_day=2099-11-23&to_day=2099-11-29');
  expect(page.getByText(/Eastern European Time \(GMT\+[23]\)/)).toBeInTheDocument();
});

// Q21
test('a night is on both of its days in a week', async () => {
  const times = { time_from: '22:00', time_to: '06:00' };
  const span = { from: '2099-11-24T22:00:00+02:00', to: '2099-11-25T06:00:00+02:00' };
  backend.answers.set('GET calendar/', { body: lanes({ ...shift, ...times, ...span }) });
  const page = await open('/dashboard/calendar?day=2099-11-26');
  const chips = await page.findAllByRole('button', { name: '22:00–06:00 +1, Emergency, Online, Can be reserved' });
  expect(chips.map(({ textContent }) => textContent)).toEqual(['22:00–06:00 +1', '–06:00']);
  expect(chips[1]?.closest('[role="gridcell"]')).toHaveAccessibleName(
    /^Anna Mägi, Wednesday 25 November 2099, 1 shift/,
  );
});

test('the lane of a suspended interpreter shows the suspension and its end', async () => {
  const { results } = lanes(shift);
  const suspended = { active: false, suspended_until: '2099-12-31T22:00:00Z' };
  backend.answers.set('GET calendar/', {
    body: {
      count: 2,
      results: results.map((lane, at) => (at === 0 ? { ...lane, ...suspended } : { ...lane, active: false })),
    },
  });
  const page = await open('/dashboard/calendar?day=2099-11-26');
  const [first, second] = await page.findAllByRole('rowheader');
  // jsdom does not make blocks of a flex container's children, so the space is missing there.
  expect(first).toHaveAccessibleName(/^Anna Mägi ?Suspended until 31-12-2099$/);
  expect(second).toHaveAccessibleName(/^Bo Saar ?Suspended or not approved$/);
});

test('the travel time of a shift has its unit', async () => {
  const travelling = { ...shift, travel_time: 30 };
  backend.answers.set('GET calendar/', { body: lanes(travelling) });
  backend.answers.set(`GET shifts/${shift.id}/`, { body: travelling });
  await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`);
  const term = await within(await screen.findByRole('dialog')).findByText('Travel time', { selector: 'dt' });
  expect(term.nextElementSibling).toHaveTextContent(/^30 min$/);
});

test('a shift is called off after a question that names it, and put back without one', async () => {
  backend.answers.set(`PATCH shifts/${shift.id}/`, { body: shift });
  await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`);
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Call off' }));
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Call off the shift: Anna Mägi, 24-11-2099?' }),
  );
  expect(backend.calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Call off' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog', { name: /^Call off/ })).not.toBeInTheDocument());
  expect(backend.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { state: 'disabled' },
  ]);
});

// R117, R183
test('a series is deleted after a question that says it cannot be undone', async () => {
  backend.answers.set(`DELETE schedules/${schedule.id}/`, { status: 204 });
  await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`);
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('This cannot be undone.')).toBeInTheDocument();
  await user.click(question.getByRole('radio', { name: 'Series' }));
  expect(backend.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(backend.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      `schedules/${schedule.id}/`,
    ]),
  );
});

test('a shift is picked up, carried to the next day and lane by arrow keys, and saved for that day alone', async () => {
  backend.answers.set(`PATCH shifts/${shift.id}/`, { body: shift });
  const page = await open('/dashboard/calendar?day=2099-11-26');
  (await page.findByRole('button', { name: /08:00–12:00/ })).focus();
  await user.keyboard(' {ArrowRight}{ArrowDown}');
  expect(page.getByText('Bo Saar, Wednesday 25 November 2099, 08:00–12:00')).toBeInTheDocument();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('textbox', { name: 'Day' })).toHaveValue('25-11-2099');
  expect(dialog.getByRole('heading', { name: 'Move from Anna Mägi to Bo Saar, 25-11-2099' })).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const [call] = backend.calls.filter(({ method }) => method === 'PATCH');
  expect(call).toMatchObject({ path: `shifts/${shift.id}/`, body: { interpreter: bo, date: '2099-11-25' } });
  expect(call?.headers['if-match']).toBe('"3"');
  await waitFor(() => expect(backend.callsTo('calendar/').length).toBeGreaterThan(1));
});

test('filters and the search for a person ask the server, and begin with its first page', async () => {
  backend.answers.set('GET calendar/', { body: { ...lanes(shift), count: 240 } });
  const page = await open(`/dashboard/calendar?day=2099-11-26&page=2&emergency=true&partner=${anna}`);
  expect(await page.findByText('101–102 of 240')).toBeInTheDocument();
  const call = backend.callsTo('calendar/').find(({ query }) => query.includes('page=2'));
  for (const asked of ['people=busy', 'emergency=true', `partner=${anna}`]) expect(call?.query).toContain(asked);
  await user.type(page.getByRole('searchbox', { name: 'Find an interpreter' }), 'bo');
  await waitFor(() => expect(backend.callsTo('calendar/').at(-1)?.query).toContain('search=bo'));
  expect(backend.callsTo('calendar/').at(-1)?.query).not.toContain('page=2');
});

test('a week that cannot be read again says that it is old, and another one that cannot be read is not shown as one without shifts', async () => {
  getDefaultStore().set(isStreamOpenAtom, true);
  const page = await open('/dashboard/calendar?day=2099-11-26');
  await page.findByRole('button', { name: /08:00–12:00/ });
  backend.answers.set('GET calendar/', problem('forbidden'));
  await pollOnce(60_000);
  expect(await page.findByText(/This is what was read last/)).toBeInTheDocument();
  expect(page.getByRole('button', { name: /08:00–12:00/ })).toBeInTheDocument();
  await user.click(page.getByRole('button', { name: 'Next week' }));
  expect(await page.findByText('The calendar could not be loaded')).toBeInTheDocument();
  expect(page.queryByRole('grid')).not.toBeInTheDocument();
});

test('weeks of a person that cannot be read do not show the shifts of other weeks', async () => {
  backend.answers.set(`GET users/${mari.id}/`, { body: mari });
  backend.answers.set('GET shifts/', { body: { count: 1, results: [shift] } });
  const page = await open(`/dashboard/users/${mari.id}/shifts?from=2099-11-20`);
  await page.findByRole('link', { name: '24-11-2099' });
  backend.answers.set('GET shifts/', problem('forbidden'));
  await user.click(page.getByRole('link', { name: 'Later' }));
  expect(await page.findByText('The shifts could not be loaded')).toBeInTheDocument();
  expect(page.queryByRole('link', { name: '24-11-2099' })).not.toBeInTheDocument();
});

test('an address of a page past the last one leads to the last one', async () => {
  backend.answers.set('GET calendar/', ({ query }) => ({
    body: query.includes('page=3') ? { count: 2, results: [] } : lanes(shift),
  }));
  const page = await open('/dashboard/calendar?day=2099-11-26&page=3');
  expect(await page.findByRole('rowheader', { name: /Anna Mägi/ })).toBeInTheDocument();
  expect(page.queryByText(/401/)).not.toBeInTheDocument();
  expect(new URLSearchParams(location.search).get('page')).toBe('1');
});

test('unsaved changes are asked about before the dialog closes', async () => {
  await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`);
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Change' }));
  const form = within(await screen.findByRole('form', { name: 'Change' }));
  await user.type(form.getByRole('textbox', { name: 'To' }), '0');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Stay here' }));
  expect(form.getByRole('textbox', { name: 'To' })).toHaveValue('12:000');
  await user.type(form.getByRole('textbox', { name: 'To' }), '{Backspace}');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('two people change a shift: both versions are shown, and the own one can be saved', async () => {
  const theirs = { ...shift, etag: '"4"', time_from: '09:00' };
  let reads = 0;
  backend.answers.set(`GET shifts/${shift.id}/`, () => ({ body: (reads += 1) === 1 ? shift : theirs }));
  backend.answers.set(`PATCH shifts/${shift.id}/`, ({ headers }) =>
    headers['if-match'] === '"4"' ? { body: theirs } : problem('precondition_failed'),
  );
  await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`);
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Change' }));
  const form = within(await screen.findByRole('form', { name: 'Change' }));
  const from = form.getByRole('textbox', { name: 'From' });
  await user.clear(from);
  await user.type(from, '10');
  await user.click(form.getByRole('button', { name: 'Save' }));
  const clash = within(await screen.findByRole('alertdialog'));
  expect(await clash.findByRole('row', { name: /From 09:00 10/ })).toBeInTheDocument();
  await user.click(clash.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const sent = backend.calls.filter(({ method }) => method === 'PATCH');
  expect(sent.map(({ body, headers }) => [body, headers['if-match']])).toEqual([
    [{ time_from: '10:00' }, '"3"'],
    [{ time_from: '10:00' }, '"4"'],
  ]);
});

test('the series is changed as it was read; a refusal leads to the reservations in the way', async () => {
  backend.answers.set(`PATCH schedules/${schedule.id}/`, problem('shift_reserved'));
  await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`);
  const dialog = await openForm();
  await user.click(dialog.getByRole('radio', { name: 'Series' }));
  const to = dialog.getByRole('textbox', { name: 'To' });
  await user.clear(to);
  await user.type(to, '13');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('link', { name: 'See the reservations in the way' })).toHaveAttribute(
    'href',
    `/dashboard/reservations/blocking-reservations/schedule/${schedule.id}`,
  );
  const [call] = backend.calls.filter(({ method }) => method === 'PATCH');
  expect(call).toMatchObject({ path: `schedules/${schedule.id}/`, body: { time_to: '13:00' } });
  expect(call?.headers['if-match']).toBe('"7"');
  // Going there and back loses no typed value.
  backend.answers.set(`GET schedules/${schedule.id}/blocking_reservations/`, { body: { count: 0, results: [] } });
  await user.click(dialog.getByRole('link', { name: 'See the reservations in the way' }));
  const [back] = await screen.findAllByRole('link', { name: 'Back to the calendar' });
  if (back) await user.click(back);
  const form = within(await screen.findByRole('form', { name: 'Change' }));
  expect(form.getByRole('textbox', { name: 'To' })).toHaveValue('13:00');
  expect(form.getByRole('radio', { name: 'Series' })).toBeChecked();
});

const previewed = (date: string, reasons: string[], effect: DayEffect = 'added') => ({
  date,
  from: `${date}T08:00:00+02:00`,
  to: `${date}T16:00:00+02:00`,
  occupied_from: `${date}T08:00:00+02:00`,
  occupied_to: `${date}T16:00:00+02:00`,
  effect,
  verdict: reasons.length === 0 ? 'free' : 'refused',
  reasons,
  shifts: [],
});

test('each day is shown with its verdict, and one schedule leaves out the days that conflict', async () => {
  backend.answers.set('POST schedules/preview/', {
    body: {
      possible: false,
      occurrences: [
        previewed('2099-11-24', []),
        previewed('2099-12-01', ['shift_overlap']),
        previewed('2099-12-08', []),
      ],
      left_out: [],
      reservations: [],
    },
  });
  backend.answers.set('POST schedules/', { status: 201, body: { ...schedule, days_out: ['2099-12-01'] } });
  const page = await open(`/dashboard/calendar/create?interpreter=${anna}&date=2099-11-24&until=2099-12-08`);
  const days = within(await page.findByRole('list', { name: 'Days' }));
  const rows = () => days.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows()).toEqual([
    'Tue 24-11-2099, 08:00–16:00Free',
    'Tue 01-12-2099, 08:00–16:00This interpreter already has a shift for the chosen time.',
    'Tue 08-12-2099, 08:00–16:00Free',
  ]);
  await user.click(page.getByRole('switch', { name: /Leave these days out/ }));
  expect(rows()[1]).toMatch(/ Left out\.$/);
  await user.click(page.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Days left out: 1')).toBeInTheDocument();
  expect(backend.callsTo('schedules/').map(({ body }) => body)).toEqual([
    expect.objectContaining({
      date: '2099-11-24',
      until: '2099-12-08',
      repeat: 'daily',
      time_from: '08:00',
      days_out: ['2099-12-01'],
    }),
  ]);
});

test('a day that exceeds limits of working time says which, and by how much', async () => {
  const longDay = { limit: 'hours_per_day', minutes: 630, bound: 600 };
  const shortRest = { limit: 'rest', minutes: 480, bound: 660 };
  backend.answers.set('POST schedules/preview/', {
    body: {
      possible: false,
      occurrences: [
        { ...previewed('2099-11-24', []), excess: [longDay, shortRest] },
        { ...previewed('2099-12-01', ['working_time_exceeded']), excess: [longDay] },
        previewed('2099-12-08', []),
      ],
      left_out: [],
      reservations: [],
    },
  });
  const page = await open(`/dashboard/calendar/create?interpreter=${anna}&date=2099-11-24&until=2099-12-08`);
  const days = within(await page.findByRole('list', { name: 'Days' }));
  expect(days.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Tue 24-11-2099, 08:00–16:00Free · 10 hrs 30 mins on this day, limit 10 hrs · 8 hrs of rest instead of 11 hrs',
    'Tue 01-12-2099, 08:00–16:00With this shift the interpreter would exceed a limit of working time. 10 hrs 30 mins on this day, limit 10 hrs',
    'Tue 08-12-2099, 08:00–16:00Free',
  ]);
});

test('a public holiday has its name in the head of a week, on its lanes, on paper, in a month, in an agenda and in a preview', async () => {
  const holidays = [{ date: '2099-11-25', names: { ee: 'Püha', en: 'Feast' } }];
  backend.answers.set('GET calendar/', { body: { ...lanes(shift), holidays } });
  const week = await open('/dashboard/calendar?day=2099-11-24');
  expect(await week.findByRole('columnheader', { name: 'Wed 25 Feast' })).toBeInTheDocument();
  expect(week.getByRole('gridcell', { name: /^Anna Mägi, .*25.*, Feast, / })).toBeInTheDocument();
  window.dispatchEvent(new Event('beforeprint'));
  expect(await week.findByRole('columnheader', { name: 'Wed 25-11 Feast' })).toBeInTheDocument();
  window.dispatchEvent(new Event('afterprint'));
  const agenda = await open('/dashboard/calendar?day=2099-11-24&view=agenda');
  expect(await agenda.findByRole('heading', { name: 'Wednesday 25 November 2099 · Feast' })).toBeInTheDocument();
  backend.answers.set('GET calendar/month/', { body: { days: [], holidays } });
  const month = await open('/dashboard/calendar?day=2099-11-24&view=month');
  expect(await month.findByRole('button', { name: /^Wednesday 25 November 2099, .*, Feast/ })).toBeInTheDocument();
  backend.answers.set('POST schedules/preview/', {
    body: { possible: true, occurrences: [previewed('2099-11-25', [])], holidays, left_out: [], reservations: [] },
  });
  const form = await open(`/dashboard/calendar/create?interpreter=${anna}&date=2099-11-25`);
  const days = within(await form.findByRole('list', { name: 'Days' }));
  expect(days.getByRole('listitem')).toHaveTextContent(/Free · Public holiday: Feast$/);
});

test('a shift that exceeds a limit of working time says so', async () => {
  const excess = [{ limit: 'hours_per_week', minutes: 3000, bound: 2880 }];
  backend.answers.set(`GET shifts/${shift.id}/`, { body: { ...shift, excess } });
  await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`);
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByText('Working time')).nextElementSibling).toHaveTextContent(
    '50 hrs in this week, limit 48 hrs',
  );
});

/** Opens the form of the shift and chooses a part of its series. */
async function changeSeries(scope: 'Series' | 'This and following', person = manager) {
  await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`, { user: person });
  const dialog = await openForm();
  await user.click(dialog.getByRole('radio', { name: scope }));
  const last = dialog.getByRole('textbox', { name: 'Last day' });
  expect(last).toHaveValue('29-12-2099');
  const rows = () =>
    within(dialog.getByRole('list', { name: 'What changes' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  return { dialog, last, rows };
}

test('a series is extended: its new days are previewed, and conflicting days can be left out', async () => {
  backend.answers.set(`POST schedules/${schedule.id}/preview/`, {
    body: {
      possible: false,
      occurrences: [
        previewed('2099-12-29', [], 'kept'),
        previewed('2099-12-30', []),
        previewed('2099-12-31', ['shift_overlap']),
      ],
      left_out: [],
      reservations: [],
    },
  });
  backend.answers.set(`PATCH schedules/${schedule.id}/`, { body: schedule });
  const { dialog, last, rows } = await changeSeries('Series');
  expect(dialog.getByRole('textbox', { name: 'First day' })).toBeDisabled();
  await user.clear(last);
  await user.type(last, '31-12-2099');
  expect(await dialog.findByText('Added: 1 · Not possible: 1')).toBeInTheDocument();
  expect(rows()).toEqual([
    'Wed 30-12-2099, 08:00–16:00Added.',
    'Thu 31-12-2099, 08:00–16:00This interpreter already has a shift for the chosen time.',
  ]);
  await user.click(dialog.getByRole('switch', { name: /Leave these days out/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(backend.callsTo(`schedules/${schedule.id}/preview/`).at(-1)?.body).toEqual({ until: '2099-12-31' });
  const [call] = backend.calls.filter(({ method }) => method === 'PATCH');
  expect(call).toMatchObject({
    path: `schedules/${schedule.id}/`,
    body: { until: '2099-12-31', days_out: ['2099-12-31'] },
  });
});

/** The preview of the series made shorter by a day with a reservation and one without. */
function previewShorter() {
  const id = '00000000000000000000000e';
  backend.answers.set(`POST shifts/${shift.id}/following/preview/`, {
    body: {
      possible: false,
      occurrences: [
        previewed('2099-11-24', [], 'kept'),
        previewed('2099-12-08', ['shift_reserved'], 'removed'),
        previewed('2099-12-15', [], 'removed'),
      ],
      left_out: [],
      reservations: [
        { id, name: 'Court', from: '2099-12-08T09:00:00+02:00', to: '2099-12-08T10:00:00+02:00', shifts: [] },
      ],
    },
  });
}

test('a series made shorter says on which days saving asks about reservations', async () => {
  previewShorter();
  const { dialog, last, rows } = await changeSeries('This and following');
  await user.clear(last);
  await user.type(last, '1-12-2099');
  expect(await dialog.findByText('Taken out: 2 · With reservations: 1')).toBeInTheDocument();
  expect(dialog.getByText(/approved reservations: Court \(08-12-2099, 09:00–10:00\)/)).toBeInTheDocument();
  expect(rows()).toEqual([
    'Tue 08-12-2099, 08:00–16:00Taken out of the calendar. Saving asks who takes over reservations that are no longer covered.',
    'Tue 15-12-2099, 08:00–16:00Taken out of the calendar.',
  ]);
  expect(dialog.queryByRole('link', { name: 'See the reservations in the way' })).not.toBeInTheDocument();
});

test('who does not plan reservations sees those in the way of a shorter series; on the way there and back nothing typed is lost', async () => {
  previewShorter();
  backend.answers.set(`PATCH shifts/${shift.id}/following/`, problem('shift_reserved'));
  backend.answers.set(`GET schedules/${schedule.id}/blocking_reservations/`, { body: { count: 0, results: [] } });
  const { verdicts } = manager;
  const { dialog, last, rows } = await changeSeries('This and following', {
    ...manager,
    verdicts: { ...verdicts, collections: { ...verdicts.collections, reservations: 'read' } },
  });
  await user.clear(last);
  await user.type(last, '1-12-2099');
  expect(await dialog.findByText('Taken out: 1 · Not possible: 1')).toBeInTheDocument();
  expect(dialog.getByText(/Court \(08-12-2099, 09:00–10:00\)/)).toBeInTheDocument();
  expect(rows()[1]).toBe('Tue 15-12-2099, 08:00–16:00Taken out of the calendar.');
  expect(dialog.queryByRole('switch', { name: /Leave these days out/ })).not.toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'See the reservations in the way' })).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(
    await dialog.findByText(/You have an approved reservation/, { selector: '[role=alert] *' }),
  ).toBeInTheDocument();
  await user.click(dialog.getByRole('link', { name: 'See the reservations in the way' }));
  const [back] = await screen.findAllByRole('link', { name: 'Back to the calendar' });
  if (back) await user.click(back);
  const form = within(await screen.findByRole('form', { name: 'Change' }));
  expect(form.getByRole('textbox', { name: 'Last day' })).toHaveValue('01-12-2099');
  expect(form.getByRole('radio', { name: 'This and following' })).toBeChecked();
});

test('a shift that runs is ended now, and says which reservations are in the way', async () => {
  backend.answers.set(`GET shifts/${shift.id}/`, {
    body: { ...shift, can: { update: false, delete: false, end: true } },
  });
  backend.answers.set(`PATCH shifts/${shift.id}/`, problem('shift_reserved'));
  await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`);
  const facts = within(await screen.findByRole('dialog'));
  await user.click(await facts.findByRole('button', { name: 'Change the end' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'When does this shift end? Anna Mägi' }));
  const end = dialog.getByRole('textbox', { name: 'To' });
  expect(end).toHaveValue(
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Tallinn' }).format(),
  );
  await user.clear(end);
  await user.type(end, '930');
  await user.click(dialog.getByRole('button', { name: 'Change the end' }));
  expect(await dialog.findByRole('link', { name: 'See the reservations in the way' })).toBeInTheDocument();
  backend.answers.set(`PATCH shifts/${shift.id}/`, { body: shift });
  await user.click(dialog.getByRole('button', { name: 'Change the end' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(backend.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { time_to: '09:30' },
    { time_to: '09:30' },
  ]);
});

describe('approved reservations in the way of an act', () => {
  const eve = { interpreter: 'e'.repeat(24), interpreter_name: 'Eve Kask', shift: 'f'.repeat(24) };
  const free = {
    ...eve,
    group: 'ready' as const,
    obstacle: null,
    in_the_way: null,
    response: null,
    preferred_by: null,
    score: 80,
    reasons: [],
  };
  const court = { ...hearing, name: 'Court hearing', status: 'approved' as const };
  const given = { decisions: [{ reservation: court.id, outcome: 'replace', interpreter: eve.interpreter }] };
  const bookings: TakenBookings = [{ reservation: court, people: [anna], replacement: free, ready: 1 }];
  const inTheWay = problem('shift_reserved');
  /** The first attempt is refused, the second one is done. */
  const refuseFirst = (call: string, done: { status?: number; body?: unknown }) => {
    let isFirst = true;
    backend.answers.set(call, () => {
      const answer = isFirst ? inTheWay : done;
      isFirst = false;
      return answer;
    });
  };
  const single: Schedule = { ...schedule, repeat: 'once', until: schedule.date };
  const openShift = async (shownShift: Shift = shift) => {
    backend.answers.set('GET interpreters/free/', { body: { count: 0, impossible: 0, results: [] } });
    backend.answers.set(`GET schedules/${schedule.id}/`, { body: single });
    backend.answers.set(`GET shifts/${shift.id}/`, { body: shownShift });
    backend.answers.set(`POST shifts/${shift.id}/affected/`, { body: { bookings } });
    await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`);
    return within(await screen.findByRole('dialog'));
  };
  const decide = async (act: string) => {
    const question = within(await screen.findByRole('alertdialog', { name: 'Who takes over these reservations?' }));
    expect(await question.findByRole('row', { name: /Court hearing/ })).toHaveTextContent('Eve Kask takes it');
    const button = question.getByRole('button', { name: act });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    expect(
      await screen.findByText(act === 'Delete' ? 'Taken out of the calendar' : 'The shift was changed'),
    ).toBeInTheDocument();
  };
  const sent = (method: string) => backend.calls.filter((call) => call.method === method);

  test('are decided in one table when a shift is called off', async () => {
    const dialog = await openShift();
    refuseFirst(`PATCH shifts/${shift.id}/`, { body: { ...shift, state: 'disabled' } });
    await user.click(await dialog.findByRole('button', { name: 'Call off' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Call off' }));
    await decide('Call off');
    expect(sent('PATCH').map(({ body }) => body)).toEqual([{ state: 'disabled' }, { state: 'disabled', ...given }]);
  });

  test('are decided when a shift is deleted', async () => {
    const dialog = await openShift();
    backend.answers.set(`DELETE shifts/${shift.id}/`, inTheWay);
    backend.answers.set(`POST shifts/${shift.id}/remove/`, { status: 204 });
    await user.click(await dialog.findByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await decide('Delete');
    expect(backend.callsTo(`shifts/${shift.id}/remove/`)).toMatchObject([
      { body: given, headers: { 'if-match': '"3"' } },
    ]);
  });

  test('are decided when a running shift ends earlier', async () => {
    const dialog = await openShift({ ...shift, can: { update: false, delete: false, end: true } });
    refuseFirst(`PATCH shifts/${shift.id}/`, { body: shift });
    await user.click(await dialog.findByRole('button', { name: 'Change the end' }));
    const end = within(await screen.findByRole('dialog', { name: 'When does this shift end? Anna Mägi' }));
    await user.clear(end.getByRole('textbox', { name: 'To' }));
    await user.type(end.getByRole('textbox', { name: 'To' }), '930');
    await user.click(end.getByRole('button', { name: 'Change the end' }));
    await decide('Change the end');
    expect(sent('PATCH')[1]?.body).toEqual({ time_to: '09:30', ...given });
    expect(backend.callsTo(`shifts/${shift.id}/affected/`)).toMatchObject([
      { body: { changes: { time_to: '09:30' } } },
    ]);
  });

  test('are decided when a changed shift is saved', async () => {
    const dialog = await openShift();
    refuseFirst(`PATCH shifts/${shift.id}/`, { body: { ...shift, time_to: '09:00' } });
    await user.click(await dialog.findByRole('button', { name: 'Change' }));
    const form = within(await screen.findByRole('form', { name: 'Change' }));
    const to = form.getByRole('textbox', { name: 'To' });
    await user.clear(to);
    await user.type(to, '9');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await decide('Save');
    expect(sent('PATCH')[1]?.body).toEqual({ time_to: '09:00', ...given });
  });

  test('keep the shift as it is if nobody decides', async () => {
    const dialog = await openShift();
    backend.answers.set(`PATCH shifts/${shift.id}/`, inTheWay);
    await user.click(await dialog.findByRole('button', { name: 'Change' }));
    const form = within(await screen.findByRole('form', { name: 'Change' }));
    await user.clear(form.getByRole('textbox', { name: 'To' }));
    await user.type(form.getByRole('textbox', { name: 'To' }), '9');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Who takes over these reservations?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(await form.findByText(/You have an approved reservation/)).toBeInTheDocument();
    expect(form.getByRole('link', { name: 'See the reservations in the way' })).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: 'To' })).toHaveValue('09:00');
    expect(sent('PATCH')).toHaveLength(1);
  });

  test('that stay covered need no question', async () => {
    const dialog = await openShift();
    backend.answers.set(`POST shifts/${shift.id}/affected/`, { body: { bookings: [] } });
    refuseFirst(`PATCH shifts/${shift.id}/`, { body: { ...shift, time_to: '13:00' } });
    await user.click(await dialog.findByRole('button', { name: 'Change' }));
    const form = within(await screen.findByRole('form', { name: 'Change' }));
    await user.clear(form.getByRole('textbox', { name: 'To' }));
    await user.type(form.getByRole('textbox', { name: 'To' }), '13');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent('PATCH')[1]?.body).toEqual({ time_to: '13:00', decisions: [] });
  });
});

test('a day that a series leaves out is put back', async () => {
  backend.answers.set(`GET schedules/${schedule.id}/`, {
    body: { ...schedule, days_out: ['2020-01-07', '2099-12-08'] },
  });
  backend.answers.set(`POST schedules/${schedule.id}/preview/`, {
    body: { possible: true, occurrences: [previewed('2099-12-08', [])], left_out: [], reservations: [] },
  });
  backend.answers.set(`PATCH schedules/${schedule.id}/`, { body: schedule });
  await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`);
  const dialog = await openForm();
  expect(dialog.queryByRole('button', { name: /Put days back/ })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('radio', { name: 'Series' }));
  await user.click(dialog.getByRole('button', { name: /Put days back/ }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Tue 08-12-2099']);
  await user.click(screen.getByRole('option', { name: 'Tue 08-12-2099' }));
  await user.keyboard('{Escape}');
  expect(await dialog.findByText('Added: 1')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const [call] = backend.calls.filter(({ method }) => method === 'PATCH');
  expect(call).toMatchObject({ path: `schedules/${schedule.id}/`, body: { days_back: ['2099-12-08'] } });
});

test('a single shift begins to repeat, and its new days are shown before', async () => {
  const single = { ...schedule, repeat: 'once' as const, until: schedule.date };
  backend.answers.set(`GET schedules/${schedule.id}/`, { body: single });
  backend.answers.set(`POST schedules/${schedule.id}/preview/`, {
    body: { possible: true, occurrences: [previewed('2099-12-01', [])], left_out: [], reservations: [] },
  });
  backend.answers.set(`PATCH schedules/${schedule.id}/`, { body: schedule });
  await open(`/dashboard/calendar?day=2099-11-26&shift=${shift.id}`);
  const dialog = await openForm();
  await user.click(dialog.getByRole('button', { name: /Repeats/ }));
  await user.click(await screen.findByRole('option', { name: 'Every week' }));
  const last = dialog.getByRole('textbox', { name: 'Last day' });
  await user.clear(last);
  await user.type(last, '1-12-2099');
  expect(await dialog.findByText('Added: 1')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const [call] = backend.calls.filter(({ method }) => method === 'PATCH');
  expect(call).toMatchObject({
    path: `schedules/${schedule.id}/`,
    body: { repeat: 'weekly', until: '2099-12-01' },
  });
  await waitFor(() => expect(backend.callsTo('calendar/')).toHaveLength(2));
});

test('a month shows the hours of each day and how many people are missing, for everybody', async () => {
  const days = [
    { date: '2099-11-24', count: 315, planned: 2400, booked: 600, open: 120, short: 2 },
    { date: '2099-11-25', count: 0, planned: 0 },
  ];
  backend.answers.set('GET calendar/month/', { body: { days } });
  const page = await open('/dashboard/calendar?view=month&day=2099-11-26&emergency=true');
  const name = 'Tuesday 24 November 2099, 315 shifts, Planned: 40 h, Booked: 10 h, Open: 2 h, Missing: 2';
  expect(await page.findByRole('button', { name })).toBeInTheDocument();
  expect(page.getByRole('button', { name: 'Wednesday 25 November 2099, 0 shifts' })).toBeInTheDocument();
  const [call] = backend.callsTo('calendar/month/');
  for (const asked of ['from_day=2099-10-26', 'to_day=2099-12-06', 'people=busy', 'emergency=true'])
    expect(call?.query).toContain(asked);
  expect(call?.query).not.toContain('page');
  expect(backend.callsTo('calendar/')).toEqual([]);
  expect(page.queryByRole('navigation', { name: 'People' })).not.toBeInTheDocument();
});

test('the legend names icons, borders and hatching; it opens by keyboard and is printed', async () => {
  const page = await open('/dashboard/calendar?view=week&day=2099-11-23');
  (await page.findByRole('button', { name: 'Legend' })).focus();
  await user.keyboard('{Enter}');
  const legend = within(await screen.findByRole('dialog', { name: 'Legend' }));
  const entries = legend.getAllByRole('listitem').map((item) => item.textContent?.replace('09:00', ''));
  for (const name of ['Planned', 'Completed', 'Called off', 'Travel time', 'From another system'])
    expect(entries).toContain(name);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(page.getByRole('button', { name: 'Legend' })).toHaveFocus());
  const printed = document.querySelector('section[aria-label="Legend"]');
  expect(within(printed as HTMLElement).getByText('Called off')).toBeInTheDocument();
});

test('the field of a day counts the shifts that take place, also in a page that the browser has translated', async () => {
  getDefaultStore().set(isStreamOpenAtom, true);
  backend.answers.set('GET calendar/', { body: lanes({ ...shift, state: 'disabled' }) });
  const page = await open('/dashboard/calendar?day=2099-11-26');
  const name = (count: string) => new RegExp(`^Anna Mägi, Tuesday 24 November 2099, ${count}`);
  const field = await page.findByRole('gridcell', { name: name('0 shifts') });
  translateTexts(field.firstElementChild ?? field);
  backend.answers.set('GET calendar/', { body: lanes(shift) });
  await pollOnce(60_000);
  await waitFor(() => expect(field).toHaveAccessibleName(name('1 shift')));
});

describe('dragged with a mouse', () => {
  // Two lanes of 44 pixels, seven days of 100 pixels beside the names; the scrolled element is as high as they are.
  const box = { ...new DOMRect(0, 0, 876, 88).toJSON(), toJSON: () => ({}) } as DOMRect;
  const scrolled = jest.fn();
  beforeEach(() => {
    scrolled.mockClear();
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
    // jsdom has neither pointer capture nor a layout to scroll.
    Object.assign(Element.prototype, { setPointerCapture: () => undefined, scrollBy: scrolled });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Drags the shift of Anna on Tuesday. */
  async function drag({ from, to }: Record<'from' | 'to', { x: number; y: number }>) {
    const page = await open('/dashboard/calendar?day=2099-11-26');
    const chip = await page.findByRole('button', { name: /08:00–12:00/ });
    // jsdom has no PointerEvent: a mouse event of the same name carries the place.
    const send = (type: string, { x, y }: { x: number; y: number }) =>
      fireEvent(chip, new MouseEvent(type, { bubbles: true, button: 0, clientX: x, clientY: y }));
    send('pointerdown', from);
    send('pointermove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
    send('pointermove', to);
    // Scrolling near an edge happens in animation frames.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    send('pointerup', to);
    return within(await screen.findByRole('dialog'));
  }

  test('sideways near the edge, slightly diagonally: the shift stays with its interpreter', async () => {
    const dialog = await drag({ from: { x: 326, y: 40 }, to: { x: 426, y: 66 } });
    expect(await dialog.findByRole('textbox', { name: 'Day' })).toHaveValue('25-11-2099');
    expect(dialog.getByRole('combobox', { name: 'Interpreter' })).toHaveValue('Anna Mägi');
    expect(dialog.getByRole('heading', { name: 'Change Anna Mägi, 24-11-2099' })).toBeInTheDocument();
    expect(scrolled).not.toHaveBeenCalled();
  });

  test('clearly down into another lane it moves to another person, and both are named', async () => {
    const dialog = await drag({ from: { x: 326, y: 30 }, to: { x: 326, y: 66 } });
    expect(await dialog.findByRole('combobox', { name: 'Interpreter' })).toHaveValue('Bo Saar');
    expect(dialog.getByRole('heading', { name: 'Move from Anna Mägi to Bo Saar, 24-11-2099' })).toBeInTheDocument();
    expect(scrolled).toHaveBeenCalled();
  });
});

test('the interpreter of a schedule is shown by name; another is found by typing, and namesakes are distinguished', async () => {
  const cleo = { id: 'cccccccccccccccccccccccc', first_name: 'Cleo', last_name: 'Zander' };
  backend.answers.set(`GET users/${cleo.id}/`, { body: cleo });
  const named = (id: string, email: string) => ({ id, first_name: 'Bo', last_name: 'Saar', email });
  const found = [named(anna, 'bo@example.org'), named(bo, 'bo.saar@example.org')];
  backend.answers.set('GET users/', ({ query }) => ({
    body: { count: 300, results: query.includes('search=saa') ? found : [] },
  }));
  backend.answers.set('POST schedules/preview/', { body: { possible: true, occurrences: [], left_out: [] } });
  const page = await open(`/dashboard/calendar/create?interpreter=${cleo.id}&date=2099-11-24`);
  const field = await page.findByRole('combobox', { name: 'Interpreter' });
  expect(field).toHaveValue('Cleo Zander');
  await user.clear(field);
  await user.type(field, 'saa');
  await user.click(await screen.findByRole('option', { name: 'Bo Saar', description: 'bo.saar@example.org' }));
  const asked = decodeURIComponent(backend.callsTo('users/').at(-1)?.query ?? '');
  for (const part of ['search=saa', 'role[]=interpreter', 'approval_status[]=approved']) expect(asked).toContain(part);
  await waitFor(() =>
    expect(backend.callsTo('schedules/preview/').at(-1)?.body).toEqual(expect.objectContaining({ interpreter: bo })),
  );
});

test('a refused form leads to the interpreter, whose list waits until it is asked for and covers no error', async () => {
  backend.answers.set('GET users/', {
    body: { count: 1, results: [{ id: anna, first_name: 'Anna', last_name: 'Mägi' }] },
  });
  const page = await open('/dashboard/calendar/create?date=2099-11-24');
  await user.click(await page.findByRole('button', { name: 'Add' }));
  const field = page.getByRole('combobox', { name: 'Interpreter' });
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription('This field is required');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.click(field);
  expect(await screen.findByRole('option', { name: 'Anna Mägi' })).toBeInTheDocument();
});

test('a schedule of more days than one may have is not sent', async () => {
  backend.answers.set('POST schedules/preview/', { body: { possible: true, occurrences: [], left_out: [] } });
  const page = await open(`/dashboard/calendar/create?interpreter=${anna}&date=2090-01-01&until=2091-02-05`);
  const last = await page.findByRole('textbox', { name: 'Last day' });
  await user.click(page.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(last).toHaveAccessibleDescription('Please check dates'));
  expect(backend.callsTo('schedules/')).toEqual([]);
  await user.clear(last);
  await user.type(last, '4-2-2091');
  await user.click(page.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(backend.callsTo('schedules/')).toHaveLength(1));
});

test('an interpreter sees only their own shifts; the form has no fields that the deployment lacks', async () => {
  const me = { ...manager, id: anna, verdicts: { ...manager.verdicts, users: false } };
  const flags = { ...testTenant.flags, live: false, emergencySchedules: false, reservations: false };
  const page = await open('/dashboard/calendar?day=2099-11-24', { user: me, tenant: { ...testTenant, flags } });
  expect(await page.findByRole('button', { name: /08:00–12:00/ })).toBeInTheDocument();
  expect(page.queryByText('Anna Mägi')).not.toBeInTheDocument();
  expect(backend.callsTo('users/')).toEqual([]);
  fireEvent.click(page.getByRole('link', { name: 'Add schedule' }));
  expect(await page.findByRole('textbox', { name: 'From' })).toHaveValue('08:00');
  for (const label of ['Type', 'Place', 'Address', 'Service'])
    expect(page.queryByLabelText(label)).not.toBeInTheDocument();
  expect(page.queryByRole('switch')).not.toBeInTheDocument();
});
