import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { getDefaultStore } from 'jotai';
import { type FakeBackend, manager, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { pollOnce } from '../../../tests/support/pollOnce.ts';
import { openSignedIn, testTenant } from '../../../tests/support/renderApp.ts';
import type { Me } from '../../../contract/auth.ts';
import { isStreamOpenAtom } from '../../api/sharedEvents.ts';

let backend: FakeBackend;
let close = () => undefined as void;

async function openShell(options?: { user?: Me; tenant?: typeof testTenant }) {
  close = (await openSignedIn('/dashboard/versions', backend, options)).close;
  // The first page of a run compiles the whole shell.
  await screen.findByRole('heading', { name: 'Versions', level: 1 });
}

const navigation = () => screen.getByRole('navigation', { name: 'Navigation' });
const settings = () => JSON.parse(localStorage.getItem('app.settings') ?? '{}');

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
beforeEach(() => {
  backend.reset();
  backend.answers.set('GET versions/', { body: { results: [] } });
  backend.answers.set('POST auth/logout/', { status: 204 });
});
afterEach(async () => {
  localStorage.clear();
  // Like a change in another tab: the next test begins with the default settings.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  close();
  getDefaultStore().set(isStreamOpenAtom, false);
});

describe('the navigation', () => {
  const entries = () =>
    within(navigation())
      .getAllByRole('link', { name: /^(?!Viipesild|Help)/ })
      .map((link) => link.textContent);
  const crumbs = () =>
    within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  const everyday = [
    'Overview',
    'Calendar',
    'Online interpretations',
    'Live interpretations',
    'Reservations',
    'Users',
    'Partners',
    'Contacts',
    'Feedback',
    'Reports',
  ];

  test('is short for a manager and marks where they are; the only page of Administration stands for it', async () => {
    await openShell();
    expect(entries()).toEqual([...everyday, 'Setup', 'Versions']);
    expect(within(navigation()).getByRole('link', { current: 'page' })).toHaveAccessibleName('Versions');
    expect(screen.queryByRole('navigation', { name: 'Breadcrumbs' })).not.toBeInTheDocument();
  });

  test('leads an owner through Setup and Administration to cards of what they may open, and breadcrumbs lead back', async () => {
    const { verdicts } = manager;
    const collections = { ...verdicts.collections, audit: 'read', retention: 'none', queues: 'none' } as const;
    backend.answers.set('GET closure-categories/', { body: { count: 0, results: [] } });
    await openShell({ user: { ...manager, verdicts: { ...verdicts, collections } } });
    expect(entries()).toEqual([...everyday, 'Setup', 'Administration']);
    expect(within(navigation()).getByRole('link', { current: 'page' })).toHaveAccessibleName('Administration');
    expect(crumbs()).toEqual([['Administration', '/dashboard/administration']]);
    const user = userEvent.setup();
    await user.click(within(navigation()).getByRole('link', { name: 'Setup' }));
    await screen.findByRole('heading', { name: 'Setup', level: 1 });
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('link').map((card) => card.textContent)).toEqual([
      'Departments',
      'Closure categories',
      'Partner categories',
      'Slider images',
    ]);
    expect(main.getByText('Departments group users in reports.')).toBeInTheDocument();
    await user.click(main.getByRole('link', { name: 'Closure categories' }));
    await screen.findByRole('heading', { name: 'Closure categories', level: 1 });
    expect(within(navigation()).getByRole('link', { current: 'page' })).toHaveAccessibleName('Setup');
    expect(crumbs()).toEqual([['Setup', '/dashboard/setup']]);
  });

  test('is grouped, beside the page and in the drawer alike; a group without entries is left out', async () => {
    const groupsIn = (part: HTMLElement) =>
      within(part)
        .getAllByRole('list')
        .map((list) => document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent);
    await openShell({ user: { ...manager, verdicts: { ...manager.verdicts, feedback: false, reports: false } } });
    const groups = ['Today', 'People and partners', 'System'];
    expect(groupsIn(navigation())).toEqual(groups);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Open navigation' }));
    expect(groupsIn(await screen.findByRole('dialog', { name: 'Navigation' }))).toEqual(groups);
  });

  test('opened over a page is closed by Back, and what it leads to takes its place in the history', async () => {
    backend.answers.set('GET partners/', { body: { count: 0, results: [] } });
    await openShell();
    const user = userEvent.setup();
    const drawer = () => screen.queryByRole('dialog', { name: 'Navigation' });
    const openDrawer = async () => {
      await user.click(screen.getByRole('button', { name: 'Open navigation' }));
      return within(await screen.findByRole('dialog', { name: 'Navigation' }));
    };
    await openDrawer();
    history.back();
    await waitFor(() => expect(drawer()).toBeNull());
    expect(location.pathname).toBe('/dashboard/versions');
    await user.click((await openDrawer()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(drawer()).toBeNull());
    await user.click((await openDrawer()).getByRole('link', { name: 'Partners' }));
    await screen.findByRole('heading', { name: 'Partners', level: 1 });
    expect(drawer()).toBeNull();
    history.back();
    expect(await screen.findByRole('heading', { name: 'Versions', level: 1 })).toBeInTheDocument();
    expect(drawer()).toBeNull();
  });

  test('has no entry without the server’s verdict, and none for a flag that is off', async () => {
    await openShell({
      user: { ...manager, verdicts: { ...manager.verdicts, users: false } },
      tenant: { ...testTenant, flags: { ...testTenant.flags, feedback: false } },
    });
    expect(within(navigation()).queryByRole('link', { name: 'Users' })).not.toBeInTheDocument();
    expect(within(navigation()).queryByRole('link', { name: 'Feedback' })).not.toBeInTheDocument();
    expect(within(navigation()).getByRole('link', { name: 'Overview' })).toBeInTheDocument();
  });

  test('is pinned at first, keeps its links when it is not, and remembers the choice', async () => {
    await openShell();
    const user = userEvent.setup();
    const pin = screen.getByRole('button', { name: 'Keep navigation open' });
    expect(pin).toHaveAttribute('aria-pressed', 'true');

    await user.click(pin);
    expect(pin).toHaveAttribute('aria-pressed', 'false');
    expect(settings()).toMatchObject({ pinNav: false });
    expect(within(navigation()).getByRole('link', { name: 'Overview' })).toBeInTheDocument();
  });

  test('opens as a drawer that holds the focus, closes by Escape and gives the focus back', async () => {
    await openShell();
    const user = userEvent.setup();
    const opener = screen.getByRole('button', { name: 'Open navigation' });
    await user.click(opener);

    const drawer = await screen.findByRole('dialog', { name: 'Navigation' });
    expect(drawer).toContainElement(document.activeElement as HTMLElement);
    expect(within(drawer).getByRole('link', { name: 'Users' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(drawer).not.toBeInTheDocument());
    await waitFor(() => expect(opener).toHaveFocus());
  });

  test('goes with the page that a link in the drawer leads to', async () => {
    await openShell();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Open navigation' }));
    const drawer = await screen.findByRole('dialog', { name: 'Navigation' });
    await user.click(within(drawer).getByRole('link', { name: 'Users' }));
    expect(await screen.findByRole('heading', { name: 'Users', level: 1 })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the corner', () => {
  test('changes the language and keeps it', async () => {
    await openShell();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Language: English' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Eesti' }));
    expect(await screen.findByRole('heading', { name: 'Versioonid', level: 1 })).toBeInTheDocument();
    expect(localStorage.getItem('i18nextLng')).toBe('ee');
    expect(document.documentElement.lang).toBe('et');
  });

  test('offers no language menu if there is only one language', async () => {
    await openShell({ tenant: { ...testTenant, languages: testTenant.languages.slice(0, 1) } });
    expect(screen.queryByRole('button', { name: /^Language/ })).not.toBeInTheDocument();
  });

  test('switches between light and dark', async () => {
    await openShell();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Dark appearance' }));
    expect(document.documentElement.dataset.palette).toBe('dark');
    expect(settings()).toMatchObject({ paletteMode: 'dark' });
    expect(screen.getByRole('button', { name: 'Light appearance' })).toBeInTheDocument();
  });

  test('changes direction and restores the defaults in the settings', async () => {
    await openShell();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Account: Anna Jónsdóttir' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Settings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Settings' });
    const reset = within(dialog).getByRole('button', { name: 'Restore defaults' });
    expect(reset).toBeDisabled();

    expect(within(dialog).queryByText('Changed')).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('radio', { name: 'Right to left' }));
    expect(document.documentElement.dir).toBe('rtl');
    expect(settings()).toEqual({ direction: 'rtl', paletteMode: 'light', pinNav: true });
    expect(within(dialog).getByText('Changed')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: /Language/ }));
    await user.click(await screen.findByRole('option', { name: 'Eesti' }));
    await waitFor(() => expect(reset).toHaveTextContent('Taasta'));

    await user.click(reset);
    expect(document.documentElement.dir).toBe('ltr');
    expect(localStorage.getItem('app.settings')).toBeNull();
  });

  test('takes the direction from the language, unless somebody chose another', async () => {
    const [english, estonian] = testTenant.languages;
    if (!english || !estonian) throw new Error('The deployment offers two languages.');
    await openShell({ tenant: { ...testTenant, languages: [english, { ...estonian, direction: 'rtl' }] } });
    expect(document.documentElement.dir).toBe('ltr');
    const user = userEvent.setup();
    const choose = async (from: string, to: string) => {
      await user.click(screen.getByRole('button', { name: from }));
      await user.click(await screen.findByRole('menuitemradio', { name: to }));
    };
    await choose('Language: English', 'Eesti');
    await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
    expect(localStorage.getItem('app.settings')).toBeNull();
    await choose('Keel: Eesti', 'English');
    await waitFor(() => expect(document.documentElement.dir).toBe('ltr'));

    await choose('Language: English', 'Eesti');
    await user.click(await screen.findByRole('button', { name: 'Konto: Anna Jónsdóttir' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Seaded' }));
    await user.click(await screen.findByRole('radio', { name: 'Vasakult paremale' }));
    expect(document.documentElement.dir).toBe('ltr');
    expect(settings()).toEqual({ direction: 'ltr', leftToRight: true, paletteMode: 'light', pinNav: true });
    await user.click(screen.getByRole('button', { name: 'Taasta vaikeseaded' }));
    expect(document.documentElement.dir).toBe('rtl');
  });

  test('says who is signed in, and signs out', async () => {
    await openShell();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Account: Anna Jónsdóttir' }));
    expect(await screen.findByText('anna@example.org')).toBeInTheDocument();
    expect(screen.getByText('Manager')).toBeInTheDocument();
    await user.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
    expect(localStorage.getItem('auth')).toBeNull();
  });
});

describe('a stage deployment', () => {
  test('shows a ribbon on every page; production shows none', async () => {
    await openShell({ tenant: { ...testTenant, stage: true } });
    expect(screen.getByRole('complementary', { name: 'Test environment' })).toHaveTextContent('Viipesild 4.2.3');
    close();
    await openShell();
    expect(screen.queryByText('Test environment')).not.toBeInTheDocument();
  });
});

describe('the bell', () => {
  test('counts what has come since, also where no stream is open, and says so if it is more', async () => {
    getDefaultStore().set(isStreamOpenAtom, true);
    const answerUnread = (unread: number) =>
      backend.answers.set('GET notifications/', { body: { count: unread, unread, results: [] } });
    answerUnread(1);
    await openShell({ user: { ...manager, offers: [...manager.offers, 'notifications'] } });
    await screen.findByRole('button', { name: /^Notifications.*1/ });
    const announcements = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(announcements().join('')).not.toContain('unread');
    answerUnread(2);
    await pollOnce(60_000);
    expect(await screen.findByRole('button', { name: /^Notifications.*2/ })).toBeInTheDocument();
    expect(announcements()).toContain('Notifications, unread: 2');
  });

  test.each([
    [99, '99'],
    [100, '99+'],
  ])('says %s unread as %s', async (unread, shown) => {
    backend.answers.set('GET notifications/', { body: { count: unread, unread, results: [] } });
    await openShell({ user: { ...manager, offers: [...manager.offers, 'notifications'] } });
    expect(await screen.findByRole('button', { name: `Notifications, unread: ${shown}` })).toHaveTextContent(shown);
  });
});
