import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { NotificationSettings, NotificationsPage } from '../../../contract/notifications.ts';
import { type FakeBackend, manager, problem, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, testTenant } from '../../../tests/support/renderApp.ts';

let backend: FakeBackend;
let close = () => undefined as void;

const list: NotificationsPage = {
  count: 2,
  unread: 1,
  results: [
    {
      id: '00000000000000000000000a',
      kind: 'shifts',
      title: 'Changed in your calendar: 06-05-2024',
      path: '/dashboard/calendar?day=2024-05-06',
      created: '2024-05-01T09:30:00Z',
      read: false,
    },
    {
      id: '00000000000000000000000b',
      kind: 'jobs',
      title: 'Your import has finished',
      path: '/dashboard/imports',
      created: '2024-05-01T08:00:00Z',
      read: true,
    },
  ],
};
const settings: NotificationSettings = {
  etag: '"1"',
  kinds: [
    { kind: 'shifts', channels: { inbox: true, browser: false, push: false, email: true }, fixed: [] },
    { kind: 'security', channels: { inbox: true, browser: false, push: false, email: true }, fixed: ['email'] },
  ],
  quiet: null,
  digest: 'at_once',
};

async function open(path: string) {
  close = (await openSignedIn(path, backend)).close;
  await findPage();
}

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
beforeEach(() => {
  backend.reset();
  backend.answers.set('GET notifications/', { body: list });
  backend.answers.set('POST notifications/marks/', { status: 204 });
  backend.answers.set('GET notifications/settings/', { body: settings });
});
afterEach(() => {
  close();
  localStorage.clear();
});

describe('the list of notifications', () => {
  test('says what is new, tells the backend that it was on the screen, and marks all as read', async () => {
    await open('/dashboard/notifications');
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('link', { name: 'Changed in your calendar: 06-05-2024' })).toBeInTheDocument();
    expect(main.getAllByText('New')).toHaveLength(1);
    const marks = () => backend.callsTo('notifications/marks/').map(({ body }) => body);
    await waitFor(() => expect(marks()).toEqual([{ ids: ['00000000000000000000000a'], as: 'seen' }]));
    await userEvent.setup().click(main.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('All notifications are read')).toBeInTheDocument();
    expect(marks().at(-1)).toEqual({ ids: null, as: 'read' });
  });

  test('says why nothing was marked if the backend refuses', async () => {
    backend.answers.set('POST notifications/marks/', { status: 409, body: { code: 'conflict' } });
    await open('/dashboard/notifications');
    await screen.findByRole('link', { name: 'Changed in your calendar: 06-05-2024' });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(
      await screen.findByText('Someone else was changing this at the same moment. Please try again.'),
    ).toBeInTheDocument();
    expect(screen.queryByText('All notifications are read')).not.toBeInTheDocument();
  });
});

describe('the filter of the list', () => {
  const main = () => within(screen.getByRole('main'));

  test('shows nothing of the other list, and says that everything is read', async () => {
    await open('/dashboard/notifications');
    const user = userEvent.setup();
    await main().findByRole('link', { name: 'Your import has finished' });
    backend.answers.set('GET notifications/', ({ query }) => ({
      body: query.includes('unread') ? { count: 0, unread: 0, results: [] } : list,
    }));
    await user.click(main().getByRole('radio', { name: 'Unread' }));
    expect(await main().findByRole('heading', { name: 'All notifications are read' })).toBeInTheDocument();
    expect(main().queryByRole('link', { name: 'Your import has finished' })).not.toBeInTheDocument();
  });

  test('shows its failure instead of the other list', async () => {
    await open('/dashboard/notifications');
    const user = userEvent.setup();
    await main().findByRole('link', { name: 'Your import has finished' });
    backend.answers.set('GET notifications/', problem('something_went_wrong'));
    await user.click(main().getByRole('radio', { name: 'Unread' }));
    expect(await main().findByRole('heading', { name: 'The notifications could not be loaded' })).toBeInTheDocument();
    expect(main().queryByRole('link', { name: 'Your import has finished' })).not.toBeInTheDocument();
  });

  test('leads to every notification, page by page, and says if a page could not be read', async () => {
    const [first, last] = list.results;
    backend.answers.set('GET notifications/', ({ query }) => ({
      body: { count: 126, unread: 0, results: query.includes('page=6&') ? [last] : [first] },
    }));
    await open('/dashboard/notifications');
    const user = userEvent.setup();
    for (const range of ['26–50', '51–75', '76–100', '101–125', '126–126']) {
      await user.click(await main().findByRole('button', { name: 'Next page' }));
      expect(await main().findByText(`${range} of 126`)).toBeInTheDocument();
    }
    expect(await main().findByRole('link', { name: 'Your import has finished' })).toBeInTheDocument();
    backend.answers.set('GET notifications/', problem('something_went_wrong'));
    await user.click(main().getByRole('button', { name: /Per page/ }));
    await user.click(await screen.findByRole('option', { name: '50' }));
    expect(await main().findByText(/^The list could not be refreshed/)).toBeInTheDocument();
  });
});

describe('the devices that get notifications', () => {
  const device = { id: 'd'.repeat(24), browser: 'Firefox', os: 'Linux', created: '2024-05-01T10:00:00Z' };
  const openDevices = async () => {
    backend.answers.set('GET notifications/push/', {
      body: { key: 'BKey', results: [{ ...device, is_current: false }] },
    });
    const tenant = { ...testTenant, flags: { ...testTenant.flags, webPush: true } };
    const user = { ...manager, offers: [...manager.offers, 'push' as const] };
    close = (await openSignedIn('/dashboard/notifications/settings', backend, { tenant, user })).close;
    await findPage();
    return userEvent.setup();
  };
  afterEach(() => {
    for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  test('say why one was not removed', async () => {
    backend.answers.set(`DELETE notifications/push/${device.id}/`, problem('conflict'));
    const user = await openDevices();
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(
      await screen.findByText('Someone else was changing this at the same moment. Please try again.'),
    ).toBeInTheDocument();
  });

  test('say that the browser does not allow it', async () => {
    const permission = { permission: 'denied', requestPermission: async () => 'denied' };
    Object.defineProperty(window, 'Notification', { configurable: true, value: permission });
    Object.defineProperty(window, 'PushManager', { configurable: true, value: EventTarget });
    const serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => undefined });
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
    const user = await openDevices();
    await user.click(await screen.findByRole('button', { name: 'Notify me on this device' }));
    const dialog = await screen.findByRole('alertdialog', { name: /^This browser blocks notifications/ });
    expect(dialog).toBeInTheDocument();
    expect(backend.callsTo('notifications/push/').filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('the choice of notifications', () => {
  test('is left after a question while something is unsaved', async () => {
    backend.answers.set('PATCH notifications/settings/', { body: { ...settings, etag: '"2"' } });
    await open('/dashboard/notifications/settings');
    const user = userEvent.setup();
    const shifts = within(await screen.findByRole('group', { name: 'Your shifts' }));
    await user.click(shifts.getByRole('switch', { name: 'E-mail' }));
    const back = () => within(screen.getByRole('main')).getByRole('link', { name: 'Notifications' });
    await user.click(back());
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Stay here' }));
    expect(await shifts.findByRole('switch', { name: 'E-mail' })).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your choices are saved')).toBeInTheDocument();
    await user.click(back());
    await waitFor(() => expect(location.pathname).toBe('/dashboard/notifications'));
  });

  test('is saved by kind and channel; what is always on cannot be switched off', async () => {
    backend.answers.set('PATCH notifications/settings/', { body: { ...settings, etag: '"2"' } });
    await open('/dashboard/notifications/settings');
    const user = userEvent.setup();
    const shifts = within(await screen.findByRole('group', { name: 'Your shifts' }));
    await user.click(shifts.getByRole('switch', { name: 'E-mail' }));
    const security = within(screen.getByRole('group', { name: 'The security of your account' }));
    expect(security.getByRole('switch', { name: /^E-mail/ })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your choices are saved')).toBeInTheDocument();
    const [saved] = backend.callsTo('notifications/settings/').filter(({ method }) => method === 'PATCH');
    expect(saved?.body).toMatchObject({
      kinds: [{ kind: 'shifts', channels: { inbox: true, email: false } }, { kind: 'security' }],
      quiet: null,
    });
  });

  test('stays on the page if another tab has saved meanwhile, and can be saved then', async () => {
    backend.answers.set('PATCH notifications/settings/', { status: 412, body: { code: 'precondition_failed' } });
    await open('/dashboard/notifications/settings');
    const user = userEvent.setup();
    const email = async () =>
      within(await screen.findByRole('group', { name: 'Your shifts' })).getByRole('switch', { name: 'E-mail' });
    await user.click(await email());
    backend.answers.set('GET notifications/settings/', { body: { ...settings, etag: '"7"' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText('Someone else has changed this in the meantime. Load it again before you save.'),
    ).toBeInTheDocument();
    expect(await email()).not.toBeChecked();
    const save = screen.getByRole('button', { name: 'Save' });
    await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
    backend.answers.set('PATCH notifications/settings/', { body: { ...settings, etag: '"8"' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your choices are saved')).toBeInTheDocument();
    const tags = backend
      .callsTo('notifications/settings/')
      .filter(({ method }) => method === 'PATCH')
      .map(({ headers }) => headers['if-match']);
    expect(tags).toEqual(['"1"', '"7"']);
  });
});
