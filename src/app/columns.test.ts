import { beforeEach, expect, test } from '@jest/globals';
import { findPage, openSignedIn, backendOfFile } from '../../tests/support/renderApp.ts';

const backend = backendOfFile();

const stored = { id: '00000000000000000000000a', etag: '"1"', created: '2024-04-30T10:00:00Z', can: {} };
const image = { id: '00000000000000000000000b', name: 'rings.png', url: 'files/b/content/', width: 3, height: 3 };

beforeEach(() => {
  const listOf = (record: object) => ({ body: { count: 1, results: [{ ...stored, ...record }] } });
  backend.answers.set('GET contacts/', listOf({ name: 'Front desk', phoneNumber: '+3725550000' }));
  backend.answers.set('GET sliders/', listOf({ title: 'Welcome', position: 1, image }));
});

// R122, R124
test.each([
  ['contacts', 'Front desk', ['Name', 'Phone number']],
  ['sliders', 'Welcome', ['Title', 'Position', 'Created']],
])('the list of %s has the required columns', async (place, shown, columns) => {
  await openSignedIn(`/dashboard/${place}`, backend);
  // The first page of a run compiles the whole shell.
  const main = await findPage();
  await main.findByRole('link', { name: shown });
  expect(main.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(columns);
});
