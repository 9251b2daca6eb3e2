import { sql, type Kysely } from 'kysely';
import type { ListQuery } from '../../../contract/collection.ts';
import { alphabetically, listOf, type Orderings, searchIn } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;
type Key = 'name' | 'created';

const orderings: Orderings<Key> = { name: [alphabetically(sql`name`)], created: [sql`created`] };

/** The kinds of records with categories, and the tables of their categories. */
const tables = { partners: 'partner_categories', videos: 'video_categories' } as const;

/** The repository of the categories of partners or of videos, with the number of records in each. */
export function categoriesOf<Counted extends keyof typeof tables>(counted: Counted) {
  // Both tables have the same columns.
  const table = tables[counted] as 'partner_categories';
  const select = (db: Db) =>
    db
      .selectFrom(table)
      .select([
        'id',
        'version',
        'name',
        'created',
        sql<number>`(select count(*)::int from ${sql.table(counted)} where category_id = ${sql.ref(`${table}.id`)})`.as(
          counted,
        ),
      ]);
  const list = listOf(
    (db, { query: { search } }: { query: ListQuery<Key> }) => {
      const found = searchIn(search, [sql`name`], sql`id`);
      return found ? select(db).where(found) : select(db);
    },
    { orderings, fallback: 'name', tiebreak: sql`id` },
  );
  return {
    /** One page of the categories. */
    list: (db: Db, query: ListQuery<Key>, { now }: { now: Date }) => list(db, { query }, now),
    /** A category by id. */
    find: (db: Db, id: string) => select(db).where('id', '=', id).executeTakeFirst(),
    /**
     * A category, locked until the transaction ends. The number of records may be from before the wait for the lock:
     * read it again.
     */
    lock: (trx: Db, id: string) => select(trx).where('id', '=', id).forUpdate().executeTakeFirst(),
    /** Adds a category. */
    insert: async (trx: Db, category: { id: string; name: string; created: Date }) => {
      await trx.insertInto(table).values(category).execute();
    },
    /** Renames a category. */
    rename: async (trx: Db, id: string, name: string) => {
      await trx.updateTable(table).set({ name }).where('id', '=', id).execute();
    },
    /** Deletes a category. */
    remove: async (trx: Db, id: string) => {
      await trx.deleteFrom(table).where('id', '=', id).execute();
    },
  };
}
