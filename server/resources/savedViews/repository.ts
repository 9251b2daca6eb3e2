import { sql, type Insertable, type Updateable } from 'kysely';
import { type savedViewOrderings, savedViewsMax, type SavedViewsQuery } from '../../../contract/savedViews.ts';
import { alphabetically, type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { ApiProblem } from '../../problem.ts';

const orderings: Orderings<(typeof savedViewOrderings)[number]> = {
  name: [alphabetically(sql`name`)],
  created: [sql`created`],
};

/** The views of one person. */
function viewsOf(db: Db, person: string) {
  return db
    .selectFrom('saved_views')
    .where('person_id', '=', person)
    .select(['id', 'version', 'screen', 'name', 'address', 'created']);
}

/** One page of a person's views. */
export function listViews(db: Db, person: string, { search, screen, ...query }: SavedViewsQuery) {
  const found = searchIn(search, [sql`name`]);
  let views = viewsOf(db, person);
  if (screen !== undefined) views = views.where('screen', '=', screen);
  if (found) views = views.where(found);
  return pageOf(db, views, query, { orderings, fallback: 'name', tiebreak: sql`id` });
}

/** One of a person's views. */
export function findView(db: Db, person: string, id: string) {
  return viewsOf(db, person).where('id', '=', id).executeTakeFirst();
}

/** One of a person's views, locked until the transaction ends. */
export function lockView(trx: Db, person: string, id: string) {
  return viewsOf(trx, person).where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Adds a view. Concurrent calls of one person are serialised, so that they cannot exceed the limit.
 * @throws ApiProblem too_many_views
 */
export async function insertView(trx: Db, view: Insertable<Tables['saved_views']>): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', view.person_id).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('saved_views')
    .where('person_id', '=', view.person_id)
    .where('screen', '=', view.screen)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  if (count >= savedViewsMax) throw new ApiProblem('too_many_views');
  await trx.insertInto('saved_views').values(view).execute();
}

/** Updates a view; without changes it does nothing. */
export async function updateView(trx: Db, id: string, changes: Updateable<Tables['saved_views']>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('saved_views').set(changes).where('id', '=', id).execute();
}

/** Deletes a view. */
export async function deleteView(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('saved_views').where('id', '=', id).execute();
}
