import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { searchGroups } from '../../../contract/kinds.ts';
import type { SearchAnswer } from '../../../contract/search.ts';
import { problem } from '../../../tests/support/fakeBackend.ts';
import { openSignedIn, testTenant, backendOfFile } from '../../../tests/support/renderApp.ts';
import { toast } from '#ui/toast.ts';
import { registry } from '../features.ts';
import { matching } from '#lib/matching.ts';

const backend = backendOfFile();

const found: SearchAnswer = {
  groups: [
    {
      group: 'users',
      results: [{ id: 'a'.repeat(24), title: 'Tamm, Mari', detail: 'mari@example.org', partner: null, created: null }],
      more: false,
    },
    {
      group: 'live',
      results: [{ id: 'b'.repeat(24), title: 'Mari', detail: null, partner: null, created: null }],
      more: false,
    },
  ],
};

beforeEach(() => {
  backend.answers.set('GET departments/', {
    body: {
      count: 30,
      results: ['North', 'South'].map((name, at) => ({ id: `d${at}`, name, users: 0, can: {}, etag: '"1"' })),
    },
  });
  backend.answers.set('GET contacts/', { body: { count: 0, results: [] } });
  backend.answers.set('GET search/', { body: found });
});
afterEach(() => {
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});

async function open(path = '/dashboard/departments', tenant = testTenant) {
  await openSignedIn(path, backend, { tenant });
  await screen.findByRole('link', { name: 'North' });
  return userEvent.setup();
}
const options = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent?.trim());

describe('the palette', () => {
  test('leads to pages, does acts, and knows where one was', async () => {
    const user = await open();
    await user.click(screen.getByRole('link', { name: 'Contacts' }));
    await screen.findByRole('heading', { name: 'Contacts', level: 1 });
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: /^Search or go to…/ });
    await waitFor(() => expect(field).toHaveFocus());
    expect(options('Last visited')).toEqual(['Departments']);
    expect(screen.getByRole('option', { name: /^Queues/ })).toHaveAttribute('href', '/dashboard/queues');
    await user.keyboard('dark{Enter}');
    await waitFor(() => expect(document.documentElement.dataset.palette).toBe('dark'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{Control>}k{/Control}');
    await user.keyboard('depart{Enter}');
    expect(await screen.findByRole('heading', { name: 'Departments', level: 1 })).toBeInTheDocument();
  });

  test('finds records by kind where this deployment has a page for them, one search per pause', async () => {
    const user = await open(undefined, { ...testTenant, flags: { ...testTenant.flags, live: false } });
    await user.click(screen.getByRole('button', { name: /^Search or go to…/ }));
    await user.type(await screen.findByRole('combobox', { name: /^Search or go to…/ }), 'mari');
    const hit = await screen.findByRole('option', { name: /Tamm, Mari/ });
    expect(hit).toHaveAttribute('href', `/dashboard/users/${'a'.repeat(24)}`);
    expect(screen.queryByRole('group', { name: 'Live interpretations' })).toBeNull();
    expect(backend.callsTo('search/').map(({ query }) => query)).toEqual(['?search=mari']);
    backend.answers.set('GET search/', problem('something_went_wrong'));
    await user.keyboard('x');
    expect(await screen.findByText('The search did not succeed. Please try again.')).toBeInTheDocument();
  });

  test('shows when a reservation is, and leads to all results of a kind where there are more', async () => {
    const hit = { id: 'c'.repeat(24), title: 'Hearing', detail: 'Harbour 1', partner: null };
    backend.answers.set('GET search/', {
      body: { groups: [{ group: 'reservations', results: [{ ...hit, created: '2024-04-30T10:00:00Z' }], more: true }] },
    });
    const user = await open();
    await user.keyboard('{Control>}k{/Control}');
    await user.keyboard('hear ing');
    expect(await screen.findByRole('option', { name: /Hearing.*30-04-2024 13:00 · Harbour 1/ })).toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'See all results' })).toHaveAttribute(
      'href',
      '/dashboard/reservations?search=hear+ing',
    );
  });

  test('tells two acts with the same words apart by their pages', async () => {
    const user = await open();
    await user.keyboard('{Control>}k{/Control}');
    await user.keyboard('add category');
    expect(await screen.findByRole('option', { name: /Add category.*Closure/ })).toBeInTheDocument();
    expect(screen.getByRole('option', { name: /Add category.*Partner categories/ })).toBeInTheDocument();
  });

  test('looks past case and accents', () => {
    const pages = ['Skýrslur', 'Þjónusta', 'Łódź', 'My page of Łódź'].map((title) => ({ title }));
    expect(matching('SKYR', pages)).toEqual([{ title: 'Skýrslur' }]);
    expect(matching('thjon', pages)).toEqual([{ title: 'Þjónusta' }]);
    expect(matching('lodz', pages)).toEqual([{ title: 'Łódź' }, { title: 'My page of Łódź' }]);
  });
});

describe('keys', () => {
  test('go to pages, add, search, walk rows and pages, and do nothing while one types', async () => {
    const user = await open();
    await user.keyboard('j');
    expect(screen.getByRole('link', { name: 'North' })).toHaveFocus();
    await user.keyboard('jj');
    expect(screen.getByRole('link', { name: 'South' })).toHaveFocus();
    await user.keyboard('.');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Previous page' })).toBeEnabled());
    expect(location.search).toBe('?page=2');
    await user.keyboard(',');
    await waitFor(() => expect(location.search).toBe(''));
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus();
    await user.keyboard('n');
    expect(location.pathname).toBe('/dashboard/departments');
    screen.getByRole('link', { name: 'North' }).focus();
    await user.keyboard('n');
    await waitFor(() => expect(location.pathname).toBe('/dashboard/departments/create'));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('gc');
    await waitFor(() => expect(location.pathname).toBe('/dashboard/contacts'));
  });

  test('save a form with Ctrl S, are listed by a question mark, and can be switched off there', async () => {
    const user = await open();
    await user.keyboard('n');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'ab');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findAllByText(/At least 3 characters/)).not.toHaveLength(0);
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Help and shortcuts' });
    expect(within(sheet).getByText('Departments').closest('div')).toHaveTextContent('DepartmentsGD');
    const topic = within(sheet).getByText('Plan shifts').closest('details') as HTMLElement;
    expect(within(topic).getByRole('link', { name: 'Open: Calendar' })).toHaveAttribute('href', '/dashboard/calendar');
    // This topic is for interpreters, and the person is an owner.
    expect(within(sheet).queryByText('See my day')).toBeNull();
    await user.click(within(sheet).getByRole('switch', { name: /^Shortcuts of single keys/ }));
    expect(JSON.parse(localStorage.getItem('app.settings') ?? '')).toMatchObject({ shortcuts: false });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(sheet).not.toBeInTheDocument());
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('gc?');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location.pathname).toBe('/dashboard/departments/create');
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox', { name: /^Search or go to…/ })).toBeInTheDocument();
  });

  test('work while a toast is shown', async () => {
    const user = await open();
    toast({ title: 'Saved' });
    expect(await screen.findByRole('alertdialog', { name: 'Saved' })).toBeInTheDocument();
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox', { name: /^Search or go to…/ })).toBeInTheDocument();
  });

  test('lead to every page of the navigation, to one each; each kind of record that is found has a page', async () => {
    const features = await Promise.all(Object.values(registry.dashboard).map(async (load) => (await load()).feature));
    const keys = features.flatMap(({ nav }) => (nav ? [nav.key] : []));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(keys.every((key) => /^[a-z]$/.test(key ?? ''))).toBe(true);
    expect(features.flatMap(({ searchLinks }) => Object.keys(searchLinks ?? {})).toSorted()).toEqual(
      searchGroups.toSorted(),
    );
  });
});
