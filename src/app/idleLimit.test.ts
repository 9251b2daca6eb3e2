import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import { type FakeBackend, startFakeBackend } from '../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, testTenant } from '../../tests/support/renderApp.ts';
import { watchInput } from './idleLimit.ts';

const minute = 60_000;
let backend: FakeBackend;
let close = () => undefined as void;
let stop = () => undefined as void;

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
beforeEach(async () => {
  backend.reset();
  backend.answers.set('POST auth/logout/', { status: 204 });
  backend.answers.set('GET auth/email/', { body: { email: 'anna@example.org', pending: null } });
  close = (await openSignedIn('/dashboard/email?a=b', backend, { tenant: testTenant })).close;
  await findPage();
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  stop = watchInput(20);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  close();
  localStorage.clear();
});

const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
const readsOfMe = () => backend.callsTo('auth/me/').length;

test('a page without keys and pointer is signed out after the limit, and leads back to itself', async () => {
  jest.advanceTimersByTime(19 * minute);
  expect(localStorage.getItem('auth')).not.toBeNull();
  jest.advanceTimersByTime(minute);
  expect(localStorage.getItem('auth')).toBeNull();
  expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeInTheDocument();
  expect(new URLSearchParams(location.search).get('returnTo')).toBe('/dashboard/email?a=b');
});

test('somebody who works without calls stays signed in, and the page calls the server', async () => {
  const before = readsOfMe();
  for (let minutes = 0; minutes < 40; minutes += 1) {
    jest.advanceTimersByTime(minute);
    press();
  }
  jest.useRealTimers();
  expect(localStorage.getItem('auth')).not.toBeNull();
  await waitFor(() => expect(readsOfMe()).toBeGreaterThan(before));
});

test('input in another tab counts', () => {
  jest.advanceTimersByTime(15 * minute);
  localStorage.setItem('input', String(Date.now()));
  jest.advanceTimersByTime(15 * minute);
  expect(localStorage.getItem('auth')).not.toBeNull();
});
