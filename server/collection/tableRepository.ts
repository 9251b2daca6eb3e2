import { type Insertable, type RawBuilder, type SelectQueryBuilder, sql, type Updateable } from 'kysely';
import type { ListQuery } from '../../contract/collection.ts';
import { recordVerdicts } from '../../contract/recordRules.ts';
import type { Writable } from '../../contract/kinds.ts';
import type { Db, Tables } from '../db/tables.ts';
import type { Person } from '../policies/policy.ts';
import { etagOf } from './etag.ts';
import { listOf, type Orderings, searchIn } from './list.ts';

/** A table whose records are one row each, with an id and a version. */
type PlainTable = {
  [Name in keyof Tables]: 'id' | 'version' extends keyof Tables[Name] ? Name : never;
}[keyof Tables];

/** What a call of a collection tells its repository. */
type Scope<Parent extends string> = { parentIds: Record<Parent, string>; now: Date };

/** How the records of a table are read. */
type Reading<Parent extends string, Query, Key extends string, Database, From extends keyof Database, Row> = {
  /** All records, or those of the parents in the path, without an order. */
  select: (db: Db, parentIds: Record<Parent, string>) => SelectQueryBuilder<Database, From, Row>;
  /** Keeps the records that the filters of a list ask for. */
  filter?: (records: SelectQueryBuilder<Database, From, Row>, query: Query) => SelectQueryBuilder<Database, From, Row>;
  /** The texts that a search covers, besides the id. */
  searched: readonly RawBuilder<unknown>[];
  orderings: Orderings<Key>;
  /** The default ordering. */
  fallback: NoInfer<Key> | `-${NoInfer<Key>}`;
};

/** The statements of a kind of record that is one row of a table, as `serveCollection` takes them. */
export function tableRepository<
  Table extends PlainTable,
  Query extends ListQuery<Key>,
  Key extends string,
  Database,
  From extends keyof Database,
  Row,
  Parent extends string = never,
>(table: Table, { select, filter, searched, orderings, fallback }: Reading<Parent, Query, Key, Database, From, Row>) {
  const idColumn = sql.ref(`${table}.id`);
  // All plain tables have these two columns; the types of the others are checked in the signatures below.
  const plain = table as 'contacts';
  const findRow = (db: Db, id: string, { parentIds }: Pick<Scope<Parent>, 'parentIds'>) =>
    select(db, parentIds).where(sql<boolean>`${idColumn} = ${id}`);
  const list = listOf(
    (db, { query, parentIds }: { query: Query; parentIds: Record<Parent, string> }) => {
      const found = searchIn(query.search, searched, idColumn);
      const records = select(db, parentIds);
      const kept = filter ? filter(records, query) : records;
      return found ? kept.where(found) : kept;
    },
    { orderings, fallback, tiebreak: idColumn },
  );
  return {
    /** One page of the records. */
    list: (db: Db, query: Query, { parentIds, now }: Scope<Parent>) => list(db, { query, parentIds }, now),
    /** A record by id. */
    find: (db: Db, id: string, scope: Pick<Scope<Parent>, 'parentIds'>) => findRow(db, id, scope).executeTakeFirst(),
    /**
     * A record, locked until the transaction ends. What it says of other records may be from before the wait for the
     * lock: read it again.
     */
    lock: (trx: Db, id: string, scope: Pick<Scope<Parent>, 'parentIds'>) =>
      findRow(trx, id, scope)
        .modifyEnd(sql`for update of ${sql.table(table)}`)
        .executeTakeFirst(),
    /** Adds a record. */
    insert: async (trx: Db, record: Insertable<Tables[Table]>): Promise<void> => {
      await trx
        .insertInto(plain)
        .values(record as Insertable<Tables['contacts']>)
        .execute();
    },
    /** Changes a record; without changes it does nothing. Omitted and undefined columns keep their value. */
    update: async (trx: Db, id: string, changes: Updateable<Tables[Table]>): Promise<void> => {
      if (Object.values(changes).every((value) => value === undefined)) return;
      await trx.updateTable(plain).set(changes).where('id', '=', id).execute();
    },
    /** Deletes a record. */
    remove: async (trx: Db, id: string): Promise<void> => {
      await trx.deleteFrom(plain).where('id', '=', id).execute();
    },
  };
}

/**
 * A column with the number of records that refer to the selected one.
 * @param reference `users.department_id`
 * @param id `departments.id`
 */
export function numberOf<Counted extends keyof Tables>(counted: Counted, reference: string, id: string) {
  return sql<number>`(select count(*)::int from ${sql.table(counted)} where ${sql.ref(reference)} = ${sql.ref(id)})`.as(
    counted,
  );
}

/** A row as a record of the API, with its ETag and what a person may do with it. */
export function recordOf<Row extends { version: number; created: Date }>(
  kind: Writable,
  { version, created, ...row }: Row,
  person: Person,
) {
  return { ...row, created: created.toISOString(), etag: etagOf(version), can: recordVerdicts(kind, person) };
}
