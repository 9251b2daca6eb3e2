import { webcrypto } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { flagDefaults } from '../../contract/flags.ts';
import { challenge, manager, problem, sessionOf } from '../../tests/support/fakeBackend.ts';
import type { Tenant } from '../../contract/tenant.ts';
import { openApp, openSignedIn, testTenant, backendOfFile } from '../../tests/support/renderApp.ts';

const backend = backendOfFile();

/** A deployment with every way to sign in. */
const everyWay: Tenant = {
  ...testTenant,
  flags: { ...flagDefaults, registration: true, nationalId: true, demoAuth: true },
};

/** A deployment with single sign-on. */
const withContoso: Tenant = {
  ...testTenant,
  flags: { ...flagDefaults, singleSignOn: true },
  singleSignOn: { name: 'Contoso', isFirst: false },
};

async function open(path: string, tenant = everyWay) {
  await openApp(path, { tenant, site: { '/config.json': { BACKEND_URL: backend.url } } });
  await screen.findByRole('heading', { level: 1 });
}

const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }));
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

async function choosePassword(first: string, second = first) {
  const user = userEvent.setup();
  const fill = async (label: string, text: string) => {
    await user.clear(await screen.findByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  };
  await fill('New password', first);
  await fill('New password again', second);
}

beforeAll(async () => {
  // jsdom lacks it; browsers have it.
  Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the sign-in page', () => {
  test('leads to every way in that the deployment has, and keeps the place to return to', async () => {
    await open('/auth/login?returnTo=%2Fdashboard%2Fusers');
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(
      expect.arrayContaining([
        '/auth/openid?returnTo=%2Fdashboard%2Fusers',
        '/auth/forgot-password?returnTo=%2Fdashboard%2Fusers',
        '/auth/register',
        '/auth/jwt/login',
      ]),
    );
  });

  test('shows no link to a way that the deployment lacks, and its address is not found', async () => {
    await open('/auth/login', testTenant);
    expect(screen.getByRole('link', { name: 'Forgot your password?' })).toBeInTheDocument();
    for (const name of [/national ID/, /Create an account/, /Demo/])
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
    for (const path of ['/auth/openid', '/auth/register', '/auth/jwt/login', '/auth/jwt/register']) {
      await open(path, testTenant);
      expect(await title('Page not found')).toBeInTheDocument();
    }
    await openSignedIn('/auth/register', backend);
    expect(await title('Page not found')).toBeInTheDocument();
  });
});

test('a suspended person reads the reason and the last day', async () => {
  backend.answers.set(
    'POST auth/login/',
    problem('account_suspended', { values: { reason: 'Long leave', lastDay: '30-11-2026' } }),
  );
  await open('/auth/login');
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('E-mail'), 'anna@example.org');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your account is suspended. Please contact support. Last day: 30-11-2026. Reason: Long leave',
  );
});

test('who is held up by attempts of strangers is told of the way by a mailed link, which makes this device known', async () => {
  backend.answers.set('POST auth/login/', problem('too_many_requests', { retry_after: 5 }));
  await open('/auth/login');
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('E-mail'), 'anna@example.org');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  expect(await screen.findByText(/^If these were not your attempts: ask for a link/)).toBeInTheDocument();
  backend.answers.set('POST auth/reset_password/check/', { body: { deviceToken: 'by-mail' } });
  await open('/auth/reset-password?token=a-token');
  await user.click(await screen.findByRole('link', { name: 'Keep the password and sign in' }));
  await title('Sign in');
  await user.type(screen.getByLabelText('E-mail'), 'anna@example.org');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  expect(await screen.findByText(/^If these were not your attempts: ask for a link/)).toBeInTheDocument();
  expect(backend.callsTo('auth/login/').at(-1)?.body).toMatchObject({ deviceToken: 'by-mail' });
});

describe('a forgotten password', () => {
  test('has the same answer for every address, and keeps the typed address after a failure', async () => {
    backend.answers.set('POST auth/forgot_password/', problem('mail_failed'));
    await open('/auth/forgot-password');
    await userEvent.setup().type(screen.getByLabelText('E-mail'), 'anna@example.org');
    await press('Send me a link');
    expect(await screen.findByRole('alert')).toHaveTextContent(/could not be sent/);
    expect(screen.getByLabelText('E-mail')).toHaveValue('anna@example.org');
    backend.answers.set('POST auth/forgot_password/', { status: 204 });
    await press('Send me a link');
    expect(await title('Check your e-mail')).toHaveFocus();
    expect(screen.getByText(/^If anna@example.org belongs to an account/)).toBeInTheDocument();
    expect(backend.callsTo('auth/forgot_password/').map(({ body }) => body)).toEqual([
      { email: 'anna@example.org' },
      { email: 'anna@example.org' },
    ]);
  });

  test('takes over the address typed at sign-in and gives it back, but not in the URL', async () => {
    const user = userEvent.setup();
    await open('/auth/login');
    await user.type(screen.getByLabelText('E-mail'), 'anna@example.org');
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await title('Forgot your password?');
    expect(screen.getByLabelText('E-mail')).toHaveValue('anna@example.org');
    await user.type(screen.getByLabelText('E-mail'), '.au');
    expect(location.href).not.toContain('anna');
    await user.click(screen.getByRole('link', { name: 'Go to sign-in' }));
    await title('Sign in');
    expect(screen.getByLabelText('E-mail')).toHaveValue('anna@example.org.au');
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });

  // R85
  test('is replaced with the link’s token, which leaves the address at once', async () => {
    backend.answers.set('POST auth/reset_password/', { status: 204 });
    await open('/auth/reset-password?token=a-token');
    await waitFor(() => expect(location.search).toBe(''));
    await choosePassword('short', 'shorter');
    await press('Change password');
    expect(await screen.findByText('At least 10 characters.')).toBeInTheDocument();
    expect(screen.getByText('Passwords must match')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveFocus());
    expect(screen.getByLabelText('New password')).toHaveAttribute('autocomplete', 'new-password');
    expect(backend.callsTo('auth/reset_password/')).toEqual([]);
    await choosePassword('long enough now');
    await press('Change password');
    expect(await title('Your password has been changed')).toBeInTheDocument();
    expect(backend.callsTo('auth/reset_password/').map(({ body }) => body)).toEqual([
      { token: 'a-token', password: 'long enough now', password_confirmation: 'long enough now' },
    ]);
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/auth/login');
  });

  test('is refused at its field if it is easy to guess', async () => {
    backend.answers.set('POST auth/reset_password/', problem('invalid', { errors: { password: ['password_common'] } }));
    await open('/auth/reset-password?token=a-token');
    await title('Choose a new password');
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
      'At least 10 characters, and not easy to guess',
    );
    await choosePassword('passwordpassword');
    await press('Change password');
    await waitFor(() =>
      expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
        /This password is too easy to guess\. Choose one that is less common/,
      ),
    );
  });

  test('with a link that has expired leads to a new one, also while somebody is signed in', async () => {
    backend.answers.set('POST auth/reset_password/', problem('reset_link_expired'));
    await openSignedIn('/auth/reset-password?token=old', backend, { tenant: everyWay });
    await title('Choose a new password');
    await choosePassword('long enough now');
    await press('Change password');
    expect(await title('This link no longer works')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Send me a link' })).toHaveAttribute('href', '/auth/forgot-password');
    // Nobody types a password in vain.
    backend.answers.set('POST auth/reset_password/check/', problem('reset_link_expired'));
    await open('/auth/reset-password?token=older');
    expect(await title('This link no longer works')).toBeInTheDocument();
    expect(screen.queryByLabelText('New password')).toBeNull();
    await open('/auth/reset-password');
    expect(await title('This link no longer works')).toBeInTheDocument();
  });
});

describe('the own password', () => {
  test('is changed with the current one; a wrong one is reported at its field', async () => {
    backend.answers.set(
      'POST auth/change_password/',
      problem('invalid', { errors: { current_password: ['password_wrong'] } }),
    );
    await openSignedIn('/dashboard/reset-password', backend);
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Current password'), 'not this one');
    await choosePassword('long enough now');
    await press('Change password');
    await waitFor(() =>
      expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
        'This is not your current password.',
      ),
    );
    expect(screen.getByLabelText('New password')).toHaveValue('long enough now');
    backend.answers.set('POST auth/change_password/', { status: 204 });
    await user.type(screen.getByLabelText('Current password'), '!');
    await press('Change password');
    expect(await screen.findByText('Your other sessions have ended.')).toBeInTheDocument();
    expect(screen.getByLabelText('Current password')).toHaveValue('');
  });

  test('can be replaced with a mailed link', async () => {
    backend.answers.set('POST auth/forgot_password/', { status: 204 });
    await openSignedIn('/dashboard/reset-password', backend);
    await screen.findByRole('button', { name: 'Send me a link' });
    await press('Send me a link');
    expect(await screen.findByText('A link is on its way to anna@example.org')).toBeInTheDocument();
  });
});

describe('registering', () => {
  test('asks for name and address, and shows where the link was sent; the values can be corrected', async () => {
    backend.answers.set('POST auth/register/', problem('invalid', { errors: { phone: ['phone_invalid'] } }));
    await open('/auth/register');
    const user = userEvent.setup();
    await press('Register');
    expect(await screen.findAllByText('This field is required')).toHaveLength(3);
    await user.type(screen.getByLabelText('First name'), 'Freyja');
    await user.type(screen.getByLabelText('Last name'), 'Jónsdóttir');
    await user.type(screen.getByLabelText('E-mail'), ' freyja@example.org ');
    await user.type(screen.getByLabelText('Phone'), '000');
    await press('Register');
    expect(await screen.findByText('Phone number is not valid')).toBeInTheDocument();
    await user.clear(screen.getByLabelText('Phone'));
    backend.answers.set('POST auth/register/', { status: 204 });
    await press('Register');
    expect(await title('Check your e-mail')).toHaveFocus();
    expect(screen.getByText(/sent a link to freyja@example.org/)).toBeInTheDocument();
    expect(backend.callsTo('auth/register/').at(-1)?.body).toEqual({
      first_name: 'Freyja',
      last_name: 'Jónsdóttir',
      email: 'freyja@example.org',
      phone: null,
      language: 'en',
    });
    await press('Correct what I typed');
    expect(await screen.findByLabelText('Last name')).toHaveValue('Jónsdóttir');
  });

  // R62
  test('ends with a password, and says that the account waits for approval', async () => {
    backend.answers.set('POST auth/register/confirm/', { status: 204 });
    await open('/auth/register?token=t-1');
    await choosePassword('long enough now');
    await press('Finish registration');
    expect(await title('Your account waits for approval')).toHaveFocus();
    expect(backend.callsTo('auth/register/confirm/')[0]?.body).toMatchObject({ token: 't-1' });
  });

  test('with a link that has expired begins again', async () => {
    backend.answers.set('POST auth/register/confirm/', problem('registration_link_expired'));
    await open('/auth/register?token=t-1');
    await choosePassword('long enough now');
    await press('Finish registration');
    expect(await title('This link no longer works')).toBeInTheDocument();
    await userEvent.setup().click(screen.getByRole('link', { name: 'Register again' }));
    expect(await title('Create an account')).toBeInTheDocument();
  });
});

describe('the national ID', () => {
  const callback = '/auth/openid?code=c-1&state=s-1&iss=https%3A%2F%2Fid.example';
  const begun = (returnTo: string | null) =>
    sessionStorage.setItem('auth', JSON.stringify({ openidToken: 'o-1', returnTo }));

  // R49
  test('signs in with the provider’s callback, and opens the requested page', async () => {
    backend.answers.set('POST auth/openid/', { body: sessionOf(manager) });
    begun('/dashboard/reset-password');
    await open(callback);
    expect(await title('Change password')).toBeInTheDocument();
    expect(backend.callsTo('auth/openid/').map(({ body }) => body)).toEqual([
      { code: 'c-1', state: 's-1', iss: 'https://id.example', openidToken: 'o-1' },
    ]);
    expect(sessionStorage.getItem('auth')).toBeNull();
    expect(location.search).toBe('');
  });

  test('never leads to another site', async () => {
    backend.answers.set('POST auth/openid/', { body: sessionOf(manager) });
    begun('https://stranger.example/dashboard');
    await open(callback);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  });

  test('takes nothing from a callback that this tab did not begin', async () => {
    await open(callback);
    expect(await screen.findByRole('alert')).toHaveTextContent(/has expired or is already done/);
    expect(backend.callsTo('auth/openid/')).toEqual([]);
    expect(location.search).toBe('');
  });

  test.each([
    ['openid_failed', /did not succeed/],
    ['openid_unavailable', /not available at the moment/],
    ['national_id_unknown', /No account here belongs/],
    ['account_suspended', /suspended/],
  ] as const)('tells a sign-in that ends in %s, and offers the password', async (code, message) => {
    backend.answers.set('POST auth/openid/', problem(code));
    begun('/dashboard/users');
    await open(callback);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Sign in with a password' })).toHaveAttribute(
        'href',
        '/auth/login?returnTo=%2Fdashboard%2Fusers',
      ),
    );
  });

  test('tells people who cancelled that no data was passed on, and offers to start again', async () => {
    backend.answers.set('POST auth/openid/start/', problem('openid_unavailable'));
    begun(null);
    await open('/auth/openid?error=access_denied&state=s-1');
    expect(await screen.findByRole('alert')).toHaveTextContent(/Nothing was passed on/);
    await press('Try again');
    expect(await screen.findByText(/not available at the moment/)).toBeInTheDocument();
    expect(backend.callsTo('auth/openid/start/')[0]?.body).toEqual({ language: 'en' });
  });
});

describe('the work account', () => {
  const callback = '/auth/single-sign-on?code=c-1&state=s-1&iss=https%3A%2F%2Flogin.example';
  const begun = () => sessionStorage.setItem('auth', JSON.stringify({ openidToken: 'o-1', returnTo: null }));

  test('has a button with the name of the organisation, after the password or before it', async () => {
    const placeOf = (name: string) =>
      [...document.querySelectorAll('a, input')].findIndex(
        (element) => element.textContent === name || element.getAttribute('name') === name,
      );
    await open('/auth/login?returnTo=%2Fdashboard%2Fusers', withContoso);
    expect(screen.getByRole('link', { name: 'Sign in with Contoso' })).toHaveAttribute(
      'href',
      '/auth/single-sign-on?returnTo=%2Fdashboard%2Fusers',
    );
    expect(placeOf('Sign in with Contoso')).toBeGreaterThan(placeOf('password'));
    await open('/auth/login', { ...withContoso, singleSignOn: { name: 'Contoso', isFirst: true } });
    expect(placeOf('Sign in with Contoso')).toBeLessThan(placeOf('email'));
  });

  test('signs in with the provider’s callback', async () => {
    backend.answers.set('POST auth/single_sign_on/', { body: sessionOf(manager) });
    begun();
    await open(callback, withContoso);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
    expect(backend.callsTo('auth/single_sign_on/').map(({ body }) => body)).toEqual([
      { code: 'c-1', state: 's-1', iss: 'https://login.example', openidToken: 'o-1' },
    ]);
  });

  test('leads to the code if one is asked for', async () => {
    backend.answers.set('POST auth/single_sign_on/', { body: challenge });
    begun();
    await open(callback, withContoso);
    await waitFor(() => expect(location.pathname).toBe('/auth/enter-code'));
  });

  test.each([
    ['openid_unavailable', /sign-in page of Contoso cannot be reached/],
    ['openid_failed', /Signing in with Contoso did not succeed/],
    ['single_sign_on_no_role', /has given you no role/],
    ['single_sign_on_unverified', /no verified e-mail address/],
    ['single_sign_on_unconfirmed', /Open its link to confirm/],
  ] as const)('tells a sign-in that ends in %s', async (code, message) => {
    backend.answers.set('POST auth/single_sign_on/', problem(code));
    begun();
    await open(callback, withContoso);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(await screen.findByRole('link', { name: 'Sign in with a password' })).toBeInTheDocument();
  });
});

describe('the demo', () => {
  const fill = async (texts: Record<string, string>) => {
    const user = userEvent.setup();
    for (const [label, text] of Object.entries(texts)) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), text);
    }
  };
  const isOver = (name: string) => title(`Signed in as ${name}`);

  // R36, R41, R51, R52, R56, R57, R196, R205
  test('signs up and in without a call, each after its wait, and refuses in the required words', async () => {
    await open('/auth/jwt/register');
    const typed = { Name: 'Rut Berg', 'E-mail': 'demo@signboard.example', Password: 'a password' };
    await fill(typed);
    let from = Date.now();
    await press('Sign up');
    expect(await screen.findByText('User already exists')).toBeInTheDocument();
    expect(Date.now() - from).toBeGreaterThanOrEqual(1000);
    expect(screen.getByLabelText('Name')).toHaveValue('Rut Berg');
    await fill({ 'E-mail': 'rut@example.org' });
    await press('Sign up');
    await isOver('Rut Berg');
    expect(screen.getByText('Standard')).toBeInTheDocument();
    expect(screen.getByText(/^[0-9a-f]{24}$/)).toBeInTheDocument();
    await press('Sign out');
    await open('/auth/jwt/login');
    await fill({ 'E-mail': 'rut@example.org', Password: 'another password' });
    from = Date.now();
    await press('Sign in');
    expect(await screen.findByText('Please check your email and password')).toBeInTheDocument();
    expect(Date.now() - from).toBeGreaterThanOrEqual(500);
    await fill({ Password: 'a password' });
    await press('Sign in');
    await isOver('Rut Berg');
    expect(backend.calls).toEqual([]);
    expect(localStorage.getItem('auth')).toBeNull();
  });

  // R53, R54, R55, R196
  test('distinguishes a malformed, forged and expired token, and an internal error', async () => {
    await open('/auth/jwt/login');
    if (!screen.queryByLabelText('Token')) {
      await fill({ 'E-mail': 'demo@signboard.example', Password: 'Password123!' });
      await press('Sign in');
    }
    const field = await screen.findByLabelText<HTMLInputElement>('Token');
    const [head, body = '', signature] = field.value.split('.');
    const { iat, exp } = JSON.parse(atob(body)) as { iat: number; exp: number };
    expect(exp - iat).toBe(172_800);
    const expectVerdict = async (token: string | null, message: string) => {
      if (token !== null) await fill({ Token: token });
      await press('Check the token');
      expect(await screen.findByText(message)).toBeInTheDocument();
    };
    await expectVerdict(null, 'This token is good.');
    await expectVerdict('nonsense', 'Invalid authorization token');
    await expectVerdict(
      `${head}.${btoa(JSON.stringify({ userId: 'somebody', exp: exp + 1 }))}.${signature}`,
      'Invalid signature',
    );
    const now = jest.spyOn(Date, 'now').mockReturnValue((exp + 1) * 1000);
    await expectVerdict(`${head}.${body}.${signature}`, 'Expired token');
    now.mockRestore();
    jest.spyOn(crypto.subtle, 'verify').mockRejectedValue(new Error('out of order'));
    await expectVerdict(`${head}.${body}.${signature} `, 'Internal server error');
  });
});
