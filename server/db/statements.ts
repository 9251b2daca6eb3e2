import { createHash } from 'node:crypto';
import { sql, type PostgresCursor, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { currentCall } from '../callContext.ts';
import { commentOf } from './comments.ts';
import type { Replica } from './replica.ts';

/** Maximum number of prepared statements: each connection keeps the plans of all that it has run. */
const maxPrepared = 300;

/** Number of runs before a statement is prepared. */
const minRuns = 3;

const unprepared = '/* planned for its values */';

/**
 * Marks a read that is never prepared; it follows the word `select`, as with `modifyFront`. PostgreSQL plans prepared reads for unknown values:
 * a month of 500 interpreters then takes 70 ms instead of 42, and the working time of 25 interpreters 22 ms instead of 6.
 */
export const planForValues = sql.raw<never>(unprepared);

/**
 * From this duration on, in milliseconds, a statement is not worth preparing: unlike a prepared one, it can name the call
 * that waits for it.
 */
const slow = 200;

/** The prepared statements of a database. */
class PreparedStatements {
  readonly #runCounts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /**
   * The name of the prepared statement, or null. Only frequent statements are prepared; never `*`, as a migration changes
   * its columns and PostgreSQL would refuse the cached plan.
   */
  nameOf(text: string): string | null {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (
      text.includes(unprepared) ||
      this.#names.size >= maxPrepared ||
      !/^\s*(select|with)\b/i.test(text) ||
      /(select|\.)\s*\*|"\.\*/i.test(text)
    )
      return null;
    const times = (this.#runCounts.get(text) ?? 0) + 1;
    if (this.#runCounts.size > 10 * maxPrepared) this.#runCounts.clear();
    this.#runCounts.set(text, times);
    if (times < minRuns) return null;
    this.#runCounts.delete(text);
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    this.#names.set(text, name);
    return name;
  }

  /** Runs a statement unprepared until it was quick for some runs in a row. */
  noteSlow(text: string): void {
    this.#names.delete(text);
    this.#runCounts.delete(text);
  }
}

/** How to use connections, also of a database that does not respond. */
type ConnectionUse = {
  /** Timeout of a statement, in milliseconds; null: none. */
  limit: number | null;
  /** Whether frequent reads are prepared under a name; a pooler may give the next statement another connection. */
  namesStatements: boolean;
  /** Closes a connection that timed out, so that its statement fails. */
  cut: (client: pg.PoolClient) => void;
};

/**
 * A connection that prepares frequent reads. Without, a list costs 30 to 69 % more of the server's processor time, and the
 * database plans each statement (decision 147).
 */
class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #connectionUse: ConnectionUse;
  readonly #prepared: PreparedStatements;

  constructor(client: pg.PoolClient, connectionUse: ConnectionUse, prepared: PreparedStatements) {
    this.#client = client;
    this.#connectionUse = connectionUse;
    this.#prepared = prepared;
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
    const { limit, cut, namesStatements } = this.#connectionUse;
    const name = namesStatements ? this.#prepared.nameOf(text) : null;
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
      if (performance.now() - started >= slow) this.#prepared.noteSlow(text);
    }
  }
}

const isRead = /^\s*(select|with|start transaction read only)\b/i;
const locks = /\bfor (no key update|update|key share|share)\b/i;

/** The connection was lost, or the server ended it: SQLSTATE classes 08 and 57P, and network error codes. */
const lost = /^(08...|57P..|ECONNREFUSED|ECONNRESET|EPIPE)$/;

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    lost.test('code' in error ? String(error.code) : '') || /Connection terminated|is not queryable/.test(error.message)
  );
}

/** SQLSTATE `query_canceled`: the statement takes too long anywhere. */
const isCancelled = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014';

/** A read that has failed later than this is not repeated: the caller has waited long enough. In milliseconds. */
const slowestRepeated = 2_000;

type Connect = () => Promise<PreparingClient>;

/**
 * A connection that is chosen by its first statement: a read of a call that may use the replica goes there, and to the
 * primary if it fails. A read of a `GET` whose connection is lost, as in a failover, runs once more.
 */
class ChosenClient implements PostgresPoolClient {
  readonly #primary: Connect;
  readonly #replica: { connect: Connect; noteFailure: () => void } | null;
  #client: PreparingClient | null = null;

  constructor(primary: Connect, replica: { connect: Connect; noteFailure: () => void } | null) {
    this.#primary = primary;
    this.#replica = replica;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    text: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new Error('Cursors are not supported: read large tables in pages.');
    return this.#client ? this.#client.query<Row>(text, values) : this.#first<Row>(text, values);
  }

  release(destroy?: boolean): void {
    this.#client?.release(destroy);
    this.#client = null;
  }

  async #on<Row>(connect: Connect, text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    this.#client = await connect();
    return this.#client.query<Row>(text, values);
  }

  async #first<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const call = currentCall();
    const mayRepeat = isRead.test(text) && !locks.test(text);
    if (this.#replica && call?.mayUseReplica && mayRepeat)
      try {
        return await this.#on<Row>(this.#replica.connect, text, values);
      } catch (error) {
        if (isCancelled(error)) throw error;
        if (isLost(error)) this.#replica.noteFailure();
        this.release(true);
      }
    const began = performance.now();
    try {
      return await this.#on<Row>(this.#primary, text, values);
    } catch (error) {
      const isQuick = performance.now() - began < slowestRepeated;
      if (!mayRepeat || !isQuick || !call?.route.startsWith('GET ') || !isLost(error)) throw error;
      this.release(true);
      return this.#on<Row>(this.#primary, text, values);
    }
  }
}

/** A pool for Kysely that prepares frequent reads, closes connections that do not respond, and may read from a replica. */
export function preparingPool(pool: pg.Pool, replica: Replica | null, connectionUse: ConnectionUse): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PreparingClient>();
  const prepared = new PreparedStatements();
  const connectTo = (to: pg.Pool) => async () => {
    const client = await to.connect();
    const known = clients.get(client) ?? new PreparingClient(client, connectionUse, prepared);
    clients.set(client, known);
    return known;
  };
  const primary = connectTo(pool);
  const other = replica && { connect: connectTo(replica.pool), noteFailure: replica.noteFailure };
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => new ChosenClient(primary, other),
  };
}
