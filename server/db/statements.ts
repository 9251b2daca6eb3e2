import { createHash } from 'node:crypto';
import type pg from 'pg';

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
 * Lets a connection prepare frequent reads, which take longer to plan than to run.
 *
 * This function creates the promise instead of `pg`: `pg` stores the callback as a property, which V8 allocates in old
 * space, so that every result lives until a full garbage collection (docs/decisions/225). From here on the connection
 * takes a text and values, as Kysely calls it, and no callback.
 * @param patience timeout of a statement, in milliseconds; null: none
 * @param onSilence called on a timeout; it has to fail the statement
 */
export function prepareReads(client: pg.ClientBase, patience: number | null, onSilence: () => void): void {
  const plain = client.query.bind(client);
  const asPromise = (text: string, values?: unknown[]): Promise<pg.QueryResult> =>
    new Promise((resolve, reject) => {
      const name = values ? nameOf(text) : null;
      const late = patience === null ? undefined : setTimeout(onSilence, patience);
      plain({ text, ...(values && { values }), ...(name !== null && { name }) }, (error, answer) => {
        clearTimeout(late);
        if (error) reject(error);
        else resolve(answer);
      });
    });
  client.query = asPromise as typeof client.query;
}
