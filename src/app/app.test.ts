import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { findByRole, screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { flagDefaults } from '../../contract/flags.ts';
import { challenge, manager, problem, sessionOf } from '../../tests/support/fakeBackend.ts';
import { openApp, openSignedIn, testTenant, backendOfFile } from '../../tests/support/renderApp.ts';

const backend = backendOfFile();

const overview = {
  from_day: '2024-04-02',
  to_day: '2024-05-01',
  scope: 'all',
  requests: 1234,
  registered_users: 87,
  online_interpreters: 6,
  average_feedback: 4.6,
  feedback_count: 21,
};

async function open(path: string, options: { tenant?: typeof testTenant; site?: Record<string, unknown> } = {}) {
  await openApp(path, {
    tenant: options.tenant,
    site: options.site ?? { '/config.json': { BACKEND_URL: backend.url } },
  });
}

async function openDashboard(path: string, options?: Parameters<typeof open>[1]) {
  await openSignedIn(path, backend, options);
}

beforeEach(() => {
  backend.answers.set('GET overview/', { body: overview });
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function fillIn(email: string, password: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('E-mail'), email);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  return user;
}

describe('signing in', () => {
  // R41, R43, R60
  test('takes e-mail, password and the code, and opens the place that was asked for', async () => {
    backend.answers.set('POST auth/login/', { body: challenge });
    backend.answers.set('POST auth/otp/', { body: sessionOf(manager) });
    await open('/dashboard/users?page=2');
    await waitFor(() => expect(document.title).toBe('Sign in · Viipesild'));
    const user = await fillIn('anna@example.org', 'secret');

    expect(await screen.findByRole('heading', { name: 'Enter the code' })).toBeInTheDocument();
    expect(location.pathname).toBe('/auth/enter-code');
    expect(screen.getByText(/anna@example.org/)).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Enter the code · Viipesild'));
    await user.click(screen.getByLabelText('Code'));
    await user.paste('Your code: 123 456');

    expect(await screen.findByRole('heading', { name: 'Users', level: 1 })).toBeInTheDocument();
    expect(location.pathname + location.search).toBe('/dashboard/users?page=2');
    await waitFor(() => expect(document.title).toBe('Users · Viipesild'));
    expect(backend.callsTo('auth/login/')[0]?.body).toEqual({ email: 'anna@example.org', password: 'secret' });
    expect(backend.callsTo('auth/otp/').map(({ body }) => body)).toEqual([{ otpToken: 'otp-1', code: '123456' }]);
    expect(JSON.parse(localStorage.getItem('auth') ?? '')).toMatchObject({ token: 'token-1' });
  });

  test('opens the dashboard at once where the server asks for no code', async () => {
    backend.answers.set('POST auth/login/', { body: sessionOf(manager) });
    await open('/auth/login');
    await fillIn('anna@example.org', 'secret');
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  });

  // R186
  test('shows the catalogue’s message for a wrong password, keeps the typed values and stays', async () => {
    backend.answers.set('POST auth/login/', problem('bad_credentials'));
    await open('/auth/login');
    await fillIn('anna@example.org', 'wrong');
    expect(await screen.findByText('Please check email and password')).toBeInTheDocument();
    expect(screen.getByLabelText('E-mail')).toHaveValue('anna@example.org');
    expect(screen.getByLabelText('Password')).toHaveValue('wrong');
  });

  test('stays on the login page even when a sign-in call is answered 401', async () => {
    backend.answers.set('POST auth/login/', problem('bad_credentials', { status: 401 }));
    await open('/auth/login?returnTo=%2Fdashboard%2Fversions');
    await fillIn('anna@example.org', 'wrong');
    expect(await screen.findByText('Please check email and password')).toBeInTheDocument();
    expect(location.search).toBe('?returnTo=%2Fdashboard%2Fversions');
  });

  // R48
  test('refuses a role that may not enter in the catalogue’s words', async () => {
    backend.answers.set('POST auth/login/', problem('no_permission_to_login'));
    await open('/auth/login');
    await fillIn('deaf@example.org', 'secret');
    expect(await screen.findByText('You do not have the permission to login to the program')).toBeInTheDocument();
  });

  test('asks for both fields before it calls the server', async () => {
    await open('/auth/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findAllByText('This field is required')).toHaveLength(2);
    await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveFocus());
    expect(backend.calls).toEqual([]);
  });

  test('sends one call for a double click', async () => {
    backend.answers.set('POST auth/login/', async () => {
      await new Promise((wait) => setTimeout(wait, 100));
      return { body: challenge };
    });
    await open('/auth/login');
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('E-mail'), 'anna@example.org');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.dblClick(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('heading', { name: 'Enter the code' });
    expect(backend.callsTo('auth/login/')).toHaveLength(1);
  });

  test('never leads to another origin', async () => {
    backend.answers.set('POST auth/login/', { body: sessionOf(manager) });
    await open('/auth/login?returnTo=https%3A%2F%2Fevil.example%2Fdashboard');
    await fillIn('anna@example.org', 'secret');
    await waitFor(() => expect(location.href).toBe('http://localhost/dashboard'));
  });
});

describe('the code', () => {
  async function openCode() {
    localStorage.setItem('auth', JSON.stringify({ otpToken: 'otp-1' }));
    await open('/auth/enter-code');
    return screen.findByLabelText('Code');
  }

  test('counts the attempts that are left', async () => {
    backend.answers.set('POST auth/otp/', problem('otp_wrong', { attempts_left: 1 }));
    const field = await openCode();
    await userEvent.type(field, '111111');
    expect(await screen.findByText(/This code is not right.*1 attempt left\./)).toBeInTheDocument();
    expect(field).toHaveValue('');
  });

  test('leads back to the login page once it has expired', async () => {
    backend.answers.set('POST auth/otp/', problem('otp_expired'));
    await userEvent.type(await openCode(), '111111');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
    expect(localStorage.getItem('auth')).toBeNull();
  });

  test('can be asked for again, and then after a while', async () => {
    backend.answers.set('POST auth/otp/resend/', { body: { ...challenge, otpToken: 'otp-2', resend_after: 30 } });
    await openCode();
    await userEvent.click(screen.getByRole('button', { name: 'Send another code' }));
    expect(await screen.findByRole('button', { name: /Send another code \(in 0:/ })).toBeDisabled();
    expect(JSON.parse(localStorage.getItem('auth') ?? '')).toEqual({ otpToken: 'otp-2' });
    expect(await screen.findByText('Another code is on its way.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  });

  test('may be delayed: the page shows that until another code is sent', async () => {
    const delayed = /^The e-mail with the code may take a few minutes/;
    backend.answers.set('POST auth/login/', { body: { ...challenge, resend_after: 0, mail_delayed: true } });
    await open('/auth/login');
    await fillIn('anna@example.org', 'secret');
    expect(await screen.findByText(delayed)).toBeInTheDocument();
    expect(screen.getByLabelText('Code')).toBeInTheDocument();
    backend.answers.set('POST auth/otp/resend/', { body: { ...challenge, resend_after: 0 } });
    await userEvent.click(screen.getByRole('button', { name: 'Send another code' }));
    await waitFor(() => expect(screen.queryByText(delayed)).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  });

  test('is one field for a keyboard of digits and for autofill', async () => {
    const field = await openCode();
    expect(field).toHaveAttribute('inputmode', 'numeric');
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  });

  test('is not asked for when no login waits for it', async () => {
    await open('/auth/enter-code');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
    expect(location.pathname).toBe('/auth/login');
  });

  test('has no page where two-factor is off', async () => {
    localStorage.setItem('auth', JSON.stringify({ otpToken: 'otp-1' }));
    await open('/auth/enter-code', { tenant: { ...testTenant, flags: { ...flagDefaults, twoFactor: false } } });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
  });
});

describe('the session', () => {
  test('is taken up again after a reload', async () => {
    await openDashboard('/dashboard/users');
    expect(await screen.findByRole('heading', { name: 'Users', level: 1 })).toBeInTheDocument();
    expect(backend.callsTo('auth/me/')[0]?.headers.authorization).toBe('Token token-1');
  });

  test('ends for a token that is refused, with one message and the way back', async () => {
    localStorage.setItem('auth', JSON.stringify({ token: 'old', expiry: '2100-01-01T00:00:00+00:00' }));
    backend.answers.set('GET auth/me/', problem('unauthorized'));
    await open('/dashboard/users');
    expect(await screen.findAllByText('Your session has ended. Please sign in again.')).toHaveLength(1);
    expect(location.search).toBe('?returnTo=%2Fdashboard%2Fusers');
    expect(localStorage.getItem('auth')).toBeNull();
  });

  // R46
  test('ends in the middle of the work with a 401 on any call', async () => {
    backend.answers.set('GET interpretations/', problem('unauthorized'));
    await openDashboard('/dashboard/online');
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeInTheDocument();
    expect(location.pathname + location.search).toBe('/auth/login?returnTo=%2Fdashboard%2Fonline');
    // The address of the person is there; only the password is missing.
    expect(screen.getByLabelText('E-mail')).toHaveValue(manager.email);
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });

  test('ends here when another tab signs out', async () => {
    await openDashboard('/dashboard/users');
    await screen.findByRole('heading', { name: 'Users', level: 1 });
    localStorage.removeItem('auth');
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
  });

  test('begins here when another tab signs in', async () => {
    backend.answers.set('GET auth/me/', { body: manager });
    await open('/auth/login?returnTo=%2Fdashboard%2Fusers');
    await screen.findByRole('heading', { name: 'Sign in' });
    localStorage.setItem('auth', JSON.stringify({ token: 'token-2', expiry: '2100-01-01T00:00:00+00:00' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }));
    expect(await screen.findByRole('heading', { name: 'Users', level: 1 })).toBeInTheDocument();
  });

  test('ends when one signs out, and the server hears of it', async () => {
    backend.answers.set('POST auth/logout/', { status: 204 });
    await openDashboard('/dashboard/users');
    await screen.findByRole('heading', { name: 'Users', level: 1 });
    await userEvent.click(screen.getByRole('button', { name: /Account/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    expect(await screen.findByText('You have signed out.')).toBeInTheDocument();
    expect(screen.getByLabelText('E-mail')).toHaveValue('');
    expect(location.pathname + location.search).toBe('/auth/login');
    expect(localStorage.getItem('auth')).toBeNull();
    await waitFor(() => expect(backend.callsTo('auth/logout/')[0]?.headers.authorization).toBe('Token token-1'));
  });

  test('is kept when the server does not answer, and taken up by Try again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    localStorage.setItem('auth', JSON.stringify({ token: 'token-1', expiry: '2100-01-01T00:00:00+00:00' }));
    backend.answers.set('GET auth/me/', null);
    await open('/dashboard/users');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
    backend.answers.set('GET auth/me/', { body: manager });
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { name: 'Users', level: 1 })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

test('a page that a role does not include leads back, since another try would be refused too', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await openDashboard('/dashboard/audit');
  expect(await screen.findByText('You do not have permission to do this.')).toBeInTheDocument();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/');
  expect(main.queryByRole('button')).toBeNull();
});

describe('a server that does not answer', () => {
  test('is shown in a banner, and Try again refetches the reads on screen', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    backend.answers.set('GET interpretations/', null);
    await openDashboard('/dashboard/online');
    expect(await screen.findByText(/The server cannot be reached/)).toBeInTheDocument();
    // The transport has stopped retrying by then.
    await waitFor(() => expect(backend.callsTo('interpretations/').length).toBeGreaterThanOrEqual(3));
    // Another call may be answered meanwhile, which takes the banner away until the last attempt has failed.
    const [inBanner] = await screen.findAllByRole('button', { name: 'Try again' });
    // The list refreshes by itself, too, which would take the banner away before it is found.
    backend.answers.set('GET interpretations/', { body: { count: 0, results: [] } });
    await userEvent.click(inBanner as HTMLElement);
    expect(await screen.findByText('No online interpretations yet')).toBeInTheDocument();
    expect(screen.queryByText(/The server cannot be reached/)).toBeNull();
  });
});

describe('the runtime configuration', () => {
  // R25
  test('that is missing shows a banner; the app goes on, and calls fail at once', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const site: Record<string, unknown> = {};
    await open('/auth/login', { site });
    expect(await screen.findByLabelText('E-mail')).toBeInTheDocument();
    const banner = await screen.findByText(/could not find its server/);
    await fillIn('anna@example.org', 'secret');
    expect(await screen.findByText('Something went wrong')).toBeInTheDocument();

    site['/config.json'] = { BACKEND_URL: backend.url };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(banner).not.toBeInTheDocument());
  });
});

describe('places', () => {
  // R58
  test('the start leads to the login page, and signed-in people to the dashboard', async () => {
    await open('/');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
    await openDashboard('/');
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  });

  // R22
  test('an unknown address is not found: inside the shell for signed-in people, outside of it for others', async () => {
    await openDashboard('/dashboard/nowhere');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
    expect(screen.getByRole('navigation', { name: 'Navigation' })).toBeInTheDocument();
    localStorage.clear();
    await open('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Page not found · Viipesild'));
  });

  test('a feature whose flag is off has neither entry nor page', async () => {
    await openDashboard('/dashboard/feedback', {
      tenant: { ...testTenant, flags: { ...flagDefaults, feedback: false } },
    });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Feedback' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Users' })).toBeInTheDocument();
  });

  test('a page without permission shows that, and the shell stays', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    localStorage.setItem('auth', JSON.stringify({ token: 'token-1', expiry: '2100-01-01T00:00:00+00:00' }));
    const verdicts = { ...manager.verdicts, users: false };
    backend.answers.set('GET auth/me/', { body: { ...manager, role: 'interpreter', verdicts } });
    await open('/dashboard/users');
    expect(await screen.findByText('You do not have permission to do this.')).toBeInTheDocument();
    const navigation = screen.getByRole('navigation', { name: 'Navigation' });
    expect(within(navigation).queryByRole('link', { name: 'Users' })).toBeNull();
    expect(await findByRole(navigation, 'link', { name: 'Versions' })).toBeInTheDocument();
  });

  test('an error in a page stays in it: the shell goes on, and Try again draws the page anew', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const released = '2024-04-30T10:00:00+00:00';
    backend.answers.set('GET versions/', { body: { results: [{ platform: 'web', version: '4.2.3', released }] } });
    const dates = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockImplementation(() => {
      throw new Error('No dates today.');
    });
    await openDashboard('/dashboard/versions');
    expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeInTheDocument();
    expect(screen.getByRole('navigation', { name: 'Navigation' })).toBeInTheDocument();
    dates.mockRestore();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Versions', level: 1 })).toBeInTheDocument();
  });

  test('moving on puts the focus on the heading of the new page', async () => {
    await openDashboard('/dashboard/users');
    await userEvent.click(await screen.findByRole('link', { name: 'Feedback' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Feedback', level: 1 })).toHaveFocus());
  });

  // R18
  test('a bar shows at every change of page', async () => {
    await openDashboard('/dashboard/users');
    await screen.findByRole('heading', { name: 'Users', level: 1 });
    await userEvent.click(screen.getByRole('link', { name: 'Feedback' }));
    expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Loading' })).toBeNull());
  });
});

describe('language', () => {
  test('changes without a reload, is stored, and sets the language of the page', async () => {
    await open('/auth/login');
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(document.documentElement.lang).toBe('en');
    await userEvent.click(screen.getByRole('button', { name: 'Eesti' }));
    expect(await screen.findByRole('heading', { name: 'Sisselogimine' })).toBeInTheDocument();
    expect(document.documentElement.lang).toBe('et');
    expect(localStorage.getItem('i18nextLng')).toBe('ee');
  });
});
