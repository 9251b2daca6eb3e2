import { sql } from 'kysely';
import type { BulkResults } from '../../contract/collection.ts';
import { ApiProblem } from '../problem.ts';
import type { Trx } from './write.ts';

/**
 * Does one act to many records within one transaction, with a result for each: what the rules refuse is taken back alone
 * and says why, anything else fails the whole call. Records are taken in the order of their ids, so that two calls cannot
 * wait for each other; results stand in the order of the call.
 */
export async function eachOf(
  trx: Trx,
  ids: readonly string[],
  act: (id: string) => Promise<void>,
): Promise<BulkResults> {
  const codes = new Map<string, string | null>();
  for (const id of ids.toSorted()) {
    await sql`savepoint one`.execute(trx);
    try {
      await act(id);
      codes.set(id, null);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      await sql`rollback to savepoint one`.execute(trx);
      codes.set(id, error.code);
    }
    await sql`release savepoint one`.execute(trx);
  }
  return {
    results: ids.map((id) => {
      const code = codes.get(id) ?? null;
      return { id, done: code === null, code };
    }),
  };
}
