import { sql } from 'kysely';
import { ApiProblem } from '../problem.ts';
import type { Trx } from './write.ts';

/** The lists whose rows have places that people give them (migration 007). */
type Placed = 'sliders' | 'closure_categories';

/**
 * Lets one transaction at a time change the places of a list. Ask for it before any row is locked: the database asks for it as
 * well, when a row comes or goes.
 */
export async function lockPlaces(trx: Trx, list: Placed): Promise<void> {
  await sql`select lock_places(${list})`.execute(trx);
}

/**
 * Gives the rows of a list the order of their ids. Needs `lockPlaces`.
 * @param options.there the ids of all rows that have places in it
 * @throws ApiProblem conflict when they are not the same: somebody has added or deleted one meanwhile.
 */
export async function reorder(
  trx: Trx,
  list: Placed,
  { ids, there }: { ids: readonly string[]; there: readonly string[] },
): Promise<void> {
  const known = new Set(there);
  if (ids.length !== known.size || !ids.every((id) => known.has(id))) throw new ApiProblem('conflict');
  const places = JSON.stringify(ids.map((id, index) => ({ id, place: index + 1 })));
  await sql`update ${sql.table(list)} set position = places.place
    from jsonb_to_recordset(${places}::jsonb) as places (id text, place integer)
    where ${sql.table(list)}.id = places.id and position <> places.place`.execute(trx);
}
