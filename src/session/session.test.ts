import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createStore, getDefaultStore } from 'jotai';
import { get } from '#api/http.ts';
import { loadConfig } from '#api/config.ts';
import {
  challenge,
  type FakeBackend,
  manager,
  problem,
  sessionOf,
  startFakeBackend,
} from '../../tests/support/fakeBackend.ts';
import { serveSite, testTenant } from '../../tests/support/renderApp.ts';
import {
  awaitsCode,
  enterCode,
  followSession,
  isAuthenticatedAtom,
  isInitializedAtom,
  resendCode,
  restoreSession,
  cacheNumberAtom,
  signedOutBecauseAtom,
  signIn,
  signOut,
  startFailureAtom,
  userAtom,
} from './session.ts';

const store = getDefaultStore();
let backend: FakeBackend;
let unfollow: () => void;

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
beforeEach(async () => {
  // jsdom reports every broken connection.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  backend.reset();
  serveSite({ '/config.json': { BACKEND_URL: backend.url } });
  await loadConfig();
  localStorage.clear();
  unfollow = followSession();
});
afterEach(async () => {
  unfollow();
  await signOut();
  jest.restoreAllMocks();
  localStorage.clear();
});

function keep(token: string) {
  localStorage.setItem('auth', JSON.stringify({ token, expiry: '2100-01-01T00:00:00+00:00' }));
}

describe('the browser', () => {
  test('keeps its device token after signing out, and sends it with the next sign-in', async () => {
    const credentials = { email: 'anna@example.org', password: 'secret' };
    backend.answers.set('POST auth/login/', { body: challenge });
    backend.answers.set('POST auth/otp/', { body: { ...sessionOf(manager), deviceToken: 'device-1' } });
    backend.answers.set('POST auth/otp/resend/', { body: challenge });
    await signIn(credentials);
    await enterCode('123456');
    backend.answers.set('POST auth/logout/', { status: 204 });
    await signOut();
    expect(Object.keys(localStorage)).toEqual(['app.settings']);
    expect(backend.callsTo('auth/login/')[0]?.body).toEqual(credentials);
    await signIn(credentials);
    await resendCode();
    await enterCode('123456');
    const deviceToken = 'device-1';
    expect(backend.callsTo('auth/login/')[1]?.body).toEqual({ ...credentials, deviceToken });
    expect(backend.callsTo('auth/otp/resend/')[0]?.body).toEqual({ otpToken: challenge.otpToken, deviceToken });
    expect(backend.callsTo('auth/otp/')[1]?.body).toMatchObject({ code: '123456', deviceToken });
  });

  test('keeps its device token if a backend sends none', async () => {
    localStorage.setItem('app.settings', JSON.stringify({ device: 'device-1', paletteMode: 'dark' }));
    backend.answers.set('POST auth/login/', { body: sessionOf(manager) });
    await signIn({ email: 'anna@example.org', password: 'secret' });
    expect(JSON.parse(localStorage.getItem('app.settings') ?? '')).toEqual({ device: 'device-1', paletteMode: 'dark' });
  });
});

describe('the start', () => {
  test('removes a stored session that cannot be read', async () => {
    localStorage.setItem('auth', '{"token":');
    await restoreSession();
    expect(localStorage.getItem('auth')).toBeNull();
    expect(store.get(isAuthenticatedAtom)).toBe(false);
  });

  // R38
  test('is not initialised and has nobody signed in before the storage was read', () => {
    const atFirst = createStore();
    expect(atFirst.get(isInitializedAtom)).toBe(false);
    expect(atFirst.get(isAuthenticatedAtom)).toBe(false);
    expect(atFirst.get(userAtom)).toBeNull();
  });

  // R50
  test('has nobody signed in if nothing is stored, and makes no call', async () => {
    await restoreSession();
    expect(store.get(isInitializedAtom)).toBe(true);
    expect(store.get(isAuthenticatedAtom)).toBe(false);
    expect(backend.calls).toEqual([]);
  });

  // R39, R45, R50
  test('loads the person of a stored token', async () => {
    keep('t1');
    backend.answers.set('GET auth/me/', { body: manager });
    await restoreSession();
    expect(store.get(userAtom)).toEqual(manager);
    expect(store.get(isAuthenticatedAtom)).toBe(true);
  });

  // R40
  test.each([
    ['a refused token', problem('unauthorized'), null],
    ['a person who may no longer enter', problem('no_permission_to_login'), null],
    ['a server in trouble', problem('something_went_wrong'), 't1'],
  ])('ends signed out with %s', async (_, answer, keptToken) => {
    keep('t1');
    backend.answers.set('GET auth/me/', answer);
    await restoreSession();
    expect(store.get(isInitializedAtom)).toBe(true);
    expect(store.get(isAuthenticatedAtom)).toBe(false);
    expect(JSON.parse(localStorage.getItem('auth') ?? '{}').token ?? null).toBe(keptToken);
  });

  test('tells why a session was not restored, until one has begun', async () => {
    keep('t1');
    backend.answers.set('GET auth/me/', problem('something_went_wrong'));
    await restoreSession();
    expect(store.get(startFailureAtom)).toMatchObject({ error: { code: 'something_went_wrong' }, isKept: true });
    backend.answers.set('GET auth/me/', { body: manager });
    await restoreSession();
    expect(store.get(startFailureAtom)).toBeNull();
    await signOut();
    keep('t1');
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = 'tenant';
    block.textContent = JSON.stringify(testTenant);
    document.head.append(block);
    backend.answers.set('GET auth/me/', { body: { ...manager, role: 'auditor', verdicts: undefined } });
    await restoreSession();
    expect(store.get(startFailureAtom)).toMatchObject({ error: { code: 'no_permission_to_login' }, isKept: false });
    expect(localStorage.getItem('auth')).toBeNull();
  });

  test('does not wait for a server that does not answer', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      keep('t1');
      backend.answers.set('GET auth/me/', () => new Promise(() => undefined));
      const restoring = restoreSession();
      while (backend.callsTo('auth/me/').length === 0) await jest.advanceTimersByTimeAsync(5);
      await jest.advanceTimersByTimeAsync(10_000);
      await restoring;
    } finally {
      jest.useRealTimers();
    }
    expect(store.get(isInitializedAtom)).toBe(true);
    expect(store.get(isAuthenticatedAtom)).toBe(false);
    expect(store.get(startFailureAtom)).toMatchObject({ error: { code: 'backend_unreachable' }, isKept: true });
    expect(localStorage.getItem('auth')).toContain('t1');
  });

  test('does not take up a session that another tab ends meanwhile', async () => {
    keep('t1');
    backend.answers.set('GET auth/me/', () => {
      localStorage.removeItem('auth');
      window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }));
      return { body: manager };
    });
    await restoreSession();
    expect(store.get(isInitializedAtom)).toBe(true);
    expect(store.get(isAuthenticatedAtom)).toBe(false);
  });

  test.each(['{', '"text"', '[]', '{"token":7}', 'null'])(
    'takes the corrupt contents %s for nothing',
    async (stored) => {
      localStorage.setItem('auth', stored);
      await restoreSession();
      expect(store.get(isInitializedAtom)).toBe(true);
      expect(backend.calls).toEqual([]);
    },
  );
});

describe('signing in', () => {
  // R44, R45
  test('keeps the token of a challenge, and changes it for the session’s', async () => {
    backend.answers.set('POST auth/login/', { body: challenge });
    backend.answers.set('POST auth/otp/', { body: sessionOf(manager, 't9') });
    await expect(signIn({ email: 'a@b', password: 'c' })).resolves.toEqual(challenge);
    expect(awaitsCode()).toBe(true);
    expect(store.get(isAuthenticatedAtom)).toBe(false);
    await enterCode('123456');
    expect(JSON.parse(localStorage.getItem('auth') ?? '')).toEqual({
      token: 't9',
      expiry: '2100-01-01T00:00:00+00:00',
    });
    expect(awaitsCode()).toBe(false);
    expect(store.get(userAtom)).toEqual(manager);
  });

  test('has to begin again where the login that waits for its code was given up in another tab', async () => {
    backend.answers.set('POST auth/login/', { body: challenge });
    await signIn({ email: 'a@b', password: 'c' });
    localStorage.removeItem('auth');
    await expect(enterCode('123456')).rejects.toMatchObject({ code: 'otp_expired' });
    await expect(resendCode()).rejects.toMatchObject({ code: 'otp_expired' });
    expect(backend.callsTo('auth/otp/')).toEqual([]);
  });

  test('works for as long as the page lives where storage is refused', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    backend.answers.set('POST auth/login/', { body: sessionOf(manager, 't9') });
    backend.answers.set('GET anything/', { body: {} });
    await signIn({ email: 'a@b', password: 'c' });
    await get('anything/');
    expect(backend.callsTo('anything/')[0]?.headers.authorization).toBe('Token t9');
  });

  test('begins a session of its own each time, so that no cache is shared', async () => {
    backend.answers.set('POST auth/login/', { body: sessionOf(manager) });
    await signIn({ email: 'a@b', password: 'c' });
    const first = store.get(cacheNumberAtom);
    await signOut();
    await signIn({ email: 'a@b', password: 'c' });
    expect(store.get(cacheNumberAtom)).toBeGreaterThan(first);
  });
});

describe('the end', () => {
  async function begin(token = 't1') {
    backend.answers.set('POST auth/login/', { body: sessionOf(manager, token) });
    await signIn({ email: 'a@b', password: 'c' });
  }

  // R46
  test('comes once for twenty calls refused together', async () => {
    await begin();
    backend.answers.set('GET overview/', problem('unauthorized'));
    const ends: unknown[] = [];
    const stop = store.sub(userAtom, () => ends.push(store.get(userAtom)));
    await Promise.allSettled(Array.from({ length: 20 }, () => get('overview/')));
    stop();
    expect(backend.callsTo('overview/')).toHaveLength(20);
    expect(ends).toEqual([null]);
    expect(store.get(signedOutBecauseAtom)).toBe('unauthorized');
    expect(localStorage.getItem('auth')).toBeNull();
  });

  test('comes too when the stored token has vanished under the page', async () => {
    await begin();
    localStorage.removeItem('auth');
    backend.answers.set('GET overview/', problem('unauthorized'));
    await get('overview/').catch(() => undefined);
    expect(store.get(isAuthenticatedAtom)).toBe(false);
    expect(store.get(signedOutBecauseAtom)).toBe('unauthorized');
  });

  test('of an old session does not end the one that has begun since', async () => {
    await begin('old');
    let answer: (value: ReturnType<typeof problem>) => void = () => undefined;
    backend.answers.set('GET overview/', () => new Promise((late) => (answer = late)));
    const call = get('overview/').catch(() => undefined);
    while (backend.callsTo('overview/').length === 0) await new Promise((soon) => setTimeout(soon, 5));
    await begin('new');
    answer(problem('unauthorized'));
    await call;
    expect(store.get(isAuthenticatedAtom)).toBe(true);
    expect(JSON.parse(localStorage.getItem('auth') ?? '').token).toBe('new');
  });

  // R42
  test('by signing out forgets person and token even when the server does not answer', async () => {
    await begin();
    backend.answers.set('POST auth/logout/', null);
    await signOut();
    expect(store.get(userAtom)).toBeNull();
    expect(localStorage.getItem('auth')).toBeNull();
    expect(backend.callsTo('auth/logout/')[0]?.headers.authorization).toBe('Token t1');
  });

  test('in another tab is the end here', async () => {
    await begin();
    localStorage.removeItem('auth');
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }));
    expect(store.get(isAuthenticatedAtom)).toBe(false);
  });

  test('that has expired in another tab expires here, too, so that forms keep what is typed', async () => {
    await begin();
    const stored = jest.spyOn(Storage.prototype, 'setItem');
    await signOut('unauthorized');
    const [, newValue = null] = stored.mock.calls.findLast(([key]) => key === 'auth') ?? [];
    expect(localStorage.getItem('auth')).toBeNull();
    await begin();
    localStorage.removeItem('auth');
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth', newValue }));
    expect(store.get(signedOutBecauseAtom)).toBe('unauthorized');
  });

  test('is asked of the server at the expiry', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const expiry = new Date(Date.now() + 3_600_000).toISOString();
      backend.answers.set('POST auth/login/', { body: { ...sessionOf(manager), expiry } });
      backend.answers.set('GET auth/me/', problem('unauthorized'));
      const signingIn = signIn({ email: 'a@b', password: 'c' });
      await signingIn;
      await jest.advanceTimersByTimeAsync(3_599_000);
      expect(backend.callsTo('auth/me/')).toHaveLength(0);
      const ended = new Promise<void>((resolve) => {
        const stop = store.sub(userAtom, () => {
          stop();
          resolve();
        });
      });
      await jest.advanceTimersByTimeAsync(2000);
      await ended;
    } finally {
      jest.useRealTimers();
    }
    expect(store.get(signedOutBecauseAtom)).toBe('unauthorized');
  });
});
