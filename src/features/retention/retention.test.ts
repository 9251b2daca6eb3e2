import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { RetentionPeriod } from '../../../contract/retention.ts';
import { manager } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();

const none = { held: 0, oldest: null, last_run: null, can: { confirm: false } };
const kept: RetentionPeriod = {
  ...none,
  kind: 'feedback',
  days: null,
  in_force: null,
  pending: false,
  shortest: 731,
  count: 40,
  due: 0,
};
const shorter: RetentionPeriod = {
  ...none,
  kind: 'interpretations',
  days: 800,
  in_force: 2000,
  pending: true,
  shortest: 731,
  count: 5300,
  due: 1234,
  held: 2,
  oldest: '2019-02-03T10:00:00Z',
  can: { confirm: true },
};
const user = {
  ...manager,
  verdicts: { ...manager.verdicts, collections: { ...manager.verdicts.collections, retention: 'write' as const } },
};

test('an owner sees what a shorter period deletes before confirming it', async () => {
  const person = userEvent.setup();
  backend.answers.set('GET retention/', { body: { count: 2, results: [shorter, kept] } });
  backend.answers.set('POST retention/interpretations/confirm/', {
    body: { ...shorter, in_force: 800, pending: false },
  });
  await openSignedIn('/dashboard/retention', backend, { user });
  const main = await findPage();
  const row = within(await main.findByRole('row', { name: /^Interpretations/ }));
  for (const text of ['800 days', '2000 days', '5 300', '1 234', '2']) expect(row.getByText(text)).toBeInTheDocument();
  expect(main.getByText(/^Interpretations: .*Until then, nothing is deleted/)).toBeInTheDocument();
  expect(within(main.getByRole('row', { name: /^Feedback/ })).getByText('Not deleted')).toBeInTheDocument();

  await person.click(main.getByRole('button', { name: 'Confirm limit: Interpretations' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete older data for good?' }));
  expect(question.getByText(/Interpretations, older than the new limit: 1 234\./)).toBeInTheDocument();
  backend.answers.set('GET retention/', {
    body: { count: 1, results: [{ ...shorter, in_force: 800, pending: false, can: { confirm: false } }] },
  });
  await person.click(question.getByRole('button', { name: 'Confirm limit' }));
  await waitFor(() => expect(screen.queryByText(/Until then, nothing is deleted/)).not.toBeInTheDocument());
  expect(backend.callsTo('retention/interpretations/confirm/').at(-1)?.body).toEqual({ days: 800 });
});
