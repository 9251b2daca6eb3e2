import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import { closeApp, findPage, openSignedIn, testTenant, backendOfFile } from '../../tests/support/renderApp.ts';
import { watchInput } from './idleLimit.ts';

const minute = 60_000;
const backend = backendOfFile();

beforeEach(async () => {
  backend.answers.set('POST auth/logout/', { status: 204 });
  backend.answers.set('GET auth/email/', { body: { email: 'anna@example.org', pending: null } });
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  const tenant = { ...testTenant, sessionIdleMinutes: 20 };
  await openSignedIn('/dashboard/email?a=b', backend, { tenant });
  await findPage();
  await waitFor(() => expect(localStorage.getItem('input')).not.toBeNull());
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (minutes: number) => jest.advanceTimersByTime(minutes * minute);
const press = (target: EventTarget = window) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
const readsOfMe = () => backend.callsTo('auth/me/').length;

test('a page without keys and pointer is signed out after the limit, and leads back to itself', async () => {
  pass(19);
  expect(localStorage.getItem('auth')).not.toBeNull();
  pass(1);
  expect(localStorage.getItem('auth')).toBeNull();
  expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeInTheDocument();
  expect(new URLSearchParams(location.search).get('returnTo')).toBe('/dashboard/email?a=b');
  expect(localStorage.getItem('input')).toBeNull();
});

test('somebody who works without calls stays signed in, and the page calls the server', async () => {
  const before = readsOfMe();
  for (let minutes = 0; minutes < 40; minutes += 1) {
    pass(1);
    press();
  }
  jest.useRealTimers();
  expect(localStorage.getItem('auth')).not.toBeNull();
  await waitFor(() => expect(readsOfMe()).toBeGreaterThan(before));
});

test('input in another tab counts', () => {
  pass(15);
  localStorage.setItem('input', String(Date.now()));
  pass(15);
  expect(localStorage.getItem('auth')).not.toBeNull();
});

const warning = () => screen.queryByRole('alertdialog');

test('before the end a warning counts the minutes, takes no focus, and one key closes it and keeps the session', async () => {
  const field = await screen.findByLabelText('New e-mail address');
  field.focus();
  pass(14);
  expect(warning()).not.toBeInTheDocument();
  pass(1);
  const shown = await screen.findByRole('alertdialog', { name: 'You will be signed out in 5 minutes' });
  expect(shown).toHaveAccessibleDescription(
    'You have not used this page for a while. Press any key, or touch the page, to stay signed in.',
  );
  expect(shown.closest('[aria-live="polite"]')).not.toBeNull();
  pass(4);
  await waitFor(() => expect(shown).toHaveAccessibleName('You will be signed out in 1 minute'));
  const before = readsOfMe();
  press(field);
  await waitFor(() => expect(shown).not.toBeInTheDocument());
  expect(field).toHaveFocus();
  pass(14);
  expect(localStorage.getItem('auth')).not.toBeNull();
  jest.useRealTimers();
  await waitFor(() => expect(readsOfMe()).toBeGreaterThan(before));
});

test('a press of the button without pointer, and input in another tab, close the warning', async () => {
  pass(15);
  (await screen.findByRole('button', { name: 'Stay signed in' })).click();
  await waitFor(() => expect(warning()).not.toBeInTheDocument());
  pass(15);
  await screen.findByRole('alertdialog');
  localStorage.setItem('input', String(Date.now()));
  window.dispatchEvent(new StorageEvent('storage', { key: 'input' }));
  await waitFor(() => expect(warning()).not.toBeInTheDocument());
});

test('a limit that is shorter than ten minutes warns when half of it is over', () => {
  closeApp();
  const warn = jest.fn();
  const stop = watchInput(6, warn);
  pass(2.75);
  expect(new Set(warn.mock.calls.flat())).toEqual(new Set([null]));
  pass(0.25);
  expect(warn).toHaveBeenLastCalledWith(3);
  pass(2);
  expect(warn).toHaveBeenLastCalledWith(1);
  stop();
});
