import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Absence } from '../../../contract/absences.ts';
import { absence } from '../../../tests/support/absence.ts';
import { backendOfFile, findPage, openSignedIn, testTenant } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();
const user = userEvent.setup();
const anna = 'aaaaaaaaaaaaaaaaaaaaaaaa';
const rein = 'bbbbbbbbbbbbbbbbbbbbbbbb';

const illness: Absence = {
  ...absence,
  id: '000000000000000000000001',
  person: anna,
  person_name: 'Anna Mägi',
  from: '2099-11-24T12:00:00+02:00',
  to: '2099-11-26T00:00:00+02:00',
  kind: 'illness',
  state: 'reported',
};
const leave: Absence = {
  ...illness,
  id: '000000000000000000000002',
  person: rein,
  person_name: 'Rein Kask',
  from: '2099-11-27T00:00:00+02:00',
  to: '2099-11-28T00:00:00+02:00',
  kind: 'leave',
  state: 'requested',
};

const lane = (interpreter: string, interpreter_name: string) => ({
  interpreter,
  interpreter_name,
  active: true,
  suspended_until: null,
  shifts: [],
  bookings: [],
});

beforeAll(() => {
  // jsdom has no layout to scroll.
  Element.prototype.scrollTo = () => undefined;
});
beforeEach(() => {
  backend.answers.set('GET calendar/', {
    body: { count: 2, results: [lane(anna, 'Anna Mägi'), lane(rein, 'Rein Kask')], holidays: [] },
  });
  backend.answers.set('GET absences/', { body: { count: 2, results: [illness, leave] } });
});

const cells = (page: Awaited<ReturnType<typeof findPage>>, name: string) =>
  page.getAllByRole('gridcell', { name: new RegExp(`^${name}`) }).map((cell) => cell.textContent);

test('an absence is a ground at its hours on the lane, with its kind in words; one that is asked for is told apart', async () => {
  await openSignedIn('/dashboard/calendar?day=2099-11-24', backend);
  const page = await findPage();
  const noon = await page.findByTitle('Absent: Illness, 12:00–00:00');
  expect(noon).toHaveStyle({ insetInlineStart: '50%', inlineSize: '50%' });
  expect(page.getByTitle('Absent: Illness')).toHaveStyle({ insetInlineStart: '0%', inlineSize: '100%' });
  expect(page.getByTitle('Absent: Illness')).not.toHaveAttribute('data-requested');
  expect(page.getByTitle('Absence requested: Leave')).toHaveAttribute('data-requested');
  expect(cells(page, 'Anna').filter((text) => text?.includes('Absent'))).toHaveLength(2);
  expect(cells(page, 'Rein').filter((text) => text?.includes('Abs'))).toHaveLength(1);
  const [read, ...more] = backend.callsTo('absences/');
  expect(more).toEqual([]);
  const asked = decodeURIComponent(read?.query ?? '');
  for (const part of [anna, rein, 'from_day=2099-11-23', 'to_day=2099-11-29', 'requested'])
    expect(asked).toContain(part);
});

test('of more absences than one answer has, all are shown, each once', async () => {
  const id = (number: number) => String(number).padStart(24, '0');
  const first = Array.from({ length: 100 }, (_, at) => ({ ...illness, id: id(at) }));
  const pages = [first, [...first.slice(-1), { ...leave, id: id(100), state: 'approved' as const }]];
  backend.answers.set('GET absences/', ({ query }) => {
    const page = Number(new URLSearchParams(query).get('page') ?? 1);
    return { body: { count: 102, results: pages[page - 1] } };
  });
  await openSignedIn('/dashboard/calendar?day=2099-11-24', backend);
  const page = await findPage();
  expect(await page.findByTitle('Absent: Leave')).toBeInTheDocument();
  expect(page.getAllByTitle('Absent: Illness')).toHaveLength(100);
  expect(backend.callsTo('absences/')).toHaveLength(2);
});

test('absences that cannot be read are said to be missing, and can be read again', async () => {
  backend.answers.set('GET absences/', { status: 503 });
  await openSignedIn('/dashboard/calendar?day=2099-11-24', backend);
  const page = await findPage();
  await page.findByText('Absences could not be loaded. Absent people may look present here.');
  backend.answers.set('GET absences/', { body: { count: 1, results: [illness] } });
  await user.click(page.getByRole('button', { name: 'Try again' }));
  expect(await page.findByTitle('Absent: Illness')).toBeInTheDocument();
  expect(page.queryByText(/^Absences could not be loaded/)).toBeNull();
});

test('an agenda lists the absences of a day, and the legend names both grounds', async () => {
  await openSignedIn('/dashboard/calendar?day=2099-11-24&view=agenda', backend);
  const page = await findPage();
  const day = within(await page.findByRole('region', { name: /24 November/ }));
  expect((await day.findByText('Absent: Illness, 12:00–00:00')).parentElement).toHaveTextContent('Anna Mägi');
  await user.click(page.getByRole('button', { name: 'Legend' }));
  const legend = within(await screen.findByRole('dialog', { name: 'Legend' }));
  expect(legend.getByText('Absent')).toBeInTheDocument();
  expect(legend.getByText('Absence requested')).toBeInTheDocument();
});

test('paper says that somebody is absent, but not why: colleagues may see it', async () => {
  for (const [view, sheets] of [
    ['week', ['Absent, 12:00–00:00', 'Absent', 'Absence requested']],
    ['day', ['Absent, 12:00–00:00']],
    ['agenda', ['Absent, 12:00–00:00', 'Absent', 'Absence requested']],
  ] as const) {
    await openSignedIn(`/dashboard/calendar?day=2099-11-24&view=${view}`, backend);
    const page = await findPage();
    await page.findAllByText(/Illness/);
    window.dispatchEvent(new Event('beforeprint'));
    const paper = view === 'agenda' ? page : within(await page.findByRole('table'));
    for (const words of sheets) expect(await paper.findAllByText(words)).not.toHaveLength(0);
    expect(paper.queryAllByText(/Illness|Leave/)).toEqual([]);
    window.dispatchEvent(new Event('afterprint'));
  }
});

test('without the flag nobody asks for absences', async () => {
  await openSignedIn('/dashboard/calendar?day=2099-11-24', backend, {
    tenant: { ...testTenant, flags: { ...testTenant.flags, absences: false } },
  });
  const page = await findPage();
  await waitFor(() => expect(page.getAllByRole('gridcell')).toHaveLength(14));
  await user.click(page.getByRole('button', { name: 'Legend' }));
  expect(within(await screen.findByRole('dialog', { name: 'Legend' })).queryByText('Absent')).toBeNull();
  expect(backend.callsTo('absences/')).toEqual([]);
});
