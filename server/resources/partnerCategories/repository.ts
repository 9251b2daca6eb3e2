import { sql, type Kysely } from 'kysely';
import type { partnerCategoryOrderings, PartnerCategoriesQuery } from '../../../contract/partnerCategories.ts';
import { listOf, type Orderings, searchIn } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

const orderings: Orderings<(typeof partnerCategoryOrderings)[number]> = {
  name: [sql`lower(name)`],
  created: [sql`created`],
};

function selectCategories(db: Db) {
  return db
    .selectFrom('partner_categories')
    .select([
      'id',
      'version',
      'name',
      'created',
      sql<number>`(select count(*)::int from partners where partners.category_id = partner_categories.id)`.as(
        'partners',
      ),
    ]);
}

/** One page of the categories. */
export const listCategories = listOf(
  (db, { query: { search } }: { query: PartnerCategoriesQuery }) => {
    const found = searchIn(search, [sql`name`]);
    const categories = selectCategories(db);
    return found ? categories.where(found) : categories;
  },
  { orderings, fallback: 'name', tiebreak: sql`id` },
);

/** A category by id. */
export function findCategory(db: Db, id: string) {
  return selectCategories(db).where('id', '=', id).executeTakeFirst();
}

/**
 * A category by id, which nobody else changes and no partner is put into until the transaction ends. The partners are
 * counted as they were before anybody was waited for: read them again.
 */
export function lockCategory(trx: Db, id: string) {
  return selectCategories(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Adds a category. */
export async function insertCategory(trx: Db, category: { id: string; name: string; created: Date }): Promise<void> {
  await trx.insertInto('partner_categories').values(category).execute();
}

/** Gives a category another name. */
export async function renameCategory(trx: Db, id: string, name: string): Promise<void> {
  await trx.updateTable('partner_categories').set({ name }).where('id', '=', id).execute();
}

/** Deletes a category. */
export async function deleteCategory(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('partner_categories').where('id', '=', id).execute();
}
