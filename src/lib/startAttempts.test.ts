import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { hasStarted, reloadWithoutScripts } from './startAttempts.ts';

let reloads: ReturnType<typeof jest.spyOn>;
let ask: jest.Mock<typeof fetch>;

const answer = (status: number) => Promise.resolve(new Response(null, { status }));

beforeEach(() => {
  jest.useFakeTimers();
  ask = jest.fn<typeof fetch>(() => answer(404));
  globalThis.fetch = ask;
  // jsdom cannot reload, and logs that.
  reloads = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  sessionStorage.clear();
});

/** Reports scripts as missing: one that the page names (`defer`), or one that is loaded lazily. */
async function miss(kind: 'of the page' | 'lazy'): Promise<void> {
  const script = document.createElement('script');
  script.defer = kind === 'of the page';
  script.src = '/assets/main.js';
  document.head.append(script);
  script.dispatchEvent(new Event('error'));
  script.remove();
  await jest.advanceTimersByTimeAsync(10_000);
}

/** The number of reloads of a page that never gets its scripts. */
async function reloadsWithoutEnd(): Promise<number> {
  const before = reloads.mock.calls.length;
  for (let load = 0; load < 12; load += 1) {
    reloadWithoutScripts();
    await miss('of the page');
  }
  return reloads.mock.calls.length - before;
}

test('a page whose own script is missing is loaded again, six times at most', async () => {
  expect(await reloadsWithoutEnd()).toBe(6);
});

test('a page that started has all its attempts again', async () => {
  expect(await reloadsWithoutEnd()).toBe(6);
  hasStarted();
  expect(await reloadsWithoutEnd()).toBe(6);
});

test('two missing scripts load the page again once, and a lazy one never', async () => {
  reloadWithoutScripts();
  await miss('lazy');
  expect(reloads).toHaveBeenCalledTimes(0);
  await miss('of the page');
  await miss('of the page');
  expect(reloads).toHaveBeenCalledTimes(1);
});

test('the page is loaded again as soon as a server has the missing script, which the browser then keeps', async () => {
  ask.mockImplementationOnce(() => answer(404)).mockImplementationOnce(() => answer(200));
  reloadWithoutScripts();
  await miss('of the page');
  expect(ask.mock.calls).toEqual([['http://localhost/assets/main.js'], ['http://localhost/assets/main.js']]);
  expect(reloads).toHaveBeenCalledTimes(1);
});

test('the page is loaded again also if no server has the script', async () => {
  ask.mockImplementation(() => Promise.reject(new TypeError('offline')));
  reloadWithoutScripts();
  await miss('of the page');
  expect(ask).toHaveBeenCalledTimes(10);
  expect(reloads).toHaveBeenCalledTimes(1);
});
