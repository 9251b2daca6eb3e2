import { sql, type Kysely } from 'kysely';
import type { videoCategoryOrderings, VideoCategoriesQuery } from '../../../contract/videos.ts';
import { type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

const orderings: Orderings<(typeof videoCategoryOrderings)[number]> = {
  name: [sql`lower(name)`],
  created: [sql`created`],
};

function selectCategories(db: Db) {
  return db
    .selectFrom('video_categories')
    .select([
      'id',
      'version',
      'name',
      'created',
      sql<number>`(select count(*)::int from videos where videos.category_id = video_categories.id)`.as('videos'),
    ]);
}

/** One page of the categories. */
export function listCategories(db: Db, { search, ...query }: VideoCategoriesQuery) {
  const found = searchIn(search, [sql`name`]);
  const categories = selectCategories(db);
  return pageOf(db, found ? categories.where(found) : categories, query, {
    orderings,
    fallback: 'name',
    tiebreak: sql`id`,
  });
}

/** A category by id. */
export function findCategory(db: Db, id: string) {
  return selectCategories(db).where('id', '=', id).executeTakeFirst();
}

/** A category by id, which nobody else changes until the transaction ends. */
export function lockCategory(trx: Db, id: string) {
  return selectCategories(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Adds a category. */
export async function insertCategory(trx: Db, category: { id: string; name: string; created: Date }): Promise<void> {
  await trx.insertInto('video_categories').values(category).execute();
}

/** Gives a category another name. */
export async function renameCategory(trx: Db, id: string, name: string): Promise<void> {
  await trx.updateTable('video_categories').set({ name }).where('id', '=', id).execute();
}

/** Deletes a category. Its videos stay, without one. */
export async function deleteCategory(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('video_categories').where('id', '=', id).execute();
}
