import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { getDefaultStore } from 'jotai';
import { type FakeBackend, problem, startFakeBackend } from '../../tests/support/fakeBackend.ts';
import { serveSite } from '../../tests/support/renderApp.ts';
import { loadConfig } from './config.ts';
import { connectionAtom, followConnection } from './connection.ts';
import { bindSession, get, patch, post, remove } from './http.ts';
import { ApiError } from './problem.ts';

let backend: FakeBackend;
let token: string | null = null;
const refused = jest.fn<(token: string | null) => void>();

beforeAll(async () => {
  backend = await startFakeBackend();
  bindSession({ token: () => token, person: () => null, refused });
});
afterAll(() => backend.stop());
beforeEach(async () => {
  // jsdom reports every broken connection.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  backend.reset();
  refused.mockReset();
  token = null;
  serveSite({ '/config.json': { BACKEND_URL: backend.url } });
  await loadConfig();
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.catch((failure: unknown) => failure);
  if (error instanceof ApiError) return error;
  throw new Error(`not an ApiError: ${String(error)}`);
}

describe('a call', () => {
  // R26, R27
  test('goes to BACKEND_URL with the token', async () => {
    token = 'abc';
    backend.answers.set('GET anything/', { body: { requests: 1 } });
    await expect(get('anything/')).resolves.toEqual({ requests: 1 });
    expect(backend.calls[0]?.headers.authorization).toBe('Token abc');
  });

  test('that signs in carries no token', async () => {
    token = 'abc';
    backend.answers.set('POST auth/login/', { body: { otpToken: 't' } });
    await post('auth/login/', { email: 'a' }, { signsIn: true });
    expect(backend.calls[0]?.headers.authorization).toBeUndefined();
    expect(backend.calls[0]?.body).toEqual({ email: 'a' });
  });

  // R28
  test('writes arrays in bracket format and leaves out empty parameters', async () => {
    backend.answers.set('GET users/', { body: {} });
    await get('users/', { role: ['manager', 'owner'], page: 1, search: null, department: undefined });
    expect(decodeURIComponent(backend.calls[0]?.query ?? '')).toBe('?role[]=manager&role[]=owner&page=1');
  });

  test('that fails carries code, request id, field codes and waiting time', async () => {
    const errors = { email: ['required'] };
    backend.answers.set('POST users/', problem('invalid', { errors, retry_after: 7, attempts_left: 2 }));
    const error = await failureOf(post('users/', {}));
    expect(error).toMatchObject({
      code: 'invalid',
      status: 400,
      requestId: 'req-42',
      errors,
      retryAfter: 7,
      attemptsLeft: 2,
    });
  });

  test('that deletes a record has failed if a proxy answers with its own page', async () => {
    backend.answers.set('DELETE users/1/', { html: '<!doctype html><title>Sign in to the network</title>' });
    expect(await failureOf(remove('users/1/'))).toMatchObject({ code: 'backend_unreachable' });
  });

  // R197
  test('answered with something else than a problem reads "something went wrong"', async () => {
    backend.answers.set('GET users/', { status: 500, body: '<html>' });
    expect(await failureOf(get('users/'))).toMatchObject({ code: 'something_went_wrong', status: 500 });
  });

  test.each([
    [500, 500],
    [200, 0],
  ])('answered with a page of HTML and %i reads "the server cannot be reached"', async (status, statusOfFailure) => {
    backend.answers.set('GET users/', { status, html: '<!doctype html><h1>Hello</h1>' });
    expect(await failureOf(get('users/'))).toMatchObject({ code: 'backend_unreachable', status: statusOfFailure });
  });

  test('refused by Django REST framework has codes for its fields, and none of its prose', async () => {
    backend.answers.set('POST users/', { status: 400, body: { email: ['Benutzer existiert bereits.'] } });
    const error = await failureOf(post('users/', {}));
    expect(error).toMatchObject({ code: 'not_accepted', status: 400, errors: { email: ['not_accepted'] } });
  });

  test('of a change to a record without an etag carries no If-Match', async () => {
    backend.answers.set('PATCH contacts/c1/', { body: { id: 'c1' } });
    await patch('contacts/c1/', { name: 'Ada' }, { ifMatch: '' });
    expect(backend.calls[0]?.headers['if-match']).toBeUndefined();
  });

  test('can be given up', async () => {
    backend.answers.set('GET users/', () => new Promise(() => undefined));
    const caller = new AbortController();
    const call = get('users/', undefined, { signal: caller.signal });
    setTimeout(() => caller.abort(), 50);
    const error = await call.catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ApiError);
  });

  test('fails at once where the deployment has no backend', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.useFakeTimers();
    serveSite({});
    const loading = loadConfig();
    await jest.advanceTimersByTimeAsync(3100);
    await loading;
    jest.useRealTimers();
    expect(await failureOf(get('users/'))).toMatchObject({ code: 'something_went_wrong', status: 0 });
  });
});

describe('trying again', () => {
  test('a read is tried three times in all while the server is not there', async () => {
    backend.answers.set('GET users/', { status: 503, body: {} });
    expect(await failureOf(get('users/'))).toMatchObject({ code: 'backend_unreachable' });
    expect(backend.calls).toHaveLength(3);
  });

  test('a read that fails once is answered', async () => {
    let calls = 0;
    backend.answers.set('GET users/', () => ((calls += 1) === 1 ? null : { body: { results: [] } }));
    await expect(get('users/')).resolves.toEqual({ count: 0, results: [] });
    expect(getDefaultStore().get(connectionAtom)).toBe('online');
  });

  test('an answer to a call from before the network loss does not end it; a later answer does', async () => {
    const stop = followConnection();
    const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    backend.answers.set('GET users/', () => {
      window.dispatchEvent(new Event('offline'));
      return { body: [] };
    });
    await get('users/');
    expect(getDefaultStore().get(connectionAtom)).toBe('offline');
    backend.answers.set('GET users/', { body: [] });
    await get('users/');
    expect(getDefaultStore().get(connectionAtom)).toBe('online');
    network.mockRestore();
    stop();
  });

  test.each([
    'unauthorized',
    'forbidden',
    'not_found',
    'invalid',
    'precondition_failed',
    'idempotency_conflict',
  ] as const)('a read answered %s is not tried again', async (code) => {
    backend.answers.set('GET users/', problem(code));
    await failureOf(get('users/'));
    expect(backend.calls).toHaveLength(1);
  });

  test('a write is sent once', async () => {
    backend.answers.set('POST users/', null);
    expect(await failureOf(post('users/', {}))).toMatchObject({ code: 'backend_unreachable', status: 0 });
    expect(backend.calls).toHaveLength(1);
    expect(getDefaultStore().get(connectionAtom)).toBe('unreachable');
  });

  test('a write with a key is sent again under the same key', async () => {
    let calls = 0;
    backend.answers.set('POST things/', () => ((calls += 1) === 1 ? null : { status: 201, body: { id: 'made' } }));
    await expect(post('things/', {}, { idempotencyKey: 'k1' })).resolves.toEqual({ id: 'made' });
    expect(backend.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', 'k1']);
  });
});

describe('a 401', () => {
  test('passes the refused token to the session', async () => {
    token = 'abc';
    backend.answers.set('GET users/', problem('unauthorized'));
    await failureOf(get('users/'));
    expect(refused.mock.calls).toEqual([['abc']]);
  });

  test('to a call that signs in is an answer of its own', async () => {
    token = 'abc';
    backend.answers.set('POST auth/login/', problem('bad_credentials', { status: 401 }));
    expect(await failureOf(post('auth/login/', {}, { signsIn: true }))).toMatchObject({ code: 'bad_credentials' });
    expect(refused).not.toHaveBeenCalled();
  });
});
