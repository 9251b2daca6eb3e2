import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Schedule } from '../../../contract/schedules.ts';
import type { Shift } from '../../../contract/shifts.ts';
import { type FakeBackend, manager, problem, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { openSignedIn, testTenant } from '../../../tests/support/renderApp.ts';

let backend: FakeBackend;
let close = () => undefined as void;
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
  can: { update: true, delete: true },
} as const;
const schedule: Schedule = {
  ...terms,
  id: '00000000000000000000000c',
  etag: '"7"',
  date: '2099-11-24',
  until: '2099-12-29',
  repeat: 'weekly',
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
const lanes = (own: Shift) => ({
  count: 2,
  results: [
    { interpreter: anna, interpreter_name: 'Anna Mägi', shifts: [own] },
    { interpreter: bo, interpreter_name: 'Bo Saar', shifts: [] },
  ],
});

async function open(path: string, options: Parameters<typeof openSignedIn>[2] = {}) {
  close = (await openSignedIn(path, backend, options)).close;
  // Beneath a window over it the page is hidden from assistive technology.
  return within(await screen.findByRole('main', { hidden: true }, { timeout: 20_000 }));
}

beforeAll(async () => {
  // jsdom has no layout to scroll.
  Element.prototype.scrollTo = () => undefined;
  backend = await startFakeBackend();
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
afterAll(() => backend.stop());
afterEach(() => {
  close();
  backend.reset();
  localStorage.clear();
});

test('a week has a lane for each interpreter, and says of each shift what it is', async () => {
  const page = await open('/dashboard/calendar?day=2099-11-26');
  const chip = await page.findByRole('button', { name: '08:00–12:00, Emergency, Online, Can be reserved' });
  expect(page.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Anna Mägi', 'Bo Saar']);
  expect(chip.closest('[role="gridcell"]')).toHaveAccessibleName(/^Anna Mägi, Tuesday 24 November 2099, 1 shift/);
  expect(backend.callsTo('calendar/')[0]?.query).toContain('from_day=2099-11-23&to_day=2099-11-29');
  expect(page.getByText(/Europe\/Tallinn/)).toBeInTheDocument();
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
  const [call] = backend.callsTo('calendar/');
  for (const asked of ['page=2', 'people=busy', 'emergency=true', `partner=${anna}`])
    expect(call?.query).toContain(asked);
  await user.type(page.getByRole('searchbox', { name: 'Find an interpreter' }), 'bo');
  await waitFor(() => expect(backend.callsTo('calendar/').at(-1)?.query).toContain('search=bo'));
  expect(backend.callsTo('calendar/').at(-1)?.query).not.toContain('page=2');
});

test('what was typed is asked about before the window closes', async () => {
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

test('two people change a shift: both versions are shown, and what was typed can stand', async () => {
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
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Change' }));
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
  // On the way there and back nothing of what was typed is lost.
  backend.answers.set(`GET schedules/${schedule.id}/blocking_reservations/`, { body: { count: 0, results: [] } });
  await user.click(dialog.getByRole('link', { name: 'See the reservations in the way' }));
  const [back] = await screen.findAllByRole('link', { name: 'Back to the calendar' });
  if (back) await user.click(back);
  const form = within(await screen.findByRole('form', { name: 'Change' }));
  expect(form.getByRole('textbox', { name: 'To' })).toHaveValue('13:00');
  expect(form.getByRole('radio', { name: 'Series' })).toBeChecked();
});

test('each day is shown with its verdict, and the days between conflicts become schedules of their own', async () => {
  const day = (date: string, isFree: boolean) => ({
    date,
    from: `${date}T08:00:00+02:00`,
    to: `${date}T16:00:00+02:00`,
    occupied_from: `${date}T08:00:00+02:00`,
    occupied_to: `${date}T16:00:00+02:00`,
    verdict: isFree ? 'free' : 'refused',
    reasons: isFree ? [] : ['shift_overlap'],
    shifts: [],
  });
  backend.answers.set('POST schedules/preview/', {
    body: {
      possible: false,
      occurrences: [day('2099-11-24', true), day('2099-12-01', false), day('2099-12-08', true)],
      left_out: [],
    },
  });
  backend.answers.set('POST schedules/', { status: 201, body: schedule });
  const page = await open(`/dashboard/calendar/create?interpreter=${anna}&date=2099-11-24&until=2099-12-08`);
  const days = within(await page.findByRole('list', { name: 'Days' }));
  expect(days.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Tue 24-11-2099, 08:00–16:00Free',
    'Tue 01-12-2099, 08:00–16:00This interpreter already has a shift for the chosen time.',
    'Tue 08-12-2099, 08:00–16:00Free',
  ]);
  await user.click(page.getByRole('switch', { name: /Leave these days out/ }));
  await user.click(page.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(backend.callsTo('schedules/')).toHaveLength(2));
  const sent = backend.callsTo('schedules/').map(({ body }) => body);
  expect(sent).toEqual([
    expect.objectContaining({ date: '2099-11-24', until: '2099-11-24', repeat: 'daily', time_from: '08:00' }),
    expect.objectContaining({ date: '2099-12-08', until: '2099-12-08', repeat: 'daily', time_from: '08:00' }),
  ]);
  expect(new Set(backend.callsTo('schedules/').map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

test('the interpreter of a schedule is shown by name, and another one found by typing, told from those of the same name', async () => {
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
  await user.click(await screen.findByRole('option', { name: 'Bo Saar, bo.saar@example.org' }));
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

test('an interpreter has a list of their own shifts; what the deployment lacks is not asked', async () => {
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
