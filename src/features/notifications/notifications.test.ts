import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { NotificationsPage } from '../../../contract/notifications.ts';
import { manager, problem } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, testTenant, backendOfFile } from '../../../tests/support/renderApp.ts';
import { currentSubscription } from '#domain/webPush/browser.ts';

const backend = backendOfFile();

const list: NotificationsPage = {
  count: 2,
  unread: 1,
  groups: [{ kind: 'shifts', unread: 1 }],
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
async function open(path: string) {
  await openSignedIn(path, backend);
  await findPage();
}

beforeEach(() => {
  backend.answers.set('GET notifications/', { body: list });
  backend.answers.set('POST notifications/marks/', { status: 204 });
  backend.answers.set('GET notifications/settings/', { body: { email: true } });
});

describe('the list of notifications', () => {
  test('says what is new, and marks all as read', async () => {
    await open('/dashboard/notifications');
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('link', { name: 'Changed in your calendar: 06-05-2024' })).toBeInTheDocument();
    expect(main.getAllByText('New')).toHaveLength(1);
    const marks = () => backend.callsTo('notifications/marks/').map(({ body }) => body);
    await userEvent.setup().click(main.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('All notifications are read')).toBeInTheDocument();
    expect(marks().at(-1)).toEqual({ ids: null });
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

test('several notifications of a kind are one line, which leads to their list and marks them as read', async () => {
  const groups = [
    { kind: 'new_reservations' as const, unread: 5 },
    { kind: 'shifts' as const, unread: 1 },
  ];
  backend.answers.set('GET notifications/', { body: { ...list, unread: 6, groups } });
  await open('/dashboard/notifications');
  const line = await screen.findByRole('link', { name: 'New reservations: 5' });
  expect(screen.queryByRole('link', { name: /^Your shifts/ })).not.toBeInTheDocument();
  await userEvent.setup().click(line);
  await waitFor(() => expect(location.pathname).toBe('/dashboard/reservations'));
  const marks = () => backend.callsTo('notifications/marks/').map(({ body }) => body);
  await waitFor(() => expect(marks()).toEqual([{ ids: null, kind: 'new_reservations' }]));
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
  const phone = { id: 'd'.repeat(24), browser: 'Firefox', system: 'Android', created: '2024-05-01T10:00:00Z' };
  const devices = (...results: object[]) => ({ body: { key: 'BKey', results } });
  const other = { ...phone, enabled: true, is_current: false };
  const openDevices = async (results: object[] = [other]) => {
    backend.answers.set('GET notifications/push/', devices(...results));
    const tenant = { ...testTenant, flags: { ...testTenant.flags, webPush: true } };
    const user = { ...manager, offers: [...manager.offers, 'push' as const] };
    await openSignedIn('/dashboard/notifications/settings', backend, { tenant, user });
    await findPage();
    return userEvent.setup();
  };
  const refusePermission = () => {
    const permission = { permission: 'default', requestPermission: async () => 'denied' };
    permission.requestPermission = async () => {
      permission.permission = 'denied';
      return 'denied';
    };
    Object.defineProperty(window, 'Notification', { configurable: true, value: permission });
    Object.defineProperty(window, 'PushManager', { configurable: true, value: EventTarget });
    const serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => undefined });
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  };
  afterEach(() => {
    for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  test('are switched off one by one', async () => {
    backend.answers.set(`PATCH notifications/push/${phone.id}/`, devices({ ...other, enabled: false }));
    const user = await openDevices();
    const device = await screen.findByRole('switch', { name: /^Firefox.*Android/ });
    expect(device).toBeChecked();
    backend.answers.set('GET notifications/push/', devices({ ...other, enabled: false }));
    await user.click(device);
    const saved = () => backend.callsTo(`notifications/push/${phone.id}/`).map(({ body }) => body);
    await waitFor(() => expect(saved()).toEqual([{ enabled: false }]));
    expect(device).not.toBeChecked();
  });

  test('say why one was not switched off, and stay on', async () => {
    backend.answers.set(`PATCH notifications/push/${phone.id}/`, problem('conflict'));
    const user = await openDevices();
    const device = await screen.findByRole('switch', { name: /^Firefox.*Android/ });
    await user.click(device);
    expect(
      await screen.findByText('Someone else was changing this at the same moment. Please try again.'),
    ).toBeInTheDocument();
    await waitFor(() => expect(device).toBeChecked());
  });

  test('offer to switch this one on only if it is not among them', async () => {
    refusePermission();
    await openDevices([{ ...other, is_current: true }]);
    expect(await screen.findByRole('switch', { name: /^Firefox.*This device/ })).toBeChecked();
    expect(screen.queryByRole('button', { name: 'Switch on here' })).not.toBeInTheDocument();
  });

  test('are none where the browser refuses its subscriptions because it stores nothing', async () => {
    refusePermission();
    const refused = new DOMException('The operation is insecure.', 'SecurityError');
    Object.assign(navigator.serviceWorker, { getRegistration: () => Promise.reject(refused) });
    expect(await currentSubscription()).toBeNull();
    const pushManager = { getSubscription: () => Promise.reject(refused) };
    Object.assign(navigator.serviceWorker, { getRegistration: async () => ({ pushManager }) });
    expect(await currentSubscription()).toBeNull();
  });

  test('say that the browser does not allow it', async () => {
    refusePermission();
    const user = await openDevices();
    await user.click(await screen.findByRole('button', { name: 'Switch on here' }));
    expect(await screen.findByText(/^This browser blocks notifications/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Switch on here' })).not.toBeInTheDocument();
    expect(backend.callsTo('notifications/push/').filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

test('a browser that refuses to ask for the permission leaves the page as it is', async () => {
  const requestPermission = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
  const refusing = { permission: 'default', requestPermission };
  Object.defineProperty(window, 'Notification', { configurable: true, value: refusing });
  try {
    await open('/dashboard/notifications/settings');
    const allow = await screen.findByRole('button', { name: 'Allow notifications in this browser' });
    await userEvent.setup().click(allow);
    expect(allow).toBeVisible();
  } finally {
    Reflect.deleteProperty(window, 'Notification');
  }
});

describe('the choice of e-mails', () => {
  test('is saved at once, and says which ones always come', async () => {
    backend.answers.set('PATCH notifications/settings/', { body: { email: false } });
    await open('/dashboard/notifications/settings');
    const email = await screen.findByRole('switch', {
      name: /^Also by e-mail.*Urgent ones always come by e-mail: emergencies and the security of your account\.$/,
    });
    expect(email).toBeChecked();
    backend.answers.set('GET notifications/settings/', { body: { email: false } });
    await userEvent.setup().click(email);
    const saved = () => backend.callsTo('notifications/settings/').filter(({ method }) => method === 'PATCH');
    await waitFor(() => expect(saved().map(({ body }) => body)).toEqual([{ email: false }]));
    expect(email).not.toBeChecked();
  });

  test('tells interpreters of the requests that are offered to them', async () => {
    const user = { ...manager, role: 'interpreter' as const };
    await openSignedIn('/dashboard/notifications/settings', backend, { user });
    await findPage();
    expect(await screen.findByText(/^Urgent ones always come by e-mail: requests offered to you/)).toBeInTheDocument();
  });
});
