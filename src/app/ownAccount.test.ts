import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { manager, problem } from '../../tests/support/fakeBackend.ts';
import { mari } from '../../tests/support/person.ts';
import { findPage, openApp, openSignedIn, testTenant, backendOfFile } from '../../tests/support/renderApp.ts';

const backend = backendOfFile();

const tenant = { ...testTenant, flags: { ...testTenant.flags, nationalId: true } };
const account = { email: 'anna@example.org', pending: null };
const pending = { email: 'new@example.org', expires: '2024-05-02T10:00:00Z' };
const linkedId = { id: '00000000000000000000000c', issuer: 'https://id.example', linked: '2024-05-01T10:00:00Z' };

async function open(path: string) {
  await openApp(path, { tenant, site: { '/config.json': { BACKEND_URL: backend.url } } });
  await screen.findByRole('heading', { level: 1 });
}
async function openMine(path: string, given = tenant) {
  await openSignedIn(path, backend, { tenant: given });
  await findPage();
}
const press = async (name: string) => userEvent.setup().click(await screen.findByRole('button', { name }));
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const bodies = (path: string, method: string) =>
  backend
    .callsTo(path)
    .filter((call) => call.method === method)
    .map(({ body }) => body);

beforeEach(() => {
  backend.answers.set('GET auth/email/', { body: account });
});

describe('the own e-mail address', () => {
  test('is changed after a proof of the person, and waits until the new address is confirmed', async () => {
    let isProved = false;
    backend.answers.set('POST auth/email/', () =>
      isProved ? { body: { ...account, pending } } : problem('insufficient_user_authentication'),
    );
    backend.answers.set('GET auth/reauthentication/', { body: { ways: ['password'] } });
    backend.answers.set(
      'POST auth/reauthentication/',
      problem('invalid', { errors: { current_password: ['password_wrong'] } }),
    );
    await openMine('/dashboard/email');
    const user = userEvent.setup();
    expect(await screen.findByLabelText('Your e-mail address')).toHaveValue('anna@example.org');
    await press('Send the link');
    expect(await screen.findAllByText('This field is required')).toHaveLength(1);
    await user.type(screen.getByLabelText('New e-mail address'), ' new@example.org');
    await press('Send the link');

    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.type(await dialog.findByLabelText('Your password'), 'not this one');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(dialog.getByLabelText('Your password')).toHaveAccessibleDescription('This is not your current password.'),
    );
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Please confirm that it is you, and try again.')).toBeInTheDocument();
    expect(screen.getByLabelText('New e-mail address')).toHaveValue('new@example.org');

    backend.answers.set('POST auth/reauthentication/', () => {
      isProved = true;
      return { status: 204 };
    });
    backend.answers.set('GET auth/email/', { body: { ...account, pending } });
    await press('Send the link');
    const again = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.type(await again.findByLabelText('Your password'), 'this one{Enter}');
    expect(await screen.findByText('A link is on its way to new@example.org')).toBeInTheDocument();
    expect(bodies('auth/email/', 'POST').at(-1)).toEqual({ email: 'new@example.org' });
    expect(bodies('auth/reauthentication/', 'POST')).toEqual([
      { current_password: 'not this one' },
      { current_password: 'this one' },
    ]);
    expect(await screen.findByText(/We have sent a link to new@example.org. It works until/)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('New e-mail address')).toHaveValue(''));
    backend.answers.set('DELETE auth/email/', { status: 204 });
    backend.answers.set('GET auth/email/', { body: account });
    await press('Cancel this change');
    await waitFor(() => expect(screen.queryByText(/We have sent a link/)).not.toBeInTheDocument());
  });

  test('is changed after a mailed code by people who have no password', async () => {
    let isProved = false;
    backend.answers.set('POST auth/email/', () =>
      isProved ? { body: { ...account, pending } } : problem('insufficient_user_authentication'),
    );
    backend.answers.set('GET auth/reauthentication/', { body: { ways: ['code'] } });
    backend.answers.set('POST auth/reauthentication/code/', {
      body: { otpToken: 'otp-7', otp_expiry: '2100-01-01T00:00:00Z', resend_after: 30 },
    });
    backend.answers.set('POST auth/reauthentication/', () => {
      isProved = true;
      return { status: 204 };
    });
    await openMine('/dashboard/email');
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('New e-mail address'), 'new@example.org');
    await press('Send the link');
    await press('Send me a code');
    expect(await screen.findByText('A code is on its way to anna@example.org')).toBeInTheDocument();
    expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Code from the e-mail'), '123456');
    await press('Confirm');
    expect(await screen.findByText('A link is on its way to new@example.org')).toBeInTheDocument();
    expect(bodies('auth/reauthentication/', 'POST')).toEqual([{ otpToken: 'otp-7', code: '123456' }]);
  });

  test('is confirmed at one press by the link at the new address, whose token leaves the page’s address', async () => {
    backend.answers.set('POST auth/email/confirm/', { status: 204 });
    await openMine('/auth/confirm-email?token=t-1');
    await title('Confirm your new e-mail address');
    await waitFor(() => expect(location.search).toBe(''));
    expect(backend.callsTo('auth/email/confirm/')).toEqual([]);
    await press('Confirm the address');
    const news = await title('Your e-mail address has been changed');
    await waitFor(() => expect(news).toHaveFocus());
    expect(bodies('auth/email/confirm/', 'POST')).toEqual([{ token: 't-1' }]);
  });

  test.each([
    ['/auth/confirm-email', 'POST auth/email/confirm/', 'email_link_expired', 'Confirm the address'],
    ['/auth/undo-email', 'POST auth/email/undo/', 'email_undo_expired', 'Restore my former address'],
    ['/auth/confirm-national-id', 'POST auth/openid/confirm/', 'national_id_link_expired', 'Link the national ID'],
  ])(
    'shows at %s that a link has expired, and offers another try after a temporary failure',
    async (path, call, code, button) => {
      backend.answers.set(call, problem('backend_unreachable'));
      await open(`${path}?token=t-1`);
      await press(button);
      expect(await screen.findByRole('alert')).toBeInTheDocument();
      backend.answers.set(call, problem(code));
      await press(button);
      expect(await title('This link no longer works')).toBeInTheDocument();
      await open(path);
      expect(await title('This link no longer works')).toBeInTheDocument();
    },
  );

  test('is put back by the link at the former address, which leads to a new password', async () => {
    backend.answers.set('POST auth/email/undo/', { body: { token: 'r-1', expires: '2100-01-01T00:00:00Z' } });
    backend.answers.set('POST auth/reset_password/', { status: 204 });
    await open('/auth/undo-email?token=t-1');
    await press('Restore my former address');
    await title('Choose a new password');
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('New password'), 'long enough now');
    await user.type(screen.getByLabelText('New password again'), 'long enough now');
    await press('Change password');
    await title('Your password has been changed');
    expect(bodies('auth/email/undo/', 'POST')).toEqual([{ token: 't-1' }]);
    expect(bodies('auth/reset_password/', 'POST')).toMatchObject([{ token: 'r-1' }]);
  });
});

describe('national IDs', () => {
  test('are linked at one press by the link from the mail', async () => {
    backend.answers.set('POST auth/openid/confirm/', { status: 204 });
    await open('/auth/confirm-national-id?token=t-1');
    await press('Link the national ID');
    const news = await title('Your national ID is linked');
    await waitFor(() => expect(news).toHaveFocus());
    expect(bodies('auth/openid/confirm/', 'POST')).toEqual([{ token: 't-1' }]);
  });

  test('are listed and unlinked after a question', async () => {
    backend.answers.set('GET auth/national_ids/', { body: { results: [linkedId] } });
    backend.answers.set(`DELETE auth/national_ids/${linkedId.id}/`, { status: 204 });
    await openMine('/dashboard/national-ids');
    expect(await screen.findByText('https://id.example')).toBeInTheDocument();
    await press('Unlink');
    backend.answers.set('GET auth/national_ids/', { body: { results: [] } });
    await userEvent
      .setup()
      .click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink' }));
    expect(await screen.findByText('No national ID is linked')).toBeInTheDocument();
    expect(bodies(`auth/national_ids/${linkedId.id}/`, 'DELETE')).toHaveLength(1);
  });

  test('of somebody else are unlinked only by those who may', async () => {
    const place = `/dashboard/users/${mari.id}/national-ids`;
    backend.answers.set(`GET users/${mari.id}/national_ids/`, { body: { results: [linkedId] } });
    backend.answers.set(`GET users/${mari.id}/`, { body: { ...mari, can: { ...mari.can, change_email: false } } });
    await openMine(place);
    expect(await screen.findByText(/You may look at them, but not unlink them/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Unlink' })).not.toBeInTheDocument();
    backend.answers.set(`GET users/${mari.id}/`, { body: mari });
    await openMine(place);
    expect(await screen.findByRole('button', { name: 'Unlink' })).toBeInTheDocument();
  });

  test('have no place where the deployment has none', async () => {
    await openMine('/dashboard/national-ids', testTenant);
    expect(await title('Page not found')).toBeInTheDocument();
  });
});

describe('the e-mail of a user', () => {
  test.each([
    [mari.id, true, /A change ends their sessions and links/],
    [mari.id, false, /Only owners change the e-mail address/],
    [manager.id, false, /You change your own e-mail address in your account menu/],
  ])('of %s, if the server allows it: %s, describes the consequences or who may change it', async (id, may, said) => {
    backend.answers.set('GET departments/', { body: { count: 0, results: [] } });
    backend.answers.set(`GET users/${id}/`, { body: { ...mari, id, can: { ...mari.can, change_email: may } } });
    await openMine(`/dashboard/users/${id}/edit`, testTenant);
    const field = await screen.findByLabelText('E-mail');
    expect(field).toHaveAccessibleDescription(said);
    expect(field.hasAttribute('readonly')).toBe(!may);
  });
});

const here = {
  id: '0000000000000000000000a1',
  browser: 'Firefox',
  system: 'Windows',
  is_current: true,
  started: '2024-05-01T08:00:00Z',
  used: '2024-05-01T10:00:00Z',
};
const phone = { ...here, id: '0000000000000000000000a2', browser: 'Safari', system: 'iOS', is_current: false };

describe('the own sessions', () => {
  test('are listed with device and times, and ended one by one or all but this one', async () => {
    backend.answers.set('GET auth/sessions/', { body: { results: [here, phone] } });
    backend.answers.set(`DELETE auth/sessions/${phone.id}/`, { status: 204 });
    backend.answers.set('POST auth/sessions/end_others/', { status: 204 });
    await openMine('/dashboard/sign-in');
    await screen.findByText(/Firefox on Windows/);
    const [current, other] = within(screen.getByRole('region', { name: 'Your sessions' })).getAllByRole('listitem');
    expect(current).toHaveTextContent(
      'Firefox on Windows This deviceLast used 01-05-2024 13:00 · Signed in 01-05-2024 11:00',
    );
    expect(within(current as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
    const user = userEvent.setup();
    await user.click(within(other as HTMLElement).getByRole('button', { name: 'End' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End' }));
    expect(await screen.findByText('The session is ended')).toBeInTheDocument();
    expect(bodies(`auth/sessions/${phone.id}/`, 'DELETE')).toHaveLength(1);
    await press('End all others');
    backend.answers.set('GET auth/sessions/', { body: { results: [here] } });
    const question = await screen.findByRole('alertdialog', { name: 'End all other sessions?' });
    await user.click(within(question).getByRole('button', { name: 'End all others' }));
    expect(await screen.findByText('All other sessions are ended')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End all others' })).not.toBeInTheDocument());
    expect(bodies('auth/sessions/end_others/', 'POST')).toHaveLength(1);
  });

  test('have no page in the menu where the backend does not offer them', async () => {
    await openSignedIn('/dashboard', backend, { user: { ...manager, offers: [] } });
    await press('Account: Anna Jónsdóttir');
    expect(await screen.findByRole('menuitem', { name: 'Change e-mail' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Sign-in and security' })).not.toBeInTheDocument();
  });
});

describe('the sessions of a user', () => {
  const session = { ...phone, expires: '2100-01-01T00:00:00Z' };
  test.each([
    [true, ['End all', 'End']],
    [false, []],
  ])('are ended if the server allows it: %s', async (end_sessions, buttons) => {
    backend.answers.set(`GET users/${mari.id}/`, {
      body: { ...mari, role: 'manager', can: { ...mari.can, end_sessions } },
    });
    backend.answers.set(`GET users/${mari.id}/sign_ins/`, { body: { sessions: [session], devices: [] } });
    backend.answers.set(`DELETE users/${mari.id}/sessions/${phone.id}/`, { status: 204 });
    await openMine(`/dashboard/users/${mari.id}/sign-ins`);
    expect(await screen.findByRole('rowheader', { name: 'Safari on iOS' })).toBeInTheDocument();
    const shown = screen.queryAllByRole('button', { name: /^End/ });
    expect(shown.map(({ textContent }) => textContent)).toEqual(buttons);
    if (!end_sessions) return;
    await press('End');
    await userEvent.setup().click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End' }));
    await waitFor(() => expect(bodies(`users/${mari.id}/sessions/${phone.id}/`, 'DELETE')).toHaveLength(1));
  });
});
