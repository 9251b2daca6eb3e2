import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { SecurityEvent } from '../../../contract/securityEvents.ts';
import { manager } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();

const refused: SecurityEvent = {
  id: 2,
  at: '2024-04-30T10:00:00Z',
  event: 'sign_in_refused',
  reason: 'bad_credentials',
  person: '00000000000000000000000c',
  person_email: 'tom@example.org',
  person_name: 'Tom Mets',
  subject: null,
  subject_name: null,
  object: null,
  object_id: null,
  rows: null,
  columns: [],
  address: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  device: 'Firefox, Linux',
  request_id: 'req-42',
};
const exported: SecurityEvent = {
  ...refused,
  id: 1,
  event: 'export',
  reason: null,
  object: 'partners/00000000000000000000000d/venues/',
  rows: 12,
};
const denied: SecurityEvent = {
  ...refused,
  id: 3,
  event: 'access_refused',
  reason: 'forbidden',
  object: '/users/:id/suspend/',
};
const user = {
  ...manager,
  verdicts: { ...manager.verdicts, collections: { ...manager.verdicts.collections, security_events: 'read' as const } },
};
const asked = () => decodeURIComponent(backend.callsTo('security_events/').at(-1)?.query ?? '');

beforeEach(() => {
  backend.answers.set('GET security_events/', { body: { count: 3, results: [refused, exported, denied] } });
});

test('the security log says in words what happened, to whom, and from where', async () => {
  const report: SecurityEvent = { ...exported, id: 4, object: 'report', rows: 7, columns: ['day', 'outcome'] };
  backend.answers.set('GET security_events/', { body: { count: 4, results: [refused, exported, denied, report] } });
  await openSignedIn('/dashboard/security', backend, { user });
  const main = await findPage();
  expect(await main.findByText('Sign-in refused')).toBeInTheDocument();
  expect(main.getByText('Wrong e-mail or password')).toBeInTheDocument();
  for (const words of ['Access refused', 'Not allowed for this role', 'Users'])
    expect(main.getByText(words)).toBeInTheDocument();
  expect(main.getAllByRole('link', { name: 'Tom Mets' })[0]).toHaveAttribute(
    'href',
    '/dashboard/users/00000000000000000000000c',
  );
  expect(main.getAllByText('Firefox, Linux')).toHaveLength(4);
  expect(main.getAllByText('Exported')).toHaveLength(2);
  expect(main.getByText('Venues (12)')).toBeInTheDocument();
  expect(main.getByText('Report (7): Date, Outcome')).toBeInTheDocument();
});

test('the security log is filtered by event, and an address leads to all its events', async () => {
  await openSignedIn('/dashboard/security', backend, { user });
  const main = await findPage();
  const clicks = userEvent.setup();
  await main.findByText('Sign-in refused');
  await clicks.click(main.getByRole('button', { name: 'Filter' }));
  await clicks.click(await screen.findByRole('menuitemcheckbox', { name: 'Exported' }));
  await waitFor(() => expect(asked()).toContain('event[]=export'));
  await clicks.keyboard('{Escape}{Escape}');
  await clicks.click((await main.findAllByRole('link', { name: '192.0.2.7' }))[0] as HTMLElement);
  await waitFor(() => expect(asked()).toContain('search=192.0.2.7'));
});
