import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/dom';
import { type FakeBackend, problem, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { openSignedIn } from '../../../tests/support/renderApp.ts';
import { hearing } from '../../../tests/support/reservation.ts';

let backend: FakeBackend;
let close = () => undefined as void;

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
afterEach(() => {
  close();
  localStorage.clear();
});

// R125
test('the list of reservations has name, start, time, type, address, link and status, and nothing else', async () => {
  const link = 'https://meet.example/hearing';
  backend.answers.set('GET reservations/', { body: { count: 1, results: [{ ...hearing, link }] } });
  close = (await openSignedIn('/dashboard/reservations', backend)).close;
  const cells = within(await screen.findByRole('row', { name: /Court hearing/ }));
  const named = screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim());
  expect(named.filter(Boolean)).toEqual(['Name', 'Start', 'Time', 'Type', 'Address', 'Link', 'Status']);
  for (const text of ['Court hearing', '02-05-2024', '10:00–11:30', 'On site', 'Pärnu mnt 7', 'Pending'])
    expect(cells.getByText(text)).toBeInTheDocument();
  expect(cells.getByRole('link', { name: /meet\.example/ })).toHaveAttribute('href', link);
});

test('the page of what stops the change of a missing shift says that it is missing, and nothing of reservations', async () => {
  backend.answers.set(`GET shifts/${'a'.repeat(24)}/blocking_reservations/`, problem('not_found'));
  close = (await openSignedIn(`/dashboard/reservations/blocking-reservations/shift/${'a'.repeat(24)}`, backend)).close;
  expect(await screen.findByText('The reservations could not be loaded')).toBeInTheDocument();
  expect(screen.queryByText(/stop the change/)).not.toBeInTheDocument();
});
