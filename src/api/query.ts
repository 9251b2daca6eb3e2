import { useAtomValue } from 'jotai';
import { createContext, createElement, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import useSWR, { type Middleware, SWRConfig, unstable_serialize, useSWRConfig } from 'swr';
import type { Change } from '../../contract/events.ts';
import { get, type Params } from './http.ts';
import { isVersioned, nextTurn, turnOfOwn } from './ownWrites.ts';
import { ApiError } from './problem.ts';
import { isStreamOpenAtom } from './sharedEvents.ts';

declare const answer: unique symbol;

/** A read as a value: path and parameters. It is the cache key, and its type carries the type of the answer. */
export type Query<Answer> = readonly [path: string, params?: Params] & { readonly [answer]?: Answer };

/** Describes a read of `path` (relative to BACKEND_URL, ends in `/`). */
export function query<Answer>(path: string, params?: Params): Query<Answer> {
  return params ? [path, params] : [path];
}

/** The cache of one session. Another `cacheNumber` starts an empty one, so that nobody sees another person's data. */
export function QueryProvider({ cacheNumber, children }: { cacheNumber: number; children: ReactNode }) {
  return createElement(
    SWRConfig,
    {
      key: cacheNumber,
      value: {
        provider: () => new Map(),
        keepPreviousData: true,
        // The transport has retried already.
        shouldRetryOnError: false,
      },
    },
    children,
  );
}

/** When each cached read began, on the count of `nextTurn`, by its serialised key. */
const beganAt = new Map<string, number>();

const noteBegin = (key: readonly unknown[]) => void beganAt.set(unstable_serialize(key), nextTurn());

/**
 * Reads a query through the session's cache; null reads nothing. `data` is undefined until the first answer and stays while
 * parameters change, unless `keepPreviousData` is false; `error` is an `ApiError`; `retry` reads again.
 */
export function useQuery<Answer>(read: Query<Answer> | null, { keepPreviousData = true } = {}) {
  const { data, error, isLoading, isValidating, mutate } = useSWR<Answer, unknown, Query<Answer> | null>(
    read,
    (key) => {
      noteBegin(key);
      const [path, params] = key;
      return get<Answer>(path, params);
    },
    { keepPreviousData },
  );
  const retry = useCallback(() => mutate(), [mutate]);
  return { data, error, isLoading, isValidating, retry };
}

/** How many of several reads run at the same time. */
const atOnce = 4;

/** Whether the server has refused a call, so that the same call later has no better chance. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status);

/** The answers of several reads; `hasFailed` if one of them is of a former read, because this one brought none. */
type Several<Answer> = { answers: Answer[]; hasFailed: boolean };

async function readEach<Answer>(
  reads: readonly Query<Answer>[],
  known: readonly Answer[] | undefined,
  orElse?: Answer,
): Promise<Several<Answer>> {
  const answers: Answer[] = [];
  let hasFailed = false;
  const waiting = reads.entries();
  const work = async () => {
    for (const [at, [path, params]] of waiting) {
      try {
        answers[at] = await get<Answer>(path, params);
      } catch (error) {
        if (orElse === undefined) throw error;
        answers[at] = isRefused(error) ? orElse : (known?.[at] ?? orElse);
        hasFailed ||= !isRefused(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { answers, hasFailed };
}

/**
 * Reads several queries as one: `data` has their answers in the order of `reads` once all have arrived. A read that fails fails all
 * of them; with `orElse`, it keeps its last answer and `hasFailed` is true. `orElse` counts before the first answer, and where the
 * server refuses.
 */
export function useQueries<Answer>(reads: readonly Query<Answer>[], orElse?: Answer) {
  const [first] = reads;
  const { cache } = useSWRConfig();
  const { data, error, isValidating, mutate } = useSWR<
    Several<Answer>,
    unknown,
    readonly [path: string, reads: readonly Query<Answer>[]] | null
  >(
    first ? [first[0], reads] : null,
    (key) => {
      noteBegin(key);
      const known = cache.get(unstable_serialize(key))?.data as Several<Answer> | undefined;
      return readEach(key[1], known?.answers, orElse);
    },
    { keepPreviousData: false },
  );
  const retry = useCallback(() => mutate(), [mutate]);
  return { data: data?.answers, hasFailed: data?.hasFailed ?? false, error, isValidating, retry };
}

/** When a read below the nearest `LiveReads` was last answered, in milliseconds since 1970; null before. */
const AnsweredAt = createContext<number | null>(null);

/** When the data of the surrounding `LiveReads` was last read, in milliseconds since 1970; null before. */
export function useAnsweredAt(): number | null {
  return use(AnsweredAt);
}

type LiveReadsProps = {
  path: string;
  /** How often, in milliseconds. */
  every: number;
  /** For reads whose changes are not announced: polls also while a stream of changes is open. */
  isUnannounced?: boolean;
  /** For reads that are seen while the page is hidden, such as those of its title. */
  isSeenHidden?: boolean;
  children: ReactNode;
};

/**
 * Polls the reads below whose path begins with `path`, also after a failure; not while a stream announces changes, the page is
 * hidden, or the browser offline.
 */
export function LiveReads({
  path,
  every: asked,
  isUnannounced = false,
  isSeenHidden = false,
  children,
}: LiveReadsProps) {
  const [answeredAt, setAnsweredAt] = useState<number | null>(null);
  const isAnnounced = useAtomValue(isStreamOpenAtom) && !isUnannounced;
  const every = isAnnounced ? 0 : asked;
  const value = useMemo(() => {
    const useLive: Middleware = (useNext) => (key, fetcher, config) =>
      useNext(
        key,
        fetcher,
        Array.isArray(key) && String(key[0]).startsWith(path)
          ? {
              ...config,
              refreshInterval: every,
              refreshWhenHidden: isSeenHidden,
              onSuccess: () => setAnsweredAt(Date.now()),
              // A failure ends the polls of SWR.
              shouldRetryOnError: (error: unknown) => every > 0 && !isRefused(error),
              onErrorRetry: (_error, _key, _config, again, options) =>
                void setTimeout(() => void again(options), every),
            }
          : config,
      );
    return { use: [useLive] };
  }, [path, every, isSeenHidden]);
  return createElement(SWRConfig, { value }, createElement(AnsweredAt, { value: answeredAt }, children));
}

/** Whether a cache key is one of several reads (`useQueries`). */
const isOfSeveral = (key: unknown): key is readonly [string, readonly Query<unknown>[]] =>
  Array.isArray(key) && Array.isArray(key[1]);

/** Whether a cache key is a read below one of the prefixes, or has one. */
function isBelow(key: unknown, prefixes: readonly string[]): boolean {
  if (!Array.isArray(key)) return false;
  const paths = isOfSeveral(key) ? key[1].map(([path]) => path) : [String(key[0])];
  return paths.some((path) => prefixes.some((prefix) => path.startsWith(prefix)));
}

/** Marks every read whose path starts with one of the prefixes as stale, and refetches those on screen. */
export function useInvalidate(): (...prefixes: string[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (...prefixes) => {
      await mutate((key) => isBelow(key, prefixes));
    },
    [mutate],
  );
}

/** As `useInvalidate`, but only for reads of several queries, such as the counts of alerts. */
export function useInvalidateSeveral(): (...prefixes: string[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (...prefixes) => {
      await mutate((key) => isOfSeveral(key) && isBelow(key, prefixes));
    },
    [mutate],
  );
}

/** A change of records, and the reads that it makes stale, as prefixes of their paths. */
export type Announced = Pick<Change, 'id' | 'etag'> & { prefixes: readonly string[] };

/** Refetches the reads on screen that announced changes made stale, unless they have the change already. */
export function useReadAnnounced(): (changes: readonly Announced[]) => Promise<void> {
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    async (changes) => {
      await mutate((key) => {
        const serialised = unstable_serialize(key);
        const known = cache.get(serialised);
        const data: unknown = known?.data;
        const has = ({ id, etag }: Announced) =>
          known?.error === undefined &&
          ((isVersioned(data) && data.id === id && data.etag === etag) ||
            (beganAt.get(serialised) ?? 0) > (turnOfOwn(id, etag) ?? Infinity));
        return changes.some((change) => isBelow(key, change.prefixes) && !has(change));
      });
    },
    [cache, mutate],
  );
}

/**
 * After a write: keeps its answer as that of `read`, and refetches the other reads under the prefixes. An answer without a version may
 * be incomplete, so `read` is refetched, too.
 */
export function useSaved(): <Answer>(read: Query<Answer>, answer: Answer, ...prefixes: string[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async <Answer>(read: Query<Answer>, record: Answer, ...prefixes: string[]) => {
      const stored = isVersioned(record) ? unstable_serialize(read) : null;
      if (stored !== null) await mutate(read, record, { revalidate: false });
      await mutate((key) => isBelow(key, prefixes) && unstable_serialize(key) !== stored);
    },
    [mutate],
  );
}

/** Changes the cached data of every read whose path starts with a prefix, before the next response of the server. */
export function useAmend(): <Answer>(prefix: string, change: (known: Answer) => Answer) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async <Answer>(prefix: string, change: (known: Answer) => Answer) => {
      await mutate<Answer>(
        (key) => Array.isArray(key) && String(key[0]).startsWith(prefix),
        (known) => (known === undefined ? known : change(known)),
        { revalidate: false },
      );
    },
    [mutate],
  );
}

/**
 * A write: `run` sends it and then invalidates the reads under `invalidates` (path prefixes), but keeps the answer as that of
 * `read`. Calls of `run` during a write are ignored. Rejects with the write's `ApiError`.
 */
export function useMutation<Input, Answer>(
  send: (input: Input) => Promise<Answer>,
  invalidates: string[],
  read?: Query<Answer>,
) {
  const invalidate = useInvalidate();
  const saved = useSaved();
  const [isRunning, setRunning] = useState(false);
  // State alone would not stop a second click before the next render.
  const running = useRef(false);
  const run = async (input: Input): Promise<Answer | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setRunning(true);
    try {
      const answered = await send(input);
      if (read) await saved(read, answered, ...invalidates);
      else await invalidate(...invalidates);
      return answered;
    } finally {
      running.current = false;
      setRunning(false);
    }
  };
  return { run, isRunning };
}
