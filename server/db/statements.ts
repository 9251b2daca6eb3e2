import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** How many statements may have names: each connection keeps the plans of all that it has seen. */
const most = 300;

/** How often a statement is asked for before it gets a name. */
const usual = 3;

const asked = new Map<string, number>();
const names = new Map<string, string>();

/**
 * The name that a statement is prepared under, or null. Only what is asked for again and again has one; `*` never, as its columns
 * change with a migration, and the plan of before would be refused.
 */
function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= most || !/^\s*(select|with)\b/i.test(text) || /(select|\.)\s*\*|"\.\*/i.test(text)) return null;
  const times = (asked.get(text) ?? 0) + 1;
  if (asked.size > 10 * most) asked.clear();
  asked.set(text, times);
  if (times < usual) return null;
  asked.delete(text);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/** What is done about a database that does not answer. */
type Patience = {
  /** Milliseconds that a statement may wait for its answer; null: no limit. */
  limit: number | null;
  /** Ends a connection that did not answer in that time, so that its statement fails. */
  cut: (client: pg.PoolClient) => void;
};

/** A connection that prepares frequent reads: planning one takes longer than executing it. */
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

  /** The promise is made here, because the one of `pg` keeps answers in memory longer (docs/decisions/225). */
  #execute<Row>(text: string, values: unknown[]): Promise<PostgresQueryResult<Row>> {
    return new Promise((resolve, reject) => {
      const name = nameOf(text);
      const { limit, cut } = this.#patience;
      const timer = limit === null ? undefined : setTimeout(() => cut(this.#client), limit);
      this.#client.query({ text, values, ...(name !== null && { name }) }, (error, answer) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(answer as PostgresQueryResult<Row>);
      });
    });
  }
}

/** A pool for Kysely that prepares frequent reads and ends connections that do not answer. */
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
