import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { AuditEntry } from '../../../contract/audit.ts';
import { manager } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();

const tom = '00000000000000000000000c';
const entry: AuditEntry = {
  id: 7,
  at: '2024-04-30T10:00:00Z',
  person: tom,
  person_email: 'tom@example.org',
  person_name: 'Tom Mets',
  request_id: 'req-42',
  act: 'reject',
  collection: 'users',
  record: '00000000000000000000000d',
  record_name: 'Mari Tamm',
  page: { kind: 'users', id: '00000000000000000000000d', partner: null },
  before: {
    first_name: 'Mari',
    approval_status: 'approved',
    department_id: '00000000000000000000000e',
    partner_id: null,
  },
  after: { first_name: 'Mari', approval_status: 'rejected', department_id: null, partner_id: null },
  names: { '00000000000000000000000e': 'North' },
  others: 1,
};
const along: AuditEntry = {
  ...entry,
  id: 8,
  collection: 'reservation_interpreters',
  record: '00000000000000000000000f',
  record_name: 'Court hearing',
  page: { kind: 'reservations', id: '00000000000000000000000f', partner: null },
  before: { reservation_id: '00000000000000000000000f', interpreter_id: entry.record, response: 'accepted' },
  after: null,
  names: { [entry.record]: 'Mari Tamm' },
};
const user = {
  ...manager,
  verdicts: { ...manager.verdicts, collections: { ...manager.verdicts.collections, audit: 'read' as const } },
};
const asked = () => decodeURIComponent(backend.callsTo('audit/').at(-1)?.query ?? '');

beforeEach(() => {
  backend.answers.set('GET audit/', ({ query }) => {
    const results = query.includes('request_id') ? [entry, along] : [entry];
    return { body: { count: results.length, results } };
  });
  backend.answers.set('GET users/', {
    body: { count: 1, results: [{ id: manager.id, first_name: 'Anna', last_name: 'Jónsdóttir' }] },
  });
  backend.answers.set(`GET users/${tom}/`, { body: { id: tom, first_name: 'Tom', last_name: 'Mets' } });
});

test('the audit log is filtered by days and by people found by name', async () => {
  await openSignedIn('/dashboard/audit?from_day=2024-04-01&to_day=2024-04-30', backend, { user });
  const main = await findPage();
  const filter = (text: string) => main.findByRole('button', { name: `Remove filter ${text}` });
  expect(await filter('Period: 01-04-2024 – 30-04-2024')).toBeInTheDocument();
  await waitFor(() => expect(asked()).toContain('from_day=2024-04-01&to_day=2024-04-30'));

  const clicks = userEvent.setup();
  await clicks.click(main.getByRole('button', { name: 'Filter' }));
  await clicks.click(await screen.findByRole('menuitem', { name: 'Who…' }));
  expect(await screen.findByRole('combobox', { name: 'Find a person' })).toBeInTheDocument();
  await clicks.click(await screen.findByRole('option', { name: /Jónsdóttir, Anna/ }));
  await waitFor(() => expect(asked()).toContain(`person=${manager.id}`));
});

test('an act is shown with names that lead to the records, and opens with all that it changed, in words', async () => {
  await openSignedIn('/dashboard/audit', backend, { user });
  const main = await findPage();
  expect(await main.findByRole('link', { name: 'Tom Mets' })).toHaveAttribute('href', `/dashboard/users/${tom}`);
  expect(main.getByRole('link', { name: 'Mari Tamm' })).toHaveAttribute('href', `/dashboard/users/${entry.record}`);
  expect(main.getByText('Rejected')).toBeInTheDocument();
  expect(asked()).toContain('grouped=true');
  await userEvent.setup().click(main.getByRole('button', { name: 'Show all (2)' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Changes' }));
  await dialog.findByRole('heading', { name: /Court hearing$/ });
  expect(dialog.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FieldBeforeAfter',
    'ApprovalApprovedRejected',
    'DepartmentNorth–',
    'FieldBefore',
    'InterpreterMari Tamm',
    'StatusAccepted',
  ]);
});

test('a record has a history for people who may read the audit log', async () => {
  const department = {
    id: '00000000000000000000000e',
    name: 'North',
    users: 0,
    etag: '"1"',
    can: { update: true, delete: true },
  };
  backend.answers.set(`GET departments/${department.id}/`, { body: department });
  await openSignedIn(`/dashboard/departments/${department.id}`, backend, { user });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Show history' }));
  expect(await screen.findByRole('link', { name: 'Tom Mets' })).toBeInTheDocument();
  expect(asked()).toContain(`record=${department.id}`);
  await openSignedIn(`/dashboard/departments/${department.id}`, backend);
  await screen.findByRole('heading', { name: 'North', level: 1 });
  expect(screen.queryByRole('button', { name: 'Show history' })).toBeNull();
});
