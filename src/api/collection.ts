import type { BulkResults } from '../../contract/collection.ts';
import type { CoverageDecision } from '../../contract/coverage.ts';
import { type Params, patch, post, remove } from './http.ts';
import { ApiError } from './problem.ts';
import { type Query, query } from './query.ts';

/** One page of a list; `count` is the number of records on all pages. */
export type Page<Item> = { count: number; results: Item[] };

/** The calls that every collection has. */
export type Collection<Item, New, Changes> = {
  /** Relative to BACKEND_URL; invalidating it invalidates all reads of the collection. */
  path: string;
  list: (params?: Params) => Query<Page<Item>>;
  one: (id: string) => Query<Item>;
  create: (body: New, idempotencyKey: string) => Promise<Item>;
  /** Changes the record if `etag` is still its version; otherwise 412. */
  update: (id: string, etag: string, changes: Changes) => Promise<Item>;
  remove: (id: string) => Promise<void>;
  /** Deletes records; one result per id. `decisions` (for people): how to handle each of their reservations. */
  removeAll: (ids: string[], decisions?: CoverageDecision[]) => Promise<BulkResult[]>;
};

/** The calls of the collection at `path` (ends in `/`). They throw `ApiError`. */
export function collection<Item, New, Changes>(path: string): Collection<Item, New, Changes> {
  const at = (id: string) => `${path}${encodeURIComponent(id)}/`;
  return {
    path,
    list: (params) => query(path, params),
    one: (id) => query(at(id)),
    create: (body, idempotencyKey) => post(path, body, { idempotencyKey }),
    update: (id, etag, changes) => patch(at(id), changes, { ifMatch: etag }),
    remove: (id) => remove(at(id)),
    removeAll: (ids) => oneByOne(ids, (id) => remove(at(id))),
  };
}

/** The result of a bulk action for one record; `error` has the values of its message, if it is known. */
export type BulkResult = BulkResults['results'][number] & { error?: ApiError };

/** For acts without a bulk route: one call after the other; a failure becomes a result and does not stop the rest. */
export async function oneByOne(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const id of ids) {
    try {
      await act(id);
      results.push({ id, done: true, code: null });
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError('something_went_wrong');
      results.push({ id, done: false, code: error.code, error });
    }
  }
  return results;
}
