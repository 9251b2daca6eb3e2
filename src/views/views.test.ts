import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { SavedView } from '../../contract/savedViews.ts';
import { openSignedIn, backendOfFile } from '../../tests/support/renderApp.ts';

const backend = backendOfFile();
let kept: SavedView[] = [];

const view = (id: string, name: string, address: string): SavedView => ({
  id: id.repeat(24),
  etag: '"1"',
  screen: 'departments',
  name,
  address,
  created: '2024-04-30T10:00:00Z',
  can: { update: true, delete: true },
});

beforeEach(() => {
  kept = [view('a', 'Backwards', 'ordering=-name')];
  backend.answers.set('GET departments/', { body: { count: 30, results: [{ id: 'd1', name: '=North', users: 2 }] } });
  backend.answers.set('GET saved_views/', () => ({ body: { count: kept.length, results: kept } }));
  backend.answers.set('POST saved_views/', ({ body }) => {
    kept = [...kept, { ...view('b', '', ''), ...(body as object) }];
    return { status: 201, body: kept.at(-1) };
  });
  backend.answers.set(`PATCH saved_views/${'a'.repeat(24)}/`, ({ body }) => {
    kept = kept.map((saved) => (saved.id.startsWith('a') ? { ...saved, ...(body as object) } : saved));
    return { body: kept[0] };
  });
  backend.answers.set(`DELETE saved_views/${'a'.repeat(24)}/`, () => {
    kept = kept.filter(({ id }) => !id.startsWith('a'));
    return { status: 204 };
  });
});

async function open(path: string) {
  await openSignedIn(path, backend);
  await screen.findByRole('link', { name: '=North' });
  return userEvent.setup();
}
const item = (name: string) => screen.findByRole('menuitem', { name });
const openMenu = async (user: ReturnType<typeof userEvent.setup>, name = 'Views') =>
  user.click(await screen.findByRole('button', { name }));

test('a view restores its list, and is shown as active', async () => {
  const user = await open('/dashboard/departments?page=2');
  expect(backend.callsTo('saved_views/')).toEqual([]);
  await openMenu(user);
  await user.click(await screen.findByRole('menuitemradio', { name: 'Backwards' }));
  expect(backend.callsTo('saved_views/')[0]?.query).toBe('?screen=departments&page_size=100');
  await waitFor(() => expect(location.search).toBe('?ordering=-name'));
  expect(await screen.findByRole('button', { name: 'Views: Backwards' })).toBeInTheDocument();
});

test('the list is kept under a name, without the page one is on; the same name again keeps the new one', async () => {
  const user = await open('/dashboard/departments?page=2&density=compact');
  await openMenu(user);
  await user.click(await item('Save this view…'));
  await user.type(await screen.findByRole('textbox', { name: 'Name of the view' }), 'Dense{Enter}');
  await screen.findByText('The view was saved');
  expect(backend.callsTo('saved_views/').find(({ method }) => method === 'POST')?.body).toEqual({
    screen: 'departments',
    name: 'Dense',
    address: 'density=compact',
  });
  await openMenu(user, 'Views: Dense');
  await user.click(await item('Save this view…'));
  await user.type(await screen.findByRole('textbox', { name: 'Name of the view' }), 'backwards{Enter}');
  await waitFor(() => expect(kept[0]).toMatchObject({ name: 'Backwards', address: 'density=compact' }));
});

test('views are renamed and deleted where they are managed', async () => {
  const user = await open('/dashboard/departments');
  await openMenu(user);
  await screen.findByRole('menuitemradio', { name: 'Backwards' });
  await user.click(await item('Manage views'));
  await user.click(await screen.findByRole('button', { name: 'Rename Backwards' }));
  const name = await screen.findByRole('textbox', { name: 'Name of the view' });
  await user.clear(name);
  await user.type(name, 'Last first{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Delete Last first' }));
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Delete Last first?' })).getByRole('button', {
      name: 'Delete',
    }),
  );
  await waitFor(() => expect(kept).toEqual([]));
});

test.each(['online', 'offline'])('views of /dashboard/%s are none of the other channel', async (place) => {
  backend.answers.set('GET interpretations/', { body: { count: 0, results: [] } });
  await openSignedIn(`/dashboard/${place}?has_note=true`, backend);
  await openMenu(userEvent.setup());
  const channel = place === 'online' ? 'online' : 'live';
  await waitFor(() =>
    expect(decodeURIComponent(backend.callsTo('saved_views/').at(-1)?.query ?? '')).toContain(
      `screen=interpretations/${channel}&`,
    ),
  );
});
