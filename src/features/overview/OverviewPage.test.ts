import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Me } from '../../../contract/auth.ts';
import type { Overview } from '../../../contract/overview.ts';
import { type FakeBackend, manager, problem, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { openSignedIn, testTenant } from '../../../tests/support/renderApp.ts';

let backend: FakeBackend;
let close = () => undefined as void;

const overview: Overview = {
  from_day: '2024-04-02',
  to_day: '2024-05-01',
  scope: 'all',
  requests: 1200,
  registered_users: 87,
  online_interpreters: 6,
  average_feedback: 4.6,
  feedback_count: 21,
};

const interpreter: Me = {
  ...manager,
  first_name: 'Mari',
  role: 'interpreter',
  verdicts: { ...manager.verdicts, overview: 'own', users: false },
};

async function openOverview({ user = manager, tenant = testTenant }: { user?: Me; tenant?: typeof testTenant } = {}) {
  close = (await openSignedIn('/dashboard', backend, { user, tenant })).close;
  // The first page of a run compiles the whole shell.
  await screen.findByRole('main', {}, { timeout: 20_000 });
}

const main = () => within(screen.getByRole('main'));

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
beforeEach(() => {
  backend.reset();
  backend.answers.set('GET overview/', { body: overview });
});
afterEach(() => {
  close();
  localStorage.clear();
});

describe('the overview', () => {
  test('greets by name and shows four figures, each a link to the list behind it', async () => {
    await openOverview({ tenant: { ...testTenant, country: null } });
    expect(await screen.findByRole('heading', { name: 'Hello, Anna', level: 1 })).toBeInTheDocument();
    const requests = await main().findByRole('link', { name: 'Interpretation requests' });
    expect(requests).toHaveAttribute('href', '/dashboard/online');
    expect(requests).toHaveAccessibleDescription('1,200 40.0 a day on average');
    const feedback = main().getByRole('link', { name: 'Average feedback' });
    expect(feedback).toHaveAttribute('href', '/dashboard/feedback');
    expect(feedback).toHaveAccessibleDescription('4.6 / 5 21 ratings');
    expect(main().getByRole('link', { name: 'Interpreters online' })).toHaveAccessibleDescription('6 At this moment');
    const users = main().getByRole('link', { name: 'Registered users' });
    expect(users).toHaveAttribute('href', '/dashboard/users');
    expect(users).toHaveAccessibleDescription('87 Approved, to date');
  });

  test('writes the range and the time zone beside the figures', async () => {
    await openOverview();
    expect(await screen.findByText('02-04-2024 – 01-05-2024')).toBeInTheDocument();
    expect(screen.getByText('01 May 2024')).toBeInTheDocument();
    expect(await screen.findByText(/Europe\/Tallinn/)).toBeInTheDocument();
  });

  test('shows an interpreter their own figures and nothing of users', async () => {
    backend.answers.set('GET overview/', { body: { ...overview, scope: 'own', registered_users: null } });
    await openOverview({ user: interpreter });
    expect(await main().findByRole('link', { name: 'Your interpretation requests' })).toBeInTheDocument();
    expect(main().getByRole('link', { name: 'Your average feedback' })).toBeInTheDocument();
    expect(main().queryByText('Registered users')).not.toBeInTheDocument();
  });

  test('has no feedback where the flag is off', async () => {
    await openOverview({ tenant: { ...testTenant, flags: { ...testTenant.flags, feedback: false } } });
    expect(await main().findByText('Interpretation requests')).toBeInTheDocument();
    expect(main().queryByText('Average feedback')).not.toBeInTheDocument();
  });

  test('has no interpreters online where the flag is off, and the requests lead nowhere', async () => {
    await openOverview({ tenant: { ...testTenant, flags: { ...testTenant.flags, online: false } } });
    expect(await main().findByText('Interpretation requests')).toBeInTheDocument();
    expect(main().queryByRole('link', { name: 'Interpretation requests' })).not.toBeInTheDocument();
    expect(main().queryByText('Interpreters online')).not.toBeInTheDocument();
  });

  test('says in words where there is nothing yet', async () => {
    const nothing = { requests: 0, online_interpreters: 0, average_feedback: null, feedback_count: 0 };
    backend.answers.set('GET overview/', { body: { ...overview, ...nothing } });
    await openOverview();
    expect(await screen.findByText('No requests yet in this period')).toBeInTheDocument();
    expect(screen.getByText('No ratings yet in this period')).toBeInTheDocument();
    expect(screen.getByText('Nobody is online right now')).toBeInTheDocument();
  });

  test('says that the figures are on their way until they are there', async () => {
    let answer = () => undefined as void;
    const asked = new Promise<void>((go) => {
      answer = go;
    });
    backend.answers.set('GET overview/', async () => {
      await asked;
      return { body: overview };
    });
    await openOverview();
    expect(await screen.findByText('Loading the figures')).toBeInTheDocument();
    answer();
    expect(await main().findByRole('link', { name: 'Registered users' })).toBeInTheDocument();
    expect(screen.queryByText('Loading the figures')).not.toBeInTheDocument();
  });

  test('tells a failure with its request, and tries again', async () => {
    backend.answers.set('GET overview/', problem('forbidden'));
    await openOverview();
    expect(await screen.findByRole('heading', { name: 'The figures could not be loaded' })).toBeInTheDocument();
    expect(screen.getByText('You do not have permission to do this.')).toBeInTheDocument();
    backend.answers.set('GET overview/', { body: overview });
    await userEvent.setup().click(main().getByRole('button', { name: 'Try again' }));
    expect(await main().findByRole('link', { name: 'Registered users' })).toBeInTheDocument();
  });

  test('keeps the last figures when they cannot be refreshed, and says so', async () => {
    await openOverview();
    await main().findByRole('link', { name: 'Registered users' });
    backend.answers.set('GET overview/', problem('forbidden'));
    await userEvent.setup().click(main().getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('The figures could not be refreshed. These are the last ones.')).toBeInTheDocument();
    expect(main().getByRole('link', { name: 'Registered users' })).toHaveAccessibleDescription('87 Approved, to date');
    backend.answers.set('GET overview/', { body: { ...overview, registered_users: 88 } });
    await userEvent.setup().click(main().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText('88')).toBeInTheDocument());
    expect(screen.queryByText(/could not be refreshed/)).not.toBeInTheDocument();
  });
});
