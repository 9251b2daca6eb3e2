import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Me } from '../../../contract/auth.ts';
import type { ServiceAccount } from '../../../contract/serviceAccounts.ts';
import { manager } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();

const owner: Me = {
  ...manager,
  role: 'owner',
  verdicts: { ...manager.verdicts, collections: { ...manager.verdicts.collections, service_accounts: 'write' } },
};
const platform: ServiceAccount = {
  id: '00000000000000000000000c',
  name: 'Video platform',
  scopes: ['platform'],
  networks: ['192.0.2.0/24'],
  created: '2024-05-01T10:00:00Z',
  created_by: 'Anna Lind',
  expires: '2100-01-01T00:00:00Z',
  overlap_until: null,
  used: null,
};
const listed = (...results: ServiceAccount[]) => ({
  body: { results, addresses: { platform: 'https://api.example.com/platform/events/' } },
});
const sent = () => backend.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

async function open() {
  await openSignedIn('/dashboard/service-accounts', backend, { user: owner });
  await findPage();
  return userEvent.setup();
}

describe('the service accounts', () => {
  test('are added with address ranges, and show their secret once', async () => {
    backend.answers.set('GET service_accounts/', listed());
    backend.answers.set('POST service_accounts/', { status: 201, body: { secret: 'secret-1', record: platform } });
    const user = await open();
    expect(await screen.findByText('No service account yet')).toBeInTheDocument();
    expect(screen.getByText('https://api.example.com/platform/events/')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add a service account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a service account' }));
    await user.type(await dialog.findByLabelText('Name'), 'Video platform');
    await user.type(dialog.getByLabelText('Allowed addresses'), '192.0.2.0');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('Please give a range of addresses such as 192.0.2.0/24.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Allowed addresses'), '/24{Enter}2001:db8::/32');
    backend.answers.set('GET service_accounts/', listed(platform));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    const shown = within(await screen.findByRole('alertdialog', { name: 'Copy the secret now' }));
    expect(shown.getByText('secret-1')).toBeInTheDocument();
    expect(sent()).toEqual([
      [
        'service_accounts/',
        { name: 'Video platform', scopes: ['platform'], days: 180, networks: ['192.0.2.0/24', '2001:db8::/32'] },
      ],
    ]);
    await user.click(shown.getByRole('button', { name: 'I have copied it' }));
    expect(await screen.findByText(/Never used.*Only from 192\.0\.2\.0\/24/)).toBeInTheDocument();
    expect(screen.queryByText('secret-1')).not.toBeInTheDocument();
  });

  test('show their secret also if the dialog was closed meanwhile, and keep it until it is copied', async () => {
    backend.answers.set('GET service_accounts/', listed());
    let answer = () => undefined as void;
    backend.answers.set('POST service_accounts/', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { status: 201, body: { secret: 'secret-1', record: platform } };
    });
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Add a service account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a service account' }));
    await user.type(await dialog.findByLabelText('Name'), 'Video platform');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a service account' })).toBeNull());
    answer();
    const shown = within(await screen.findByRole('alertdialog', { name: 'Copy the secret now' }));
    await user.keyboard('{Escape}');
    expect(shown.getByText('secret-1')).toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByText('secret-1')).toBeNull());
  });

  test('get another secret while the former one stays valid, and are ended after a question', async () => {
    const { id } = platform;
    const rotated = { ...platform, overlap_until: '2099-12-31T00:00:00Z' };
    backend.answers.set('GET service_accounts/', listed(platform));
    backend.answers.set(`POST service_accounts/${id}/rotate/`, { body: { secret: 'secret-2', record: rotated } });
    backend.answers.set(`DELETE service_accounts/${id}/`, { status: 204 });
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Replace secret' }));
    const rotation = within(await screen.findByRole('dialog', { name: 'Replace the secret of Video platform' }));
    backend.answers.set('GET service_accounts/', listed(rotated));
    await user.click(rotation.getByRole('button', { name: 'Replace secret' }));
    const shown = within(await screen.findByRole('alertdialog', { name: 'Copy the secret now' }));
    expect(shown.getByText('secret-2')).toBeInTheDocument();
    expect(sent()).toEqual([[`service_accounts/${id}/rotate/`, { days: 180, overlap_hours: 24 }]]);
    await user.click(shown.getByRole('button', { name: 'I have copied it' }));
    expect(await screen.findByText(/Former secret valid until/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'End' }));
    const question = within(
      await screen.findByRole('alertdialog', { name: 'End the service account Video platform?' }),
    );
    backend.answers.set('GET service_accounts/', listed());
    await user.click(question.getByRole('button', { name: 'End' }));
    expect(await screen.findByText('The service account has ended')).toBeInTheDocument();
    expect(backend.callsTo(`service_accounts/${id}/`)).toHaveLength(1);
  });
});
