import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { InterpretationDetail } from '../../../contract/interpretationRecords.ts';
import { findPage, openSignedIn, testTenant, backendOfFile } from '../../../tests/support/renderApp.ts';

const id = 'a'.repeat(24);
const recording: InterpretationDetail['recordings'][number] = {
  id: 'b'.repeat(24),
  etag: '"1"',
  media_kind: 'video',
  state: 'pending',
  duration_seconds: null,
  size: null,
  captions: false,
  error: null,
  created: '2024-05-01T09:01:00Z',
  expires: '2024-07-30T09:01:00Z',
  reason_required: false,
  can: { view: false, process: true },
};
const request: InterpretationDetail = {
  id,
  etag: '"1"',
  kind: 'reserved',
  channel: 'live',
  session_mode: 'VRI',
  service_kind: 'interpretation',
  caption_type: null,
  location_type: 'site',
  queue_type: 'social',
  category: 'Health care',
  address: 'Pärnu mnt 7',
  phone: '+3725551234',
  partner: null,
  partner_name: null,
  customer: null,
  customer_name: null,
  interpreter: null,
  interpreter_name: null,
  created: '2024-05-01T09:00:00Z',
  started: '2024-05-01T09:00:20Z',
  ended: '2024-05-01T09:12:20Z',
  end_unknown: false,
  outcome: 'answered',
  waiting_seconds: 20,
  duration_seconds: 720,
  note: 'Bring the form',
  closure_category: null,
  closure_category_title: null,
  closure_note: 'Solved by telephone',
  recording: 'pending',
  recordings: [recording],
  feedback: null,
  can: { note: true, close: true, process_recordings: true },
};

const backend = backendOfFile();
const user = userEvent.setup();

beforeEach(() => {
  backend.answers.set(`GET interpretations/${id}/`, { body: request });
  const category = { id: 'c'.repeat(24), title: 'Solved', parent: null, parent_title: null };
  backend.answers.set('GET closure_categories/', { body: { count: 1, results: [category] } });
});

const factsIn = (main: Awaited<ReturnType<typeof findPage>>) =>
  Object.fromEntries(main.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]));

async function open() {
  const tenant = { ...testTenant, flags: { ...testTenant.flags, recordings: true } };
  await openSignedIn(`/dashboard/offline/${id}`, backend, { tenant });
  return findPage();
}

describe('the page of a request', () => {
  // R87
  test('shows kind, channel, location, phone, both times, the closure note and the video', async () => {
    const main = await open();
    await main.findByRole('heading', { name: 'Request' });
    expect(factsIn(main)).toMatchObject({
      'Request kind': 'Reserved',
      Channel: 'Live',
      Location: 'On site',
      Phone: '+3725551234',
      'Asked for': '01-05-2024 12:00',
      Started: '01-05-2024 12:00',
    });
    expect(main.getByText('Solved by telephone')).toBeInTheDocument();
    expect(await main.findByRole('region', { name: 'Recordings' })).toHaveTextContent('Video');
  });

  test('that waits shows how long it waits, and whom planners can call for it', async () => {
    const hour = (after: number) => new Date(Date.now() + after * 3_600_000).toISOString();
    const shift = (name: string, from: number, to: number) => ({
      id: name.padEnd(24, '0'),
      interpreter: name.padEnd(24, '1'),
      interpreter_name: name,
      date: '2024-05-01',
      from: hour(from),
      to: hour(to),
    });
    const planned = [shift('Mari', -1, 1), shift('Later', 1, 2)];
    backend.answers.set('GET shifts/', { body: { count: 2, results: planned } });
    const mari = { id: planned[0]?.interpreter, phone: '+37255500', email: 'mari@example.org' };
    backend.answers.set('GET users/', { body: { count: 1, results: [mari] } });
    const waiting = { started: null, ended: null, outcome: 'waiting', waiting_seconds: null, duration_seconds: null };
    backend.answers.set(`GET interpretations/${id}/`, { body: { ...request, ...waiting } });
    const main = await open();
    await main.findByRole('heading', { name: 'Request' });
    expect(factsIn(main)).toMatchObject({ 'Waiting time': expect.stringMatching(/^\d+:\d\d$/), Duration: '–' });
    const people = within(main.getByRole('region', { name: 'Who can answer' }));
    expect(await people.findByRole('link', { name: '+37255500' })).toHaveAttribute('href', 'tel:+37255500');
    expect(people.getByRole('link', { name: 'Mari' })).toBeInTheDocument();
    expect(people.queryByText('Later')).not.toBeInTheDocument();
    expect(backend.callsTo('shifts/')[0]?.query).toContain('request_type=live');
  });

  test('whose end nobody reported says so, and has no duration', async () => {
    const unknown = { ended: null, end_unknown: true, duration_seconds: null };
    backend.answers.set(`GET interpretations/${id}/`, { body: { ...request, ...unknown } });
    const main = await open();
    await main.findByRole('heading', { name: 'Request' });
    expect(factsIn(main)).toMatchObject({ Ended: 'End unknown', Duration: '–', 'Waiting time': '0:20' });
  });

  // R87
  test('sends the closure category and the closure note', async () => {
    const main = await open();
    backend.answers.set(`PATCH interpretations/${id}/`, { body: request });
    await user.click(await main.findByRole('link', { name: 'Edit' }));
    await user.click(await screen.findByRole('button', { name: /Closure category$/ }));
    await user.click(await screen.findByRole('option', { name: 'Solved' }));
    await user.clear(screen.getByLabelText('Closure note'));
    await user.type(screen.getByLabelText('Closure note'), 'Called back');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(backend.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
        { closure_category: 'c'.repeat(24), closure_note: 'Called back' },
      ]),
    );
    expect(await screen.findByRole('heading', { name: /^Interpretation of/ })).toBeInTheDocument();
  });

  test('has a note that an interpreter writes, and a closure that they only read', async () => {
    const can = { note: true, close: false, process_recordings: false };
    backend.answers.set(`GET interpretations/${id}/`, { body: { ...request, can } });
    const main = await open();
    await user.click(await main.findByRole('link', { name: 'Edit' }));
    expect(await screen.findByRole('textbox', { name: /^Note/ })).toHaveValue('Bring the form');
    expect(screen.getByText('Managers and owners close requests.')).toBeInTheDocument();
    expect(screen.getByText('Solved by telephone')).toBeInTheDocument();
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /Closure category/ })).not.toBeInTheDocument();
  });

  // R88
  test('processes its pending recordings, and shows that they are ready', async () => {
    const main = await open();
    const job = { id: 'd'.repeat(24), kind: 'process_recordings', created: request.created };
    backend.answers.set('POST recordings/process_pending/', {
      body: { ...job, state: 'running', total: 1, done: 0, failed: 0 },
    });
    backend.answers.set(`GET jobs/${job.id}/`, { body: { ...job, state: 'done', total: 1, done: 1, failed: 0 } });
    await user.click(await main.findByRole('button', { name: 'Process pending recordings' }));
    expect(await screen.findByText('The recordings are processed')).toBeInTheDocument();
    expect(backend.callsTo('recordings/process_pending/').map(({ body }) => body)).toEqual([{ interpretation: id }]);
  });
});
