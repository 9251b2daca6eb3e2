import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { currentCall } from '../callContext.ts';
import { commentOf } from './comments.ts';

/** Maximum number of prepared statements: each connection keeps the plans of all that it has run. */
const maxPrepared = 300;

/** Number of runs before a statement is prepared. */
const minRuns = 3;

const runCounts = new Map<string, number>();
const names = new Map<string, string>();

/**
 * The name of the prepared statement, or null. Only frequent statements are prepared; never `*`, as a migration changes
 * its columns and PostgreSQL would refuse the cached plan.
 */
function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= maxPrepared || !/^\s*(select|with)\b/i.test(text) || /(select|\.)\s*\*|"\.\*/i.test(text))
    return null;
  const times = (runCounts.get(text) ?? 0) + 1;
  if (runCounts.size > 10 * maxPrepared) runCounts.clear();
  runCounts.set(text, times);
  if (times < minRuns) return null;
  runCounts.delete(text);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/**
 * From this duration on, in milliseconds, a statement is not worth preparing: unlike a prepared one, it can name the call
 * that waits for it.
 */
const slow = 200;

/** Runs a statement unprepared until it was quick for some runs in a row. */
function noteSlow(text: string): void {
  names.delete(text);
  runCounts.delete(text);
}

/** How to handle a database that does not respond. */
type Patience = {
  /** Timeout of a statement, in milliseconds; null: none. */
  limit: number | null;
  /** Closes a connection that timed out, so that its statement fails. */
  cut: (client: pg.PoolClient) => void;
};

/**
 * A connection that prepares frequent reads. Without, a list costs 30 to 69 % more of the server's processor time, and the
 * database plans each statement (docs/decisions/147).
 */
class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #patience: Patience;

  constructor(client: pg.PoolClient, patience: Patience) {
    this.#client = client;
    this.#patience = patience;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    text: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new Error('Cursors are not supported: read large tables in pages.');
    return this.#execute<Row>(text, [...values]);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  async #execute<Row>(text: string, values: unknown[]): Promise<PostgresQueryResult<Row>> {
    const name = nameOf(text);
    const { limit, cut } = this.#patience;
    const timer = limit === null ? undefined : setTimeout(() => cut(this.#client), limit);
    const call = currentCall();
    const started = performance.now();
    try {
      const result =
        name === null
          ? await this.#client.query({ text: call ? commentOf(call) + text : text, values })
          : await this.#client.query({ text, values, name });
      return result as PostgresQueryResult<Row>;
    } finally {
      clearTimeout(timer);
      if (performance.now() - started >= slow) noteSlow(text);
    }
  }
}

/** A pool for Kysely that prepares frequent reads and closes connections that do not respond. */
export function preparingPool(pool: pg.Pool, patience: Patience): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PreparingClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? new PreparingClient(client, patience);
      clients.set(client, known);
      return known;
    },
  };
}
