import { sql } from 'kysely';
import type { BulkResults } from '../../contract/collection.ts';
import { ApiProblem } from '../problem.ts';
import type { Trx } from './write.ts';

/**
 * Does one act on many records in one transaction, with a result for each: an act that a rule refuses is rolled back
 * alone and gets a code; any other error fails the whole call. Records are locked in the order of their ids, which
 * prevents deadlocks; results are in the order of the call.
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
