import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { getDefaultStore } from 'jotai';
import { type Site, serveSite } from '../../tests/support/renderApp.ts';
import { backendUrl, configStateAtom, loadConfig } from './config.ts';

const good = { BACKEND_URL: 'https://api.example/v1' };
let logged: ReturnType<typeof jest.spyOn>;

beforeEach(() => {
  jest.useFakeTimers();
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Serves `site` and counts the requests for `/config.json`. */
function serveCounted(site: Site) {
  serveSite(site);
  const served = globalThis.fetch;
  const count = { looks: 0 };
  globalThis.fetch = (...request) => {
    count.looks += 1;
    return served(...request);
  };
  return count;
}

/** Serves it after some time, in milliseconds, unless the page gives up. */
function serveLate(after: number): void {
  globalThis.fetch = (_, request) =>
    new Promise((answer, fail) => {
      request?.signal?.addEventListener('abort', () => fail(request.signal?.reason));
      setTimeout(() => answer(Response.json(good)), after);
    });
}

/** Looks for it until it is given up. */
async function lookInVain(): Promise<void> {
  const loading = loadConfig();
  await jest.advanceTimersByTimeAsync(3100);
  await expect(loading).resolves.toBe(false);
  expect(getDefaultStore().get(configStateAtom)).toBe('missing');
}

describe('the runtime configuration', () => {
  // R23
  test('is taken at once when it is there, with one slash at the end of its address', async () => {
    const count = serveCounted({ '/config.json': good });
    await expect(loadConfig()).resolves.toBe(true);
    await expect(backendUrl()).resolves.toBe('https://api.example/v1/');
    expect(count.looks).toBe(1);
    expect(logged).not.toHaveBeenCalled();
  });

  // R24
  test('is looked for every 100 ms, so that a late one is found', async () => {
    const site: Site = {};
    const count = serveCounted(site);
    const loading = loadConfig();
    expect(getDefaultStore().get(configStateAtom)).toBe('waiting');
    await jest.advanceTimersByTimeAsync(450);
    expect(count.looks).toBe(5);
    site['/config.json'] = good;
    await jest.advanceTimersByTimeAsync(100);
    await expect(loading).resolves.toBe(true);
    expect(count.looks).toBe(6);
  });

  // R24, R25
  test('is given up after 3000 ms, and the same failure is logged once', async () => {
    const count = serveCounted({});
    await lookInVain();
    await expect(backendUrl()).resolves.toBeNull();
    // The last one has no limit.
    expect(count.looks).toBe(30 + 1);
    expect(logged).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['no address', {}],
    ['an address of another scheme', { BACKEND_URL: 'javascript:alert(1)' }],
    ['an address with credentials', { BACKEND_URL: 'https://me:secret@api.example/' }],
    ['an address with a query', { BACKEND_URL: 'https://api.example/?x=1' }],
    ['a path', { BACKEND_URL: '/api/' }],
    ['what is no object', 'https://api.example/'],
  ])('with %s counts as missing', async (_, config) => {
    serveSite({ '/config.json': config });
    await lookInVain();
    expect(logged).toHaveBeenCalledTimes(1);
  });

  test('that hangs is given up too', async () => {
    serveLate(1_000_000);
    await lookInVain();
  });

  test('that comes after it was given up is taken, without a second try', async () => {
    const site: Site = {};
    serveSite(site);
    await lookInVain();
    site['/config.json'] = good;
    await jest.advanceTimersByTimeAsync(5000);
    expect(getDefaultStore().get(configStateAtom)).toBe('ready');
    await expect(backendUrl()).resolves.toBe('https://api.example/v1/');
  });

  test('whose answer takes longer than 3000 ms is reported as missing, and taken when it arrives', async () => {
    serveLate(4000);
    await lookInVain();
    await jest.advanceTimersByTimeAsync(4000);
    expect(getDefaultStore().get(configStateAtom)).toBe('ready');
  });

  test('is looked for anew by a second try', async () => {
    const site: Site = {};
    serveSite(site);
    await lookInVain();
    site['/config.json'] = good;
    await expect(loadConfig()).resolves.toBe(true);
    expect(getDefaultStore().get(configStateAtom)).toBe('ready');
  });
});
