import { type ExpressionBuilder, type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import type {
  ClosureCategoriesQuery,
  ClosureCategory,
  closureCategoryOrderings,
} from '../../../contract/closureCategories.ts';
import { alphabetically, type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

// By position as a tree: each main category, followed by its subcategories.
const orderings: Orderings<(typeof closureCategoryOrderings)[number]> = {
  position: [
    sql`coalesce(parents.position, categories.position)`,
    sql`coalesce(parents.id, categories.id)`,
    sql`parents.id is not null`,
    sql`categories.position`,
  ],
  title: [alphabetically(sql`categories.title`)],
  created: [sql`categories.created`],
};

const subcategories = sql<ClosureCategory['subcategories']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'position', position) order by position)
  from closure_categories where parent_id = categories.id), '[]')`;

const inUse = sql<boolean>`exists (select from interpretations where closure_category_id = categories.id)`;

function selectCategories(db: Db) {
  return db
    .selectFrom('closure_categories as categories')
    .leftJoin('closure_categories as parents', 'parents.id', 'categories.parent_id')
    .select([
      'categories.id',
      'categories.version',
      'categories.title',
      'categories.position',
      'categories.main',
      'categories.parent_id',
      'parents.title as parent_title',
      'categories.group',
      'categories.created',
      subcategories.as('subcategories'),
      inUse.as('in_use'),
    ]);
}

/** A closure category as the query returns it. */
export type ClosureCategoryRow = NonNullable<Awaited<ReturnType<typeof findCategory>>>;

/** One page of the closure categories. */
export function listCategories(db: Db, { search, main, parent, ...query }: ClosureCategoriesQuery) {
  const found = searchIn(search, [sql`categories.title`, sql`categories."group"`], sql`categories.id`);
  let categories = selectCategories(db);
  if (main !== undefined) categories = categories.where('categories.main', '=', main);
  if (parent !== undefined) categories = categories.where('categories.parent_id', '=', parent);
  if (found) categories = categories.where(found);
  return pageOf(db, categories, query, { orderings, fallback: 'position', tiebreak: sql`categories.id` });
}

/** A closure category by id. */
export function findCategory(db: Db, id: string) {
  return selectCategories(db).where('categories.id', '=', id).executeTakeFirst();
}

/**
 * Locks a closure category until the transaction ends, so that nobody changes it or starts to refer to it. Returns its
 * version and parent; read references afterwards.
 */
export function lockCategory(trx: Db, id: string) {
  return trx
    .selectFrom('closure_categories')
    .select(['version', 'parent_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether a category is main; undefined if it does not exist. Locks it until the transaction ends. */
export async function isMain(trx: Db, id: string): Promise<boolean | undefined> {
  const row = await trx
    .selectFrom('closure_categories')
    .select('main')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row?.main;
}

/** The ids of the main categories, or of the subcategories of a parent. */
export async function idsUnder(db: Db, parent: string | null): Promise<string[]> {
  const isThere = ({ eb }: ExpressionBuilder<Tables, 'closure_categories'>) =>
    parent === null ? eb('parent_id', 'is', null) : eb('parent_id', '=', parent);
  const rows = await db.selectFrom('closure_categories').select('id').where(isThere).execute();
  return rows.map(({ id }) => id);
}

/** Adds a closure category in the last position among its siblings. */
export async function insertCategory(trx: Db, category: Insertable<Tables['closure_categories']>): Promise<void> {
  await trx.insertInto('closure_categories').values(category).execute();
}

/** Updates a closure category; without changes it does nothing. */
export async function updateCategory(
  trx: Db,
  id: string,
  changes: Updateable<Tables['closure_categories']>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('closure_categories').set(changes).where('id', '=', id).execute();
}

/** Deletes a closure category; later siblings move up. */
export async function deleteCategory(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('closure_categories').where('id', '=', id).execute();
}
