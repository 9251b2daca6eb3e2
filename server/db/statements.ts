import { createHash } from 'node:crypto';
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

/**
 * Lets a connection prepare the reads that are made again and again: to plan one takes longer than to carry it out.
 *
 * The promise of an answer is made here and not by `pg`: it sets the callback as a property, which V8 takes for a method and puts where only a full
 * collection of garbage looks, and with it stays every answer until then (docs/decisions/225). From here on the connection takes a text and
 * values, as Kysely asks it, and no callback.
 * @param patience how long a statement may go without an answer, in milliseconds; null: for ever
 * @param onSilence what is done with a connection that does not answer in that time; it has to fail the statement
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
