import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { ClosureCategory } from '../../../contract/closureCategories.ts';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();

const main: ClosureCategory = {
  id: '00000000000000000000000a',
  etag: '"1"',
  title: 'Answered',
  position: 1,
  main: true,
  parent: null,
  parent_title: null,
  group: null,
  subcategories: [{ id: '00000000000000000000000b', title: 'By phone', position: 1 }],
  in_use: false,
  created: '2024-04-30T10:00:00Z',
  can: { update: true, delete: false },
};
const below: ClosureCategory = {
  ...main,
  id: '00000000000000000000000b',
  title: 'By phone',
  main: false,
  parent: main.id,
  parent_title: main.title,
  subcategories: [],
};

async function open(path: string) {
  await openSignedIn(path, backend);
  // The first page of a run compiles the whole shell.
  return findPage();
}

beforeEach(() => {
  backend.answers.set('GET closure_categories/', ({ query }) => {
    const results = query.includes('main=true') ? [main] : [main, below];
    return { body: { count: results.length, results } };
  });
  backend.answers.set(`GET closure_categories/${main.id}/`, { body: main });
  backend.answers.set(`GET closure_categories/${below.id}/`, { body: below });
});

// R123
test('closure categories are listed with the required columns', async () => {
  const page = await open('/dashboard/closure');
  expect(await page.findByRole('row', { name: /Answered 1 Main By phone/ })).toBeInTheDocument();
  expect(page.getByRole('row', { name: /By phone 1 Answered –/ })).toBeInTheDocument();
  expect(page.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Title',
    'Position',
    'Main',
    'Subcategories',
  ]);
});

// R93
test('a main category shows those below it, stays a main one and says why it cannot be deleted; one below leads up', async () => {
  const page = await open(`/dashboard/closure/${main.id}`);
  expect(await page.findByRole('link', { name: 'By phone' })).toHaveAttribute('href', `/dashboard/closure/${below.id}`);
  await userEvent.click(page.getByRole('button', { name: 'More actions' }));
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(/while it has subcategories/);
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(page.getByRole('link', { name: 'Edit' }));
  expect(await screen.findByRole('button', { name: /Main category/ })).toBeDisabled();
  const other = await open(`/dashboard/closure/${below.id}`);
  expect(await other.findByRole('link', { name: 'Answered' })).toHaveAttribute('href', `/dashboard/closure/${main.id}`);
  await userEvent.click(other.getByRole('link', { name: 'Edit' }));
  expect(await screen.findByRole('button', { name: /Main category/ })).toBeEnabled();
});
