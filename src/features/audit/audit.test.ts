import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { AuditEntry } from '../../../contract/audit.ts';
import { type FakeBackend, manager, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { openSignedIn } from '../../../tests/support/renderApp.ts';

let backend: FakeBackend;
let close = () => undefined as void;

const tom = '00000000000000000000000c';
const entry: AuditEntry = {
  id: 7,
  at: '2024-04-30T10:00:00Z',
  person: tom,
  person_email: 'tom@example.org',
  request_id: 'req-42',
  act: 'update',
  collection: 'contacts',
  record: '00000000000000000000000d',
  before: { name: 'Taxi' },
  after: { name: 'Cab' },
};
const user = {
  ...manager,
  verdicts: { ...manager.verdicts, collections: { ...manager.verdicts.collections, audit: 'read' as const } },
};
const asked = () => decodeURIComponent(backend.callsTo('audit/').at(-1)?.query ?? '');

beforeAll(async () => {
  backend = await startFakeBackend();
  backend.answers.set('GET audit/', { body: { count: 1, results: [entry] } });
  backend.answers.set('GET users/', {
    body: { count: 1, results: [{ id: manager.id, first_name: 'Anna', last_name: 'Jónsdóttir' }] },
  });
  backend.answers.set(`GET users/${tom}/`, { body: { id: tom, first_name: 'Tom', last_name: 'Mets' } });
});
afterAll(() => backend.stop());
afterEach(() => {
  close();
  localStorage.clear();
});

test('the audit log is filtered by days, by people found by name, and by the person of an entry', async () => {
  close = (await openSignedIn('/dashboard/audit?from_day=2024-04-01&to_day=2024-04-30', backend, { user })).close;
  const main = within(await screen.findByRole('main'));
  const filter = (text: string) => main.findByRole('button', { name: `Remove filter ${text}` });
  expect(await filter('Period: 01-04-2024 – 30-04-2024')).toBeInTheDocument();
  await waitFor(() => expect(asked()).toContain('from_day=2024-04-01&to_day=2024-04-30'));

  const clicks = userEvent.setup();
  await clicks.click(await main.findByRole('link', { name: 'tom@example.org' }));
  expect(await filter('Who: Mets, Tom')).toBeInTheDocument();
  await waitFor(() => expect(asked()).toContain(`person=${tom}`));
  expect(asked()).toContain('from_day=2024-04-01');

  await clicks.click(main.getByRole('button', { name: 'Filter' }));
  await clicks.click(await screen.findByRole('menuitem', { name: 'Who…' }));
  expect(await screen.findByRole('combobox', { name: 'Find a person' })).toBeInTheDocument();
  await clicks.click(await screen.findByRole('option', { name: /Jónsdóttir, Anna/ }));
  await waitFor(() => expect(asked()).toContain(`person=${manager.id}`));
});
