import { type ExpressionBuilder, sql } from 'kysely';
import type {
  ClosureCategoriesQuery,
  ClosureCategory,
  closureCategoryOrderings,
} from '../../../contract/closureCategories.ts';
import { alphabetically, type Orderings } from '../../collection/list.ts';
import { tableRepository } from '../../collection/tableRepository.ts';
import type { Db, Tables } from '../../db/tables.ts';

// By position as a tree: each main category, followed by its subcategories.
const orderings: Orderings<(typeof closureCategoryOrderings)[number]> = {
  position: [
    sql`coalesce(parents.position, closure_categories.position)`,
    sql`coalesce(parents.id, closure_categories.id)`,
    sql`parents.id is not null`,
    sql`closure_categories.position`,
  ],
  title: [alphabetically(sql`closure_categories.title`)],
  created: [sql`closure_categories.created`],
};

const subcategories = sql<ClosureCategory['subcategories']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'position', position) order by position)
  from closure_categories as children where children.parent_id = closure_categories.id), '[]')`;

const inUse = sql<boolean>`exists (select from interpretations where closure_category_id = closure_categories.id)`;

/** The closure categories, with their parents and subcategories. */
export const categories = tableRepository('closure_categories', {
  select: (db) =>
    db
      .selectFrom('closure_categories')
      .leftJoin('closure_categories as parents', 'parents.id', 'closure_categories.parent_id')
      .select([
        'closure_categories.id',
        'closure_categories.version',
        'closure_categories.title',
        'closure_categories.position',
        'closure_categories.main',
        'closure_categories.parent_id',
        'parents.title as parent_title',
        'closure_categories.group',
        'closure_categories.created',
        subcategories.as('subcategories'),
        inUse.as('in_use'),
      ]),
  filter: (records, { main, parent }: ClosureCategoriesQuery) => {
    let kept = records;
    if (main !== undefined) kept = kept.where('closure_categories.main', '=', main);
    if (parent !== undefined) kept = kept.where('closure_categories.parent_id', '=', parent);
    return kept;
  },
  searched: [sql`closure_categories.title`, sql`closure_categories."group"`],
  orderings,
  fallback: 'position',
});

/** A closure category as the query returns it. */
export type ClosureCategoryRow = NonNullable<Awaited<ReturnType<typeof categories.find>>>;

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
