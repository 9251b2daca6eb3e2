import { sql } from 'kysely';
import { ApiProblem } from '../problem.ts';
import type { Trx } from './write.ts';

/** The lists with positions set by users (`007_master_data.sql`). */
type OrderedList = 'sliders' | 'closure_categories';

/**
 * Serialises changes to the positions of a list. Call it before any row is locked: the database takes the same lock
 * when a row is inserted or deleted.
 */
export async function lockPositions(trx: Trx, list: OrderedList): Promise<void> {
  await sql`select lock_places(${list})`.execute(trx);
}

/**
 * Orders the rows of a list by the given ids. Needs `lockPositions`.
 * @param options.there the ids of all rows of the list
 * @throws ApiProblem conflict if the ids differ: a row was added or deleted meanwhile.
 */
export async function reorder(
  trx: Trx,
  list: OrderedList,
  { ids, there }: { ids: readonly string[]; there: readonly string[] },
): Promise<void> {
  const known = new Set(there);
  if (ids.length !== known.size || !ids.every((id) => known.has(id))) throw new ApiProblem('conflict');
  const places = JSON.stringify(ids.map((id, index) => ({ id, place: index + 1 })));
  await sql`update ${sql.table(list)} set position = places.place
    from jsonb_to_recordset(${places}::jsonb) as places (id text, place integer)
    where ${sql.table(list)}.id = places.id and position <> places.place`.execute(trx);
}
