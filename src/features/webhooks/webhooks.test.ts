import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { getDefaultStore } from 'jotai';
import type { Me } from '../../../contract/auth.ts';
import type { Webhook, WebhookDelivery } from '../../../contract/webhooks.ts';
import { manager } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';
import { isStreamOpenAtom } from '../../api/sharedEvents.ts';

const backend = backendOfFile();

const owner: Me = {
  ...manager,
  role: 'owner',
  verdicts: { ...manager.verdicts, collections: { ...manager.verdicts.collections, webhooks: 'write' } },
};
const payroll: Webhook = {
  id: '00000000000000000000000c',
  etag: '"3"',
  url: 'https://payroll.example.com/hook',
  description: 'Payroll',
  event_types: ['shift.created'],
  enabled: true,
  disabled_because: null,
  created: '2024-05-01T10:00:00Z',
  created_by: 'Anna Lind',
  failing_since: '2024-05-01T11:00:00Z',
  former_secret_until: null,
  waiting: 0,
  failed: 1,
};
const failed: WebhookDelivery = {
  id: '00000000000000000000000e',
  type: 'shift.created',
  state: 'failed',
  created: '2024-05-01T10:00:00Z',
  next_attempt: null,
  attempts: [
    { at: '2024-05-01T10:00:05Z', milliseconds: 12, status: 500, failure: null, answer: 'Broken' },
    { at: '2024-05-01T10:00:00Z', milliseconds: 15_000, status: null, failure: 'timed_out', answer: '' },
  ],
};

async function open(path: string) {
  await openSignedIn(path, backend, { user: owner });
  await findPage();
}

afterEach(() => {
  getDefaultStore().set(isStreamOpenAtom, false);
});

describe('the pages of webhooks', () => {
  test('add a webhook, and show its secret once', async () => {
    backend.answers.set('GET webhooks/', { body: { results: [] } });
    backend.answers.set('POST webhooks/', { status: 201, body: { secret: 'whsec_abc', record: payroll } });
    await open('/dashboard/webhooks');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Add a webhook' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
    await user.type(await dialog.findByLabelText('Purpose'), 'Payroll');
    await user.type(dialog.getByLabelText('Address'), payroll.url);
    backend.answers.set('GET webhooks/', { body: { results: [payroll] } });
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    const shown = within(await screen.findByRole('alertdialog', { name: 'Copy the secret now' }));
    expect(shown.getByText('whsec_abc')).toBeInTheDocument();
    const sent = backend.callsTo('webhooks/').find(({ method }) => method === 'POST')?.body;
    expect(sent).toMatchObject({ url: payroll.url, description: 'Payroll' });
    await user.click(shown.getByRole('button', { name: 'I have copied it' }));
    expect(await screen.findByRole('link', { name: 'Payroll' })).toHaveAttribute(
      'href',
      `/dashboard/webhooks/${payroll.id}`,
    );
    expect(screen.getByText('Failing')).toBeInTheDocument();
    expect(screen.queryByText('whsec_abc')).not.toBeInTheDocument();
  });

  test('show each attempt with its outcome, and send messages again', async () => {
    const at = `webhooks/${payroll.id}/`;
    backend.answers.set(`GET ${at}`, { body: payroll });
    backend.answers.set(`GET ${at}deliveries/`, { body: { count: 1, results: [failed] } });
    backend.answers.set(`POST ${at}deliveries/${failed.id}/replay/`, { body: { count: 1 } });
    backend.answers.set(`POST ${at}replay/`, { body: { count: 1 } });
    backend.answers.set(`POST ${at}test/`, { status: 204 });
    await open(`/dashboard/webhooks/${payroll.id}`);
    const user = userEvent.setup();
    await user.click(await screen.findByText('2 attempts'));
    expect(screen.getByText(/· 500 · 12 ms/)).toBeInTheDocument();
    expect(screen.getByText('Broken')).toBeInTheDocument();
    expect(screen.getByText(/No response in time · 15000 ms/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await user.click(screen.getByRole('button', { name: 'Send all failed again (1)' }));
    await user.click(screen.getByRole('button', { name: 'Send a test message' }));
    expect(await screen.findByText('The test message is on its way')).toBeInTheDocument();
    for (const path of [`${at}deliveries/${failed.id}/replay/`, `${at}replay/`, `${at}test/`])
      expect(backend.callsTo(path).map(({ method }) => method)).toEqual(['POST']);
  });

  test('show the outcome of a message also while a stream announces changes, which has none of it', async () => {
    getDefaultStore().set(isStreamOpenAtom, true);
    const at = `webhooks/${payroll.id}/`;
    const waiting: WebhookDelivery = { ...failed, state: 'waiting', attempts: [] };
    backend.answers.set(`GET ${at}`, { body: payroll });
    backend.answers.set(`GET ${at}deliveries/`, { body: { count: 1, results: [waiting] } });
    await open(`/dashboard/webhooks/${payroll.id}`);
    expect(await screen.findByText('Waiting')).toBeInTheDocument();
    backend.answers.set(`GET ${at}deliveries/`, { body: { count: 1, results: [failed] } });
    expect(await screen.findByText('2 attempts')).toBeInTheDocument();
  });

  test('lead to every message, page by page', async () => {
    const at = `webhooks/${payroll.id}/`;
    backend.answers.set(`GET ${at}`, { body: payroll });
    backend.answers.set(`GET ${at}deliveries/`, ({ query }) => ({
      body: { count: 11, results: query.includes('page=2') ? [{ ...failed, attempts: [] }] : [failed] },
    }));
    await open(`/dashboard/webhooks/${payroll.id}`);
    expect(await screen.findByText('2 attempts')).toBeInTheDocument();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('11–11 of 11')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('2 attempts')).toBeNull());
  });

  test('say why a webhook is disabled, and enable it after a question', async () => {
    const at = `webhooks/${payroll.id}/`;
    const disabled: Webhook = { ...payroll, enabled: false, disabled_because: 'failures' };
    backend.answers.set(`GET ${at}`, { body: disabled });
    backend.answers.set(`GET ${at}deliveries/`, { body: { count: 0, results: [] } });
    backend.answers.set(`PATCH ${at}`, { body: payroll });
    await open(`/dashboard/webhooks/${payroll.id}`);
    const user = userEvent.setup();
    expect(await screen.findByText(/Every attempt failed for days/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send a test message' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Enable' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Enable the webhook Payroll?' }));
    backend.answers.set(`GET ${at}`, { body: payroll });
    await user.click(question.getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('The webhook is enabled')).toBeInTheDocument();
    const [change] = backend.callsTo(at).filter(({ method }) => method === 'PATCH');
    expect(change?.body).toEqual({ enabled: true });
  });
});
