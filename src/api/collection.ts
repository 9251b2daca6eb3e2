import type { BulkResults } from '../../contract/collection.ts';
import type { CoverageDecision } from '../../contract/coverage.ts';
import { type Params, patch, post, remove } from './http.ts';
import { ApiError } from './problem.ts';
import { type Query, query } from './query.ts';

/** A page of a list as it is answered: how many records match, and those of the page. */
export type Page<Item> = { count: number; results: Item[] };

/** What one does with the records of a collection, the same for every collection (decision 090). */
export type Collection<Item, New, Changes> = {
  /** Relative to BACKEND_URL; what invalidates its reads. */
  path: string;
  list: (params?: Params) => Query<Page<Item>>;
  one: (id: string) => Query<Item>;
  create: (body: New, idempotencyKey: string) => Promise<Item>;
  /** Changes the record as it was at `etag`; 412 when it has changed since. */
  update: (id: string, etag: string, changes: Changes) => Promise<Item>;
  remove: (id: string) => Promise<void>;
  /** Deletes each that may be deleted; one result per id. `decisions`: for people, what becomes of their reservations. */
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

/** What became of each record of a bulk act. */
export type BulkResult = BulkResults['results'][number];

/** For collections without a bulk act of their own: one after the other, and each failure is a result, not an end. */
async function oneByOne(ids: string[], act: (id: string) => Promise<void>): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const id of ids) {
    const failed = await act(id).then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error.code : 'something_went_wrong'),
    );
    results.push({ id, done: failed === null, code: failed });
  }
  return results;
}
