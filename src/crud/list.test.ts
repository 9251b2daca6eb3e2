import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type FakeBackend, startFakeBackend } from '../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn } from '../../tests/support/renderApp.ts';

let backend: FakeBackend;
let close = () => undefined as void;

const department = (at: number) => ({
  id: String(at).padStart(24, '0'),
  name: `Department ${at}`,
  users: 0,
  etag: '"1"',
  can: { update: true, delete: true },
});
const place = '/dashboard/departments';

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
beforeEach(() => {
  backend.reset();
  backend.answers.set('GET departments/', ({ query }) => {
    const params = new URLSearchParams(query);
    const all = Array.from({ length: 23 }, (_, at) => department(at + 1)).filter(({ name }) =>
      name.includes(params.get('search') ?? ''),
    );
    const size = Number(params.get('page_size'));
    const first = (Number(params.get('page')) - 1) * size;
    return { body: { count: all.length, results: all.slice(first, first + size) } };
  });
  backend.answers.set(`GET departments/${department(1).id}/`, { body: department(1) });
});
afterEach(() => {
  close();
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});

async function open(path: string) {
  close = (await openSignedIn(path, backend)).close;
  await findPage();
  return userEvent.setup();
}
const main = () => within(screen.getByRole('main'));
const search = async () => main().findByRole('searchbox', { name: 'Search' });

describe('a list', () => {
  test('goes to the last page there is from a page past the end, in place of it in the history', async () => {
    await open(`${place}?page=999`);
    expect(await main().findByRole('link', { name: 'Department 23' })).toBeInTheDocument();
    expect(location.search).toBe('?page=3');
    expect(screen.queryByText('Nothing found')).toBeNull();
    expect(main().getByText('21–23 of 23')).toBeInTheDocument();
  });

  test('keeps columns and page size for the person, also when it is opened again', async () => {
    const user = await open(place);
    await main().findByRole('columnheader', { name: 'Users' });
    await user.click(main().getByRole('button', { name: 'Display' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Users' }));
    await user.keyboard('{Escape}');
    await user.click(await main().findByRole('button', { name: /Per page/ }));
    await user.click(await screen.findByRole('option', { name: '25' }));
    await main().findByRole('link', { name: 'Department 23' });
    close();
    await open(place);
    expect(await main().findByRole('link', { name: 'Department 23' })).toBeInTheDocument();
    expect(main().queryByRole('columnheader', { name: 'Users' })).toBeNull();
  });

  test('has its search and page again when one returns by the breadcrumb', async () => {
    const user = await open(`${place}?search=Department+1&ordering=-name`);
    await user.click(await main().findByRole('link', { name: 'Department 1' }));
    await main().findByRole('heading', { name: 'Department 1', level: 1 });
    await user.click(main().getByRole('link', { name: /Departments/ }));
    await search();
    expect(location.search).toBe('?search=Department+1&ordering=-name');
  });

  test('has one entry in the history for a search that is typed, after the entry of the list before it', async () => {
    const user = await open(`${place}?ordering=-name`);
    await main().findByRole('link', { name: 'Department 9' });
    const before = history.length;
    await user.type(await search(), 'Department');
    await waitFor(() => expect(location.search).toBe('?ordering=-name&search=Department'));
    await user.type(await search(), ' 2');
    await waitFor(() => expect(location.search).toBe('?ordering=-name&search=Department+2'));
    expect(history.length).toBe(before + 1);
    history.back();
    await waitFor(() => expect(location.search).toBe('?ordering=-name'));
    await waitFor(async () => expect(await search()).toHaveValue(''));
  });
});
