import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { challenge, manager, problem, sessionOf } from '../../tests/support/fakeBackend.ts';
import { findPage, openApp, openSignedIn, testTenant, backendOfFile } from '../../tests/support/renderApp.ts';

const backend = backendOfFile();

beforeEach(() => {
  backend.answers.set('GET auth/sessions/', { body: { results: [] } });
});

const press = async (name: string) => userEvent.setup().click(await screen.findByRole('button', { name }));
const bodies = (path: string) =>
  backend
    .callsTo(path)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, body }) => [method, body]);

describe('the own authenticator app', () => {
  const none = { totp: null, recovery_codes: 0 };
  const added = { totp: { added: '2024-05-01T08:00:00Z', used: null }, recovery_codes: 2 };
  const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];

  test('is added with a QR code or a key, confirmed, and its recovery codes are shown until they are kept', async () => {
    backend.answers.set('GET auth/factors/', { body: none });
    backend.answers.set('POST auth/totp/', { body: { secret: 'ABCDEFGH', qr: '<svg/>' } });
    backend.answers.set('POST auth/totp/confirm/', problem('invalid', { errors: { code: ['otp_wrong'] } }));
    await openSignedIn('/dashboard/sign-in', backend);
    await findPage();
    await press('Add an authenticator app');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an authenticator app' }));
    expect(dialog.getByRole('img', { name: 'QR code with the key for the app' })).toHaveAttribute(
      'src',
      'data:image/svg+xml,%3Csvg%2F%3E',
    );
    expect(dialog.getByText('ABCD EFGH')).toBeInTheDocument();
    const user = userEvent.setup();
    await user.type(dialog.getByLabelText('Code of the app'), '123456{Enter}');
    await waitFor(() =>
      expect(dialog.getByLabelText('Code of the app')).toHaveAccessibleDescription(/This code is not right/),
    );
    backend.answers.set('POST auth/totp/confirm/', { body: { codes } });
    backend.answers.set('GET auth/factors/', { body: added });
    await user.clear(dialog.getByLabelText('Code of the app'));
    await user.type(dialog.getByLabelText('Code of the app'), '654321{Enter}');
    const shown = within(await screen.findByRole('alertdialog', { name: 'Recovery codes' }));
    for (const code of codes) expect(shown.getByText(code)).toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(screen.queryByText('aaaa-bbbb-cccc-dddd')).not.toBeInTheDocument());
    expect(await screen.findByText('Added 01-05-2024 11:00')).toBeInTheDocument();
    expect(screen.getByText('Left: 2')).toBeInTheDocument();
    expect(bodies('auth/totp/confirm/').at(-1)).toEqual(['POST', { code: '654321' }]);
  });

  test('gets new recovery codes, and is removed, each after a question', async () => {
    backend.answers.set('GET auth/factors/', { body: added });
    backend.answers.set('POST auth/recovery_codes/', { body: { codes } });
    backend.answers.set('DELETE auth/totp/', { status: 204 });
    await openSignedIn('/dashboard/sign-in', backend);
    await findPage();
    const user = userEvent.setup();
    const confirm = async (title: string, button: string) =>
      user.click(within(await screen.findByRole('alertdialog', { name: title })).getByRole('button', { name: button }));
    await press('Make new ones');
    await confirm('Make new recovery codes?', 'Make new ones');
    await confirm('Recovery codes', 'I have kept them');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await press('Remove');
    backend.answers.set('GET auth/factors/', { body: none });
    await confirm('Remove the authenticator app?', 'Remove');
    expect(await screen.findByText(/An app on your phone shows the codes/)).toBeInTheDocument();
    expect(bodies('auth/totp/')).toEqual([['DELETE', undefined]]);
  });

  test('has no place where the backend or the deployment does not offer it', async () => {
    await openSignedIn('/dashboard/sign-in', backend, { user: { ...manager, offers: ['sessions'] } });
    expect(await screen.findByRole('region', { name: 'Your sessions' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Authenticator app' })).not.toBeInTheDocument();
    const tenant = { ...testTenant, flags: { ...testTenant.flags, twoFactor: false } };
    await openSignedIn('/dashboard/sign-in', backend, { tenant });
    expect(await screen.findByRole('region', { name: 'Your sessions' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Authenticator app' })).not.toBeInTheDocument();
  });
});

describe('signing in with an authenticator app', () => {
  const signIn = async () => {
    backend.answers.set('POST auth/login/', { body: { ...challenge, method: 'totp' } });
    await openApp('/auth/login', { site: { '/config.json': { BACKEND_URL: backend.url } } });
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('E-mail'), 'anna@example.org');
    await user.type(screen.getByLabelText('Password'), 'a long password{Enter}');
    expect(await screen.findByText('Your authenticator app shows a 6-digit code.')).toBeInTheDocument();
    return user;
  };
  const opened = () => waitFor(() => expect(JSON.parse(localStorage.getItem('auth') ?? '{}').token).toBe('token-1'));

  test('takes the code of the app', async () => {
    const user = await signIn();
    backend.answers.set('POST auth/otp/', { body: sessionOf(manager) });
    await user.type(screen.getByLabelText('Code'), '123456');
    await opened();
    expect(bodies('auth/otp/')).toMatchObject([['POST', { code: '123456' }]]);
  });

  test('takes a recovery code instead', async () => {
    const user = await signIn();
    backend.answers.set('POST auth/otp/', { body: sessionOf(manager) });
    await press('Use a recovery code');
    await user.type(screen.getByLabelText('Recovery code'), 'aaaa-bbbb-cccc-dddd{Enter}');
    await opened();
    expect(bodies('auth/otp/')).toMatchObject([['POST', { code: 'aaaa-bbbb-cccc-dddd' }]]);
  });

  test('takes a mailed code as the last way', async () => {
    const user = await signIn();
    backend.answers.set('POST auth/otp/resend/', { body: { ...challenge, resend_after: 30 } });
    await press('Send me a code by e-mail');
    expect(await screen.findByText('We sent a 6-digit code to anna@example.org.')).toBeInTheDocument();
    backend.answers.set('POST auth/otp/', { body: sessionOf(manager) });
    await user.type(screen.getByLabelText('Code'), '123456');
    await opened();
  });
});
