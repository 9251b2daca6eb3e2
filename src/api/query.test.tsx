import { afterAll, afterEach, beforeAll, beforeEach, expect, describe, test } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type FakeBackend, problem, startFakeBackend } from '../../tests/support/fakeBackend.ts';
import { serveSite } from '../../tests/support/renderApp.ts';
import { loadConfig } from './config.ts';
import { getDefaultStore } from 'jotai';
import { LiveReads, query, QueryProvider, useInvalidate, useMutation, useQueries, useQuery } from './query.ts';
import { post } from './http.ts';
import { isStreamOpenAtom } from './sharedEvents.ts';

type User = { id: number };

let backend: FakeBackend;
let cacheNumber = 0;

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
beforeEach(async () => {
  backend.reset();
  serveSite({ '/config.json': { BACKEND_URL: backend.url } });
  await loadConfig();
  cacheNumber += 1;
});

function Cache({ children }: { children: ReactNode }) {
  return <QueryProvider cacheNumber={cacheNumber}>{children}</QueryProvider>;
}

describe('a read', () => {
  test('is made once for everybody who asks the same', async () => {
    backend.answers.set('GET things/', { body: [{ id: 1 }] });
    const { result } = renderHook(
      () => [useQuery(query<User[]>('things/', { page: 1 })), useQuery(query<User[]>('things/', { page: 1 }))] as const,
      { wrapper: Cache },
    );
    await waitFor(() => expect(result.current[1].data).toEqual([{ id: 1 }]));
    expect(result.current[0].data).toEqual([{ id: 1 }]);
    expect(backend.calls).toHaveLength(1);
  });

  test('keeps its data while its parameters change', async () => {
    backend.answers.set('GET things/', ({ query: asked }) => ({ body: asked }));
    const { result, rerender } = renderHook(({ page }) => useQuery(query<string>('things/', { page })), {
      wrapper: Cache,
      initialProps: { page: 1 },
    });
    await waitFor(() => expect(result.current.data).toBe('?page=1'));
    rerender({ page: 2 });
    expect(result.current.data).toBe('?page=1');
    await waitFor(() => expect(result.current.data).toBe('?page=2'));
  });

  test('that fails returns its error and is not retried again', async () => {
    backend.answers.set('GET things/', problem('not_found'));
    const { result } = renderHook(() => useQuery(query<User[]>('things/')), { wrapper: Cache });
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'not_found' }));
    await new Promise((wait) => setTimeout(wait, 300));
    expect(backend.calls).toHaveLength(1);
  });

  test('of an earlier session is not seen by the next', async () => {
    backend.answers.set('GET things/', { body: [{ id: 1 }] });
    const { result, rerender } = renderHook(() => useQuery(query<User[]>('things/')), { wrapper: Cache });
    await waitFor(() => expect(result.current.data).toBeDefined());
    cacheNumber += 1;
    backend.answers.set('GET things/', { body: [{ id: 2 }] });
    rerender();
    expect(result.current.data).toBeUndefined();
    await waitFor(() => expect(result.current.data).toEqual([{ id: 2 }]));
  });
});

describe('a live read', () => {
  afterEach(() => getDefaultStore().set(isStreamOpenAtom, false));

  const Live = ({ children }: { children: ReactNode }) => (
    <Cache>
      <LiveReads path="things/" every={5}>
        {children}
      </LiveReads>
    </Cache>
  );

  test('polls while no stream announces changes, and stops while one does', async () => {
    backend.answers.set('GET things/', { body: 1 });
    const { result } = renderHook(() => useQuery(query<number>('things/')), { wrapper: Live });
    await waitFor(() => expect(backend.calls.length).toBeGreaterThan(3));
    act(() => getDefaultStore().set(isStreamOpenAtom, true));
    // What was under way.
    await act(() => result.current.retry());
    const before = backend.calls.length;
    for (let round = 0; round < 5; round += 1) await act(() => result.current.retry());
    expect(backend.calls).toHaveLength(before + 5);
  });

  test('goes on after a failure, unless the server refuses', async () => {
    backend.answers.set('GET things/', problem('something_went_wrong'));
    const { result } = renderHook(() => useQuery(query<number>('things/')), { wrapper: Live });
    await waitFor(() => expect(result.current.error).toBeDefined());
    backend.answers.set('GET things/', { body: 1 });
    await waitFor(() => expect(result.current.data).toBe(1));
    backend.answers.set('GET things/', problem('forbidden'));
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'forbidden' }));
    const before = backend.calls.length;
    await new Promise((wait) => setTimeout(wait, 300));
    expect(backend.calls).toHaveLength(before);
  });

  test('of several queries is refetched when one of them is', async () => {
    backend.answers.set('GET things/', { body: 1 });
    backend.answers.set('GET others/', { body: 1 });
    const { result } = renderHook(
      () => ({
        counts: useQueries([query<number>('things/'), query<number>('others/')]),
        invalidate: useInvalidate(),
      }),
      { wrapper: Cache },
    );
    await waitFor(() => expect(result.current.counts.data).toEqual([1, 1]));
    backend.answers.set('GET others/', { body: 2 });
    await act(() => result.current.invalidate('others/'));
    await waitFor(() => expect(result.current.counts.data).toEqual([1, 2]));
  });
});

describe('a write', () => {
  // R37
  test('refetches the reads under its prefixes, and no others', async () => {
    let made = 0;
    backend.answers.set('GET things/', () => ({ body: made }));
    backend.answers.set('GET others/', { body: 'v' });
    backend.answers.set('POST things/', () => ({ status: 201, body: (made += 1) }));
    const { result } = renderHook(
      () => ({
        users: useQuery(query<number>('things/', { page: 1 })),
        versions: useQuery(query<string>('others/')),
        create: useMutation((body: User) => post<number>('things/', body), ['things/']),
      }),
      { wrapper: Cache },
    );
    await waitFor(() => expect(result.current.versions.data).toBe('v'));
    await act(() => result.current.create.run({ id: 1 }));
    await waitFor(() => expect(result.current.users.data).toBe(1));
    expect(backend.callsTo('others/')).toHaveLength(1);
  });

  test('is not sent twice while it is under way', async () => {
    backend.answers.set('POST things/', { status: 201, body: 1 });
    const { result } = renderHook(() => useMutation((body: User) => post<number>('things/', body), ['things/']), {
      wrapper: Cache,
    });
    await act(() => Promise.all([result.current.run({ id: 1 }), result.current.run({ id: 1 })]));
    expect(backend.calls).toHaveLength(1);
    expect(result.current.isRunning).toBe(false);
  });
});
