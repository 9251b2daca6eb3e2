import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import type { Feedback } from '../../../contract/feedback.ts';
import { type FakeBackend, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { openSignedIn } from '../../../tests/support/renderApp.ts';

let backend: FakeBackend;
let close = () => undefined as void;

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
  close = (await openSignedIn(path, backend)).close;
  // The first page of a run compiles the whole shell.
  return within(await screen.findByRole('main', {}, { timeout: 20_000 }));
}

beforeAll(async () => {
  backend = await startFakeBackend();
  backend.answers.set('GET feedback/', { body: { count: 1, results: [given] } });
});
afterAll(() => backend.stop());
afterEach(() => {
  close();
  localStorage.clear();
});

test('feedback is listed with its rating in words, and narrowed by ratings, interpreter and days at once', async () => {
  backend.answers.set('GET users/', {
    body: { count: 1, results: [{ id: given.interpreter, first_name: 'Anna', last_name: 'Berg' }] },
  });
  const page = await open(
    `/dashboard/feedback?rating=4,5&interpreter=${given.interpreter}&from_day=2024-04-01&to_day=2024-04-30`,
  );
  for (const filter of ['From: 01-04-2024', 'To: 30-04-2024', 'Interpreter: Berg, Anna'])
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
});

// R149
test('one feedback tells each rating, the notes and the interpretation', async () => {
  backend.answers.set(`GET feedback/${given.id}/`, { body: given });
  const page = await open(`/dashboard/feedback/${given.id}`);
  expect(await page.findByText('4 of 5')).toBeInTheDocument();
  expect(page.getByText('Poor')).toBeInTheDocument();
  expect(page.getByText('Not rated')).toBeInTheDocument();
  expect(page.getByText('Quick and clear')).toBeInTheDocument();
  expect(page.getByText('Karl Tamm')).toBeInTheDocument();
  expect(page.getByText('61:15')).toBeInTheDocument();
});

test('whoever may not know the customer finds no line for one', async () => {
  backend.answers.set(`GET feedback/${given.id}/`, { body: { ...given, customer: null, customer_name: null } });
  const page = await open(`/dashboard/feedback/${given.id}`);
  await page.findByText('Anna Berg');
  expect(page.queryByText('Customer')).not.toBeInTheDocument();
});
