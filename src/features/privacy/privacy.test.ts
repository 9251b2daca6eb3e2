import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Me } from '../../../contract/auth.ts';
import type { Erasure, LegalHold, PersonPrivacy } from '../../../contract/privacy.ts';
import { manager, problem } from '../../../tests/support/fakeBackend.ts';
import { mari } from '../../../tests/support/person.ts';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();

const owner: Me = {
  ...manager,
  role: 'owner',
  verdicts: { ...manager.verdicts, collections: { ...manager.verdicts.collections, privacy: 'write' } },
};
const since = '2024-04-30T10:00:00Z';
const hold: LegalHold = {
  id: '00000000000000000000000e',
  person: mari.id,
  person_name: 'Mari Tamm',
  reason: 'Court case 12',
  created: since,
  created_by_name: 'Anna Jónsdóttir',
  ends: '2024-12-31T22:00:00Z',
  lifted: null,
  in_force: true,
};
const stored: PersonPrivacy = {
  id: mari.id,
  name: 'Mari Tamm',
  email: 'mari@example.org',
  role: 'interpreter',
  deleted: null,
  data: [
    { kind: 'account', handling: 'delete', count: 1, since, kept_days: null, held: 0 },
    { kind: 'recordings', handling: 'delete', count: 12, since, kept_days: 90, held: 2 },
    { kind: 'requests', handling: 'unlink', count: 30, since, kept_days: null, held: 0 },
  ],
  holds: [],
  refusal: null,
};
const erasure: Erasure = {
  id: '0000000000000000000000aa',
  at: since,
  by: owner.id,
  by_name: 'Anna Jónsdóttir',
  person_hash: 'ab'.repeat(32),
  counts: [
    { kind: 'account', handling: 'delete', count: 1, held: 0 },
    { kind: 'recordings', handling: 'delete', count: 12, held: 2 },
  ],
};
const person = `privacy/people/${mari.id}/`;
const page = `/dashboard/users/${mari.id}/privacy`;
const bodies = (path: string) =>
  backend
    .callsTo(path)
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => body);

async function open(path: string, user = owner) {
  await openSignedIn(path, backend, { user });
  return { main: await findPage(), clicks: userEvent.setup() };
}

beforeEach(() => {
  backend.answers.set(`GET users/${mari.id}/`, { body: mari });
  backend.answers.set(`GET ${person}`, { body: stored });
  backend.answers.set('GET privacy/holds/', { body: { count: 1, results: [hold] } });
  backend.answers.set('GET privacy/erasures/', { body: { count: 1, results: [erasure] } });
  backend.answers.set('GET users/affected/', { body: { reservations: [], pending: 0, shifts: 3, people: 0 } });
});

test('the tab of a person says what is stored, since when, for how long, and what an erasure does', async () => {
  const { main } = await open(page);
  const table = await main.findByRole('table', { name: 'What is stored' });
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      ['rowheader', 'cell'].flatMap((role) => within(row).getAllByRole(role)).map(({ textContent }) => textContent),
    );
  expect(rows).toEqual([
    ['Account', '1', '30-04-2024 13:00', 'Until it is deleted or erased', 'Deleted'],
    [
      'Recordings',
      '12',
      '30-04-2024 13:00',
      '90 days',
      'DeletedKept, because another person in them is under a legal hold: 2',
    ],
    ['Requests', '30', '30-04-2024 13:00', 'Until it is deleted or erased', 'Link to the person removed'],
  ]);
  expect(main.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', page);
});

test('managers have neither the tab nor the page', async () => {
  const { main } = await open(`/dashboard/users/${mari.id}`, manager);
  await main.findByRole('link', { name: 'Profile' });
  expect(main.queryByRole('link', { name: 'Privacy' })).toBeNull();
});

test('a person is erased after the owner has read what it affects and typed the name', async () => {
  backend.answers.set(`POST ${person}erasure/`, ({ body }) =>
    (body as { confirmation: string }).confirmation === 'Mari Tamm'
      ? { body: erasure }
      : problem('confirmation_differs', { errors: { confirmation: ['confirmation_differs'] } }),
  );
  const { main, clicks } = await open(page);
  await clicks.click(await main.findByRole('button', { name: 'Erase' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Erase Mari Tamm?' }));
  expect(await dialog.findByText('Shifts to come that fall away')).toBeInTheDocument();
  await clicks.type(dialog.getByLabelText('Name or e-mail of the person'), 'Mari');
  await clicks.click(dialog.getByRole('button', { name: 'Erase' }));
  expect(await dialog.findByText('Enter the name or the e-mail address exactly.')).toBeInTheDocument();
  await clicks.type(dialog.getByLabelText('Name or e-mail of the person'), ' Tamm');
  await clicks.click(dialog.getByRole('button', { name: 'Erase' }));
  await waitFor(() => expect(location.pathname).toBe('/dashboard/privacy'));
  expect(bodies(`${person}erasure/`)).toEqual([{ confirmation: 'Mari' }, { confirmation: 'Mari Tamm' }]);
});

test('a legal hold is set with reason and last day, prevents the erasure, and can be ended', async () => {
  backend.answers.set(`POST ${person}holds/`, () => {
    backend.answers.set(`GET ${person}`, { body: { ...stored, holds: [hold], refusal: 'legal_hold' } });
    return { body: hold };
  });
  backend.answers.set(`POST privacy/holds/${hold.id}/end/`, { status: 204 });
  const { main, clicks } = await open(page);
  await clicks.click(await main.findByRole('button', { name: 'Put under a legal hold' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put Mari Tamm under a legal hold?' }));
  await clicks.type(dialog.getByLabelText('Reason'), 'Court case 12');
  await clicks.type(dialog.getByLabelText('Last day'), '31-12-2099');
  await clicks.click(dialog.getByRole('button', { name: 'Put under a legal hold' }));
  const table = within(await main.findByRole('table', { name: 'Legal holds' }));
  expect(bodies(`${person}holds/`)).toEqual([{ reason: 'Court case 12', ends: '2099-12-31T22:00:00.000Z' }]);
  expect(table.getByText('Court case 12')).toBeInTheDocument();
  expect(main.getByRole('button', { name: 'Erase' })).toBeDisabled();
  expect(main.getByText(/This person is under a legal hold/)).toBeInTheDocument();
  await clicks.click(table.getByRole('button', { name: 'End legal hold' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'End the legal hold on Mari Tamm?' }));
  await clicks.click(question.getByRole('button', { name: 'End legal hold' }));
  await waitFor(() => expect(backend.callsTo(`privacy/holds/${hold.id}/end/`)).toHaveLength(1));
});

test('the page Privacy finds people, also deleted ones, and lists legal holds and erasures', async () => {
  backend.answers.set('GET privacy/people/', {
    body: {
      results: [
        { id: mari.id, name: 'Mari Tamm', email: 'mari@example.org', role: 'interpreter', deleted: null },
        { id: '0000000000000000000000ff', name: 'Mari Mets', email: 'mets@example.org', role: 'deaf', deleted: since },
      ],
    },
  });
  const { main, clicks } = await open('/dashboard/privacy');
  const holds = within(await main.findByRole('table', { name: 'Legal holds' }));
  expect(holds.getByRole('link', { name: 'Mari Tamm' })).toHaveAttribute('href', page);
  expect(await main.findByRole('cell', { name: '11' })).toBeInTheDocument();
  await clicks.type(main.getByLabelText('Name or e-mail'), 'mari{Enter}');
  expect(await main.findByRole('link', { name: 'Mari Mets' })).toHaveAttribute(
    'href',
    '/dashboard/privacy/0000000000000000000000ff',
  );
  expect(main.getByText('mets@example.org · Deaf · account deleted 30-04-2024 13:00')).toBeInTheDocument();
});

test('a search that fails shows its failure, and nobody of the search before', async () => {
  const found = { id: mari.id, name: 'Tamm, Mari', email: mari.email, role: 'interpreter', deleted: null };
  backend.answers.set('GET privacy/people/', { body: { results: [found] } });
  const { main, clicks } = await open('/dashboard/privacy');
  const field = await main.findByRole('searchbox');
  await clicks.type(field, 'tamm{Enter}');
  expect(await main.findByRole('link', { name: 'Tamm, Mari' })).toBeInTheDocument();
  backend.answers.set('GET privacy/people/', problem('something_went_wrong'));
  await clicks.clear(field);
  await clicks.type(field, 'kask{Enter}');
  expect(await main.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  expect(main.queryByRole('link', { name: 'Tamm, Mari' })).not.toBeInTheDocument();
});
