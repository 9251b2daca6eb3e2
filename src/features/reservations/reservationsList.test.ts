import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Reservation } from '../../../contract/reservations.ts';
import { type FakeBackend, manager, problem, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { openSignedIn } from '../../../tests/support/renderApp.ts';
import { hearing } from '../../../tests/support/reservation.ts';

let backend: FakeBackend;
let close = () => undefined as void;

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
afterEach(() => {
  close();
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  backend.reset();
});

const work = { to_answer: 2, short: 1, uncovered: 0, today: 0, waiting: 3 };
const una = {
  id: 'e'.repeat(24),
  name: 'Una Kask',
  obstacle: null,
  response: 'accepted',
  responded: null,
  message: null,
  language_reason: null,
  booked_by_name: null,
} as const;
const covered: Reservation = {
  ...hearing,
  id: 'b'.repeat(24),
  etag: '"7"',
  name: 'Doctor',
  emergency: false,
  customer: 'c'.repeat(24),
  customer_name: 'Mari Tamm',
  interpreters: [una, { ...una, id: 'f'.repeat(24), name: 'Orri Saar', response: 'declined' }],
  approve_refused: null,
};
const main = () => within(screen.getByRole('main'));
const tabs = () => within(screen.getByRole('navigation', { name: 'Work' }));
const lastQuery = () => new URLSearchParams(backend.callsTo('reservations/').at(-1)?.query);

/** The reservations that wait for an answer; the second one can be approved. */
async function openInbox(path = '/dashboard/reservations', options: Parameters<typeof openSignedIn>[2] = {}) {
  const results = [hearing, covered];
  backend.answers.set('GET reservations/work/', { body: work });
  backend.answers.set('GET reservations/', () => ({ body: { count: results.length, results } }));
  backend.answers.set(`GET reservations/${hearing.id}/`, {
    body: { ...hearing, can: { ...hearing.can, approve: false } },
  });
  backend.answers.set(`GET reservations/${covered.id}/`, { body: covered });
  backend.answers.set(`POST reservations/${hearing.id}/approve/`, problem('no_interpreters_in_shift'));
  backend.answers.set(`POST reservations/${covered.id}/approve/`, () => {
    results.splice(1, 1);
    return { body: { ...covered, status: 'approved' } };
  });
  close = (await openSignedIn(path, backend, options)).close;
  await screen.findByRole('row', { name: /Doctor/ });
  return userEvent.setup();
}

test('the reservations open on those to answer, the soonest first, with the numbers of all views', async () => {
  await openInbox();
  expect(location.search).toBe('?open=true');
  const badge = await screen.findByRole('link', { name: 'Waiting for you: 3' });
  expect(badge).toHaveAttribute('href', '/dashboard/reservations');
  expect(screen.getByRole('button', { name: 'Open navigation, Waiting for you: 3', hidden: true })).toBeInTheDocument();
  expect(Object.fromEntries(lastQuery())).toMatchObject({ open: 'true', ordering: 'start', page_size: '25' });
  expect(
    tabs()
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['To answer2', 'Short of people1', 'Not covered0', 'Today0', 'All']);
  const columns = main()
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(columns).toEqual(['What', 'When', 'Customer', 'Interpreters', 'Where', 'Status']);
  expect(main().getByRole('row', { name: /Doctor/ })).toHaveTextContent(
    /Mari Tamm.*Una KaskAccepted.*Orri SaarDeclined.*Pärnu mnt 7.*Pending/,
  );
  expect(main().getByRole('row', { name: /Court hearing/ })).toHaveTextContent(/Emergency.*0 of 1/);
});

test('each reservation of a list of work leads to the next, and the last one to those left before it', async () => {
  const user = await openInbox();
  const next = () => screen.findByRole('link', { name: 'Next (1)' });
  await user.click(main().getByRole('link', { name: /Court hearing/ }));
  expect(await next()).toHaveAttribute('href', `/dashboard/reservations/${covered.id}`);
  await user.click(await next());
  await screen.findByRole('heading', { name: 'Doctor', level: 1 });
  expect(await next()).toHaveAttribute('href', `/dashboard/reservations/${hearing.id}`);
});

test('the reservations open on all where nothing waits, or the backend does not count', async () => {
  for (const answer of [{ body: { ...work, to_answer: 0, short: 0 } }, problem('not_found')]) {
    backend.answers.set('GET reservations/', { body: { count: 1, results: [hearing] } });
    backend.answers.set('GET reservations/work/', answer);
    close = (await openSignedIn('/dashboard/reservations', backend)).close;
    await screen.findByRole('row', { name: /Court hearing/ });
    expect(location.search).toBe('?view=all');
    expect(tabs().getByRole('link', { current: 'page' })).toHaveTextContent('All');
    close();
  }
});

test('the next seven days begin today and end on the seventh', async () => {
  const user = await openInbox();
  await user.click(main().getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Next 7 days' }));
  await waitFor(() => expect(lastQuery().get('to_day')).not.toBeNull());
  const [first, last] = ['from_day', 'to_day'].map((name) => Date.parse(lastQuery().get(name) ?? ''));
  expect(((last ?? 0) - (first ?? 0)) / 86_400_000).toBe(6);
});

test('a list that stays open over midnight has the new day as today', async () => {
  const user = await openInbox('/dashboard/reservations?view=all');
  const choose = async (filter: string) => {
    await user.click(main().getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('menuitemradio', { name: filter }));
  };
  await choose('Today');
  await waitFor(() => expect(lastQuery().get('to_day')).not.toBeNull());
  const before = lastQuery().get('to_day') ?? '';
  const now = Date.now;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 86_400_000);
  await choose('Next 7 days');
  await waitFor(() => expect(lastQuery().get('to_day')).not.toBe(before));
  await choose('Today');
  await waitFor(() => expect(lastQuery().get('from_day')).toBe(lastQuery().get('to_day')));
  expect((lastQuery().get('to_day') ?? '') > before).toBe(true);
  clock.mockRestore();
});

test('an interpreter has those that wait for their own answer, and the next ones', async () => {
  const { verdicts } = manager;
  const collections = { ...verdicts.collections, reservations: 'read' } as const;
  const user = { ...manager, role: 'interpreter', verdicts: { ...verdicts, collections } } as const;
  const person = await openInbox('/dashboard/reservations', { user });
  expect(location.search).toBe('?unanswered=true');
  expect(lastQuery().get('unanswered')).toBe('true');
  await person.click(tabs().getByRole('link', { name: 'Coming' }));
  await waitFor(() => expect(lastQuery().get('past')).toBe('false'));
  expect(lastQuery().getAll('status[]')).toEqual(['pending', 'approved']);
});

test('the selected reservations are approved after a question, each with its result', async () => {
  const user = await openInbox();
  await user.click(main().getByRole('checkbox', { name: 'Select this page' }));
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Approve the selected reservations (2)?' }));
  expect(question.getByText('People concerned: 2 (Una Kask, Mari Tamm)')).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Approve' }));
  const results = within(await screen.findByRole('dialog', { name: 'Not everything could be approved' }));
  const lines = results.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual([expect.stringMatching(/^Court hearing Not approved: /), 'Doctor Approved']);
  expect(backend.callsTo(`reservations/${covered.id}/approve/`)[0]?.headers['if-match']).toBe('"7"');
});

test('why a reservation was not approved is said, also if somebody else has answered the last one meanwhile', async () => {
  const user = await openInbox();
  await user.click(main().getByRole('checkbox', { name: 'Select Court hearing' }));
  backend.answers.set(`POST reservations/${hearing.id}/approve/`, () => {
    backend.answers.set('GET reservations/', { body: { count: 0, results: [] } });
    return problem('precondition_failed');
  });
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Everything is answered')).toBeInTheDocument();
  const results = within(await screen.findByRole('dialog', { name: 'Not everything could be approved' }));
  expect(results.getByText(/Not approved: Someone else has changed this/)).toBeInTheDocument();
});

test('a selected reservation that somebody else has changed is approved as the list shows it then', async () => {
  const user = await openInbox();
  await user.click(main().getByRole('checkbox', { name: 'Select Doctor' }));
  backend.answers.set(`POST reservations/${covered.id}/approve/`, ({ headers }) => {
    backend.answers.set('GET reservations/', { body: { count: 1, results: [{ ...covered, etag: '"8"' }] } });
    return headers['if-match'] === '"8"'
      ? { body: { ...covered, status: 'approved' } }
      : problem('precondition_failed');
  });
  const approve = async () => {
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }));
  };
  await approve();
  const results = within(await screen.findByRole('dialog', { name: 'Not everything could be approved' }));
  await user.click(results.getAllByRole('button', { name: 'Close' })[0]!);
  await waitFor(() => expect(main().queryByRole('row', { name: /Court hearing/ })).not.toBeInTheDocument());
  await approve();
  expect(await screen.findByText('Approved: 1')).toBeInTheDocument();
});

test('a selected reservation is offered to the best three who have not answered yet', async () => {
  const user = await openInbox();
  const person = (at: number, response: 'declined' | 'handed_back' | null = null) => ({
    interpreter: String(at).repeat(24),
    interpreter_name: `Person ${at}`,
    response,
  });
  const ready = [person(1), person(2, 'declined'), person(3), person(6, 'handed_back'), person(4), person(5)];
  backend.answers.set('GET interpreters/free/', { body: { count: 5, results: ready } });
  backend.answers.set(`POST reservations/${covered.id}/offer/`, { body: covered });
  await user.click(main().getByRole('checkbox', { name: 'Select Doctor' }));
  await user.click(await screen.findByRole('button', { name: 'Offer to the best three' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Offer the selected reservations (1)?' }));
  expect(await question.findByText('Doctor: Person 1, Person 3, Person 4')).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Offer to the best three' }));
  expect(await screen.findByText('Offered: 1')).toBeInTheDocument();
  const interpreters = [person(1), person(3), person(4)].map(({ interpreter }) => interpreter);
  expect(backend.callsTo(`reservations/${covered.id}/offer/`)[0]?.body).toMatchObject({ interpreters });
});

test('a letter approves the row that has the focus, or says why it cannot be approved; then the next row has it', async () => {
  const user = await openInbox();
  await user.keyboard('ja');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(/shift/);
  await user.keyboard('j');
  expect(main().getByRole('link', { name: /Doctor/ })).toHaveFocus();
  await user.keyboard('a');
  const question = within(await screen.findByRole('dialog', { name: /Approve Doctor/ }));
  await user.click(question.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(main().queryByRole('link', { name: /Doctor/ })).not.toBeInTheDocument());
  await waitFor(() => expect(main().getByRole('link', { name: /Court hearing/ })).toHaveFocus());
});

// R125
test('the list of all reservations has name, start, time, type, address, link and status, and nothing else', async () => {
  const link = 'https://meet.example/hearing';
  backend.answers.set('GET reservations/', { body: { count: 1, results: [{ ...hearing, link }] } });
  close = (await openSignedIn('/dashboard/reservations?view=all', backend)).close;
  const cells = within(await screen.findByRole('row', { name: /Court hearing/ }));
  const named = screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim());
  expect(named.filter(Boolean)).toEqual(['Name', 'Start', 'Time', 'Type', 'Address', 'Link', 'Status']);
  for (const text of ['Court hearing', '02-05-2024', '10:00–11:30', 'On site', 'Pärnu mnt 7', 'Pending'])
    expect(cells.getByText(text)).toBeInTheDocument();
  expect(cells.getByRole('link', { name: /meet\.example/ })).toHaveAttribute('href', link);
});

test('the page of what stops the change of a missing shift says that it is missing, and nothing of reservations', async () => {
  backend.answers.set(`GET shifts/${'a'.repeat(24)}/blocking_reservations/`, problem('not_found'));
  close = (await openSignedIn(`/dashboard/reservations/blocking-reservations/shift/${'a'.repeat(24)}`, backend)).close;
  expect(await screen.findByText('The reservations could not be loaded')).toBeInTheDocument();
  expect(screen.queryByText(/stop the change/)).not.toBeInTheDocument();
});
