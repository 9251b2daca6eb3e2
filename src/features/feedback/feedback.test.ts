import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Feedback } from '../../../contract/feedback.ts';
import { manager } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();

const given: Feedback = {
  id: '00000000000000000000000a',
  rating: 4,
  video_quality: 2,
  interpreter_quality: null,
  notes: 'Quick and clear',
  created: '2024-04-30T10:00:00Z',
  request: '00000000000000000000000b',
  request_date: '2024-04-30T09:00:00Z',
  channel: 'online',
  category: 'Health',
  interpreter: '00000000000000000000000c',
  interpreter_name: 'Anna Berg',
  customer: '00000000000000000000000d',
  customer_name: 'Karl Tamm',
  waiting_seconds: 65,
  duration_seconds: 3675,
};

async function open(path: string) {
  await openSignedIn(path, backend);
  // The first page of a run compiles the whole shell.
  return findPage();
}

beforeEach(() => {
  backend.answers.set('GET feedback/', { body: { count: 1, results: [given] } });
});

test('feedback is listed with its rating in words, and narrowed by ratings, interpreter and days at once', async () => {
  const [anna, zoe] = [
    { id: given.interpreter, first_name: 'Anna', last_name: 'Berg', email: 'anna@example.org' },
    { id: '00000000000000000000000f', first_name: 'Zoe', last_name: 'Zander', email: 'zoe@example.org' },
  ];
  for (const person of [anna, zoe]) backend.answers.set(`GET users/${person.id}/`, { body: person });
  // Without a search the server returns only suggestions.
  backend.answers.set('GET users/', ({ query }) => ({
    body: { count: 140, results: [query.includes('search=zan') ? zoe : anna] },
  }));
  const page = await open(
    `/dashboard/feedback?rating=4,5&interpreter=${given.interpreter}&from_day=2024-04-01&to_day=2024-04-30`,
  );
  for (const filter of ['Period: 01-04-2024 – 30-04-2024', 'Interpreter: Berg, Anna'])
    expect(await page.findByRole('button', { name: `Remove filter ${filter}` })).toBeInTheDocument();
  expect(
    await page.findByRole('row', { name: '30-04-2024 13:00 Good Quick and clear Health Anna Berg 1:05 61:15' }),
  ).toBeInTheDocument();
  await waitFor(() => {
    const asked = decodeURIComponent(backend.callsTo('feedback/').at(-1)?.query ?? '');
    for (const part of [
      'rating[]=4&rating[]=5',
      `interpreter[]=${given.interpreter}`,
      'from_day=2024-04-01&to_day=2024-04-30',
    ])
      expect(asked).toContain(part);
  });

  // Another interpreter is found by typing, and shown by name.
  const user = userEvent.setup();
  await user.click(page.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Interpreter…' }));
  await user.type(await screen.findByRole('combobox', { name: 'Find an interpreter' }), 'zan');
  await user.click(await screen.findByRole('option', { name: 'Zander, Zoe zoe@example.org' }));
  expect(await page.findByRole('button', { name: 'Remove filter Interpreter: Zander, Zoe' })).toBeInTheDocument();
  expect(decodeURIComponent(backend.callsTo('users/').at(-1)?.query ?? '')).toContain('role[]=interpreter');
  expect(new URLSearchParams(location.search).get('interpreter')).toBe(`${anna.id},${zoe.id}`);

  // A named range puts both days into the address; removing its chip removes them.
  await user.click(page.getByRole('button', { name: 'Filter' }));
  const chooseDays = await screen.findByRole('menuitemradio', { name: 'Choose days…' });
  expect(chooseDays).toBeChecked();
  await user.click(chooseDays);
  expect(await screen.findByRole('textbox', { name: 'To' })).toHaveValue('30-04-2024');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(page.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Yesterday' }));
  await user.keyboard('{Escape}');
  await user.click(await page.findByRole('button', { name: 'Remove filter Period: Yesterday' }));
  await waitFor(() => expect(location.search).not.toMatch(/_day=/));
  expect(location.search).toContain('rating=4');
  await waitFor(() => expect(backend.callsTo('feedback/').at(-1)?.query).not.toContain('from_day'));
});

test('people who may not see users get no filter by people', async () => {
  const before = backend.callsTo('feedback/').length;
  const verdicts = { ...manager.verdicts, users: false };
  await openSignedIn(`/dashboard/feedback?interpreter=${given.interpreter}`, backend, {
    user: { ...manager, verdicts },
  });
  const page = await findPage();
  await userEvent.click(await page.findByRole('button', { name: 'Filter' }));
  expect(await screen.findByRole('menuitemradio', { name: 'Today' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: /Interpreter/ })).not.toBeInTheDocument();
  await waitFor(() => expect(backend.callsTo('feedback/').length).toBeGreaterThan(before));
  for (const { query } of backend.callsTo('feedback/').slice(before)) expect(query).not.toContain('interpreter');
});

// R149
test('one feedback shows each rating, the notes and the interpretation', async () => {
  backend.answers.set(`GET feedback/${given.id}/`, { body: given });
  const page = await open(`/dashboard/feedback/${given.id}`);
  expect(await page.findByText('4 of 5')).toBeInTheDocument();
  expect(page.getByText('Poor')).toBeInTheDocument();
  expect(page.getByText('Not rated')).toBeInTheDocument();
  expect(page.getByText('Quick and clear')).toBeInTheDocument();
  expect(page.getByText('Karl Tamm')).toBeInTheDocument();
  expect(page.getByText('61:15')).toBeInTheDocument();
});

test('people who may not know the customer get no line for it', async () => {
  backend.answers.set(`GET feedback/${given.id}/`, { body: { ...given, customer: null, customer_name: null } });
  const page = await open(`/dashboard/feedback/${given.id}`);
  await page.findByText('Anna Berg');
  expect(page.queryByText('Customer')).not.toBeInTheDocument();
});
