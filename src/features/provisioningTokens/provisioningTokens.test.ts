import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Me } from '../../../contract/auth.ts';
import type { ProvisioningToken } from '../../../contract/provisioningTokens.ts';
import { type FakeBackend, manager, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, testTenant } from '../../../tests/support/renderApp.ts';

let backend: FakeBackend;
let close = () => undefined as void;

const tenant = {
  ...testTenant,
  flags: { ...testTenant.flags, singleSignOn: true },
  singleSignOn: { name: 'Contoso', isFirst: false },
};
const owner: Me = {
  ...manager,
  role: 'owner',
  verdicts: {
    ...manager.verdicts,
    collections: { ...manager.verdicts.collections, provisioning_tokens: 'write' },
  },
};
const okta: ProvisioningToken = {
  id: '00000000000000000000000c',
  name: 'Okta',
  created: '2024-05-01T10:00:00Z',
  created_by: 'Anna Lind',
  expires: '2100-01-01T00:00:00Z',
  used: null,
};
const listed = (...results: ProvisioningToken[]) => ({
  body: { results, address: 'https://api.example.com/scim/v2' },
});

async function open() {
  close = (await openSignedIn('/dashboard/provisioning', backend, { tenant, user: owner })).close;
  await findPage();
}

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
beforeEach(() => backend.reset());
afterEach(() => {
  close();
  localStorage.clear();
});

describe('the tokens for provisioning', () => {
  test('are created with a name, and shown once', async () => {
    backend.answers.set('GET provisioning_tokens/', listed());
    backend.answers.set('POST provisioning_tokens/', { status: 201, body: { token: 'secret-1', record: okta } });
    await open();
    expect(await screen.findByText('No token yet')).toBeInTheDocument();
    expect(screen.getByText('https://api.example.com/scim/v2')).toBeInTheDocument();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Create a token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a token' }));
    await user.type(await dialog.findByLabelText('Name'), 'Okta');
    backend.answers.set('GET provisioning_tokens/', listed(okta));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    const shown = within(await screen.findByRole('alertdialog', { name: 'Copy the token now' }));
    expect(shown.getByText('secret-1')).toBeInTheDocument();
    expect(backend.callsTo('provisioning_tokens/').find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Okta',
      days: 180,
    });
    await user.click(shown.getByRole('button', { name: 'I have copied it' }));
    expect(await screen.findByText(/Never used/)).toBeInTheDocument();
    expect(screen.queryByText('secret-1')).not.toBeInTheDocument();
  });

  test('are two at most, and are deleted after a question', async () => {
    const old = { ...okta, id: '00000000000000000000000d', name: 'Entra ID' };
    backend.answers.set('GET provisioning_tokens/', listed(okta, old));
    backend.answers.set(`DELETE provisioning_tokens/${old.id}/`, { status: 204 });
    await open();
    expect(await screen.findByText('Two tokens are valid. Delete one to create another.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Create a token' })).toBeDisabled();
    const user = userEvent.setup();
    const [, second] = screen.getAllByRole('button', { name: 'Delete' });
    if (second) await user.click(second);
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete the token Entra ID?' }));
    backend.answers.set('GET provisioning_tokens/', listed(okta));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The token is deleted')).toBeInTheDocument();
    expect(backend.callsTo(`provisioning_tokens/${old.id}/`)).toHaveLength(1);
  });
});
