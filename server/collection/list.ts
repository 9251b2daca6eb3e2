import { type CompiledQuery, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { pageSize } from '../../contract/bounds.ts';
import type { ListQuery } from '../../contract/collection.ts';
import type { Tables } from '../db/tables.ts';
import { type Beside, countAlone, countBeside, countName, countOf, exactUpTo, nameOfCount } from './counts.ts';

/** What a list is ordered by under each of its keys: the expressions, the most important first. */
export type Orderings<Key extends string> = Record<Key, readonly RawBuilder<unknown>[]>;

/**
 * A text as it stands in the order of the alphabet, whatever its case and the collation of the database: a letter with an accent
 * beside the one without (docs/decisions/224). Indexes that a list is read in order from are on the same (migration 028).
 */
export function alphabetically(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lower(${text} collate "und-x-icu")`;
}

/**
 * What a list is put in order by. Records that are equal in that keep an order of their own, so that none is on two pages.
 */
type Order<Key extends string> = {
  orderings: Orderings<Key>;
  /** The ordering when the call names none. */
  fallback: NonNullable<ListQuery<NoInfer<Key>>['ordering']>;
  /** A column that is different in every record. */
  tiebreak: RawBuilder<unknown>;
};

/** The moment of the call, in a statement that is put together for many calls. Nothing can be computed from it. */
const callTime = new Date(Number.NaN);

/** What a page and its count are asked for with. */
type Statements<Row> = {
  rows: CompiledQuery<Row & { total: Beside }>;
  count: CompiledQuery<{ count: number }>;
  /** The name of the count, where it is the same in every call. */
  name: Buffer | null;
  page: number;
  pageSize: number;
  isSearch: boolean;
};

/** How long the database may take for a list that is searched, in milliseconds: one search must not hold a connection for long. */
const searchTimeout = 5_000;

/** @param query without an order */
function statementsOf<Db, Table extends keyof Db, Row, Key extends string>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Db, Table, Row>,
  { page = 1, page_size = pageSize.default, ordering, search }: ListQuery<Key>,
  { orderings, fallback, tiebreak }: Order<Key>,
): Statements<Row> {
  const wanted: string = ordering ?? fallback;
  const direction = wanted.startsWith('-') ? 'desc' : 'asc';
  const key = wanted.replace(/^-/, '') as Key;
  let ordered = query;
  for (const expression of [...orderings[key], tiebreak]) ordered = ordered.orderBy(expression, direction);
  const isSearch = wordsOf(search).length > 0;
  // To count all that a word of one letter is in takes longer than everything else (docs/decisions/241).
  const counted = isSearch ? query.clearSelect().limit(sql.lit(exactUpTo)) : query.clearSelect();
  const counting = sql<{ count: number }>`select count(*)::int as count from (${counted}) as found`;
  const count = counting.compile(db);
  // The size is written out: the planner must know that few rows are wanted.
  const rows = ordered
    .select(countBeside(counting).as('total'))
    .limit(sql.lit(page_size))
    .offset(sql.lit((page - 1) * page_size))
    .compile() as CompiledQuery<Row & { total: Beside }>;
  const name = count.parameters.includes(callTime) ? null : nameOfCount(count);
  return { rows, count, name, page, pageSize: page_size, isSearch };
}

/** A statement for one call. */
function at<Row>(statement: CompiledQuery<Row>, now: Date, name: Buffer): CompiledQuery<Row> {
  const parameters = statement.parameters.map((value) =>
    value === callTime ? now : value === countName ? name : value,
  );
  return { ...statement, parameters };
}

function answerOf<Row>(
  db: Kysely<Tables>,
  statements: Statements<Row>,
  now: Date,
): Promise<{ count: number; rows: Row[] }> {
  if (!statements.isSearch || db.isTransaction) return readPage(db, statements, now);
  return db.transaction().execute(async (trx) => {
    // What one word is found in says nothing of another: no plan is kept.
    await sql`select set_config('statement_timeout', ${String(searchTimeout)}, true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(trx);
    return readPage(trx, statements, now);
  });
}

async function readPage<Row>(
  db: Kysely<Tables>,
  { rows: asked, count: counting, page, pageSize: size, ...kept }: Statements<Row>,
  now: Date,
): Promise<{ count: number; rows: Row[] }> {
  const statement = at(counting, now, countName);
  const name = kept.name ?? nameOfCount(statement);
  const { rows } = await db.executeQuery(at(asked, now, name));
  const [first] = rows;
  // Past the end there is no row that the count could stand beside.
  if (!first) return { count: page === 1 ? 0 : await countAlone(db, statement), rows: [] };
  const count =
    rows.length < size ? (page - 1) * size + rows.length : await countOf(db, first.total, { name, statement });
  return { count, rows };
}

/**
 * One page of a list, and how many records there are in all.
 * @param query without an order
 */
export function pageOf<Db, Table extends keyof Db, Row, Key extends string>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Db, Table, Row>,
  page: ListQuery<Key>,
  order: Order<Key>,
): Promise<{ count: number; rows: Row[] }> {
  return answerOf(db, statementsOf(db, query, page, order), callTime);
}

/** How many statements are kept of a list. */
const mostKept = 200;

/**
 * The same for a list that is asked for much: what is asked for again is not put together again (docs/decisions/204).
 * @param build the query without an order. It may depend on what is asked, which can be written as JSON, and on nothing else; the
 *   moment of the call that it is given stands for that of every call, so it can be compared with in SQL only.
 */
export function listOf<Asked extends { query: ListQuery<Key> }, Db, Table extends keyof Db, Row, Key extends string>(
  build: (db: Kysely<Tables>, asked: Asked, now: Date) => SelectQueryBuilder<Db, Table, Row>,
  order: Order<Key>,
): (db: Kysely<Tables>, asked: Asked, now: Date) => Promise<{ count: number; rows: Row[] }> {
  const kept = new Map<string, Statements<Row>>();
  return (db, asked, now) => {
    const name = JSON.stringify(asked);
    let statements = kept.get(name);
    if (!statements) {
      statements = statementsOf(db, build(db, asked, callTime), asked.query, order);
      if (kept.size >= mostKept) kept.clear();
      kept.set(name, statements);
    }
    return answerOf(db, statements, now);
  };
}

/** The words of a search, each of which must occur. */
function wordsOf(search: string | undefined): string[] {
  return (search ?? '').normalize('NFC').split(/\s+/).filter(Boolean);
}

function allOf(conditions: RawBuilder<unknown>[]): RawBuilder<boolean> | null {
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : null;
}

/** The condition that every word of a search occurs in one of the texts, whatever its case and accents; null without words. */
export function searchIn(
  search: string | undefined,
  texts: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> | null {
  // `concat_ws` passes over what is null; the space keeps a word from spanning two texts.
  const text = sql`folded(concat_ws(' ', ${sql.join([...texts])}))`;
  return allOf(wordsOf(search).map((word) => sql`${text} like '%' || folded_word(${word}) || '%'`));
}

/**
 * The condition that each word of a search meets; null without words. What a word is looked for with is a pattern for columns that
 * are folded already and have an index of trigrams (migration 011). A word of one or two letters is found where a word begins.
 */
export function everyWord(
  search: string | undefined,
  fits: (pattern: RawBuilder<unknown>, word: string) => RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  return allOf(wordsOf(search).map((word) => fits(sql`indexed_pattern(${word})`, word)));
}

/** How many people or partners a word may be found in for records to be looked up one by one, by an index. */
export const fewFound = 100;

/** A word of a search, with the ids of the people and of the partners that are found by it; null where there are many. */
export type FoundBy = { word: string; people: string[] | null; partners: string[] | null };

/** Ids that were looked for up to one more than a few; null where they are more than a few. */
export function unlessMany(ids: string[]): string[] | null {
  return ids.length > fewFound ? null : ids;
}

/**
 * Who is found by each word of a search. With their ids the database can tell how many records there will be, and chooses its
 * way by that; from a query within the query it cannot (docs/decisions/241).
 */
export async function foundBy(db: Kysely<Tables>, search: string | undefined): Promise<FoundBy[]> {
  const words = [...new Set(wordsOf(search))];
  if (words.length === 0) return [];
  const few = sql.lit(fewFound + 1);
  const { rows } = await sql<{ word: string; people: string[]; partners: string[] }>`
    select word,
      array(select id from users where search_text like indexed_pattern(word) limit ${few}) as people,
      array(select id from partners where folded(' ' || name) like indexed_pattern(word) limit ${few}) as partners
    from unnest(${words}::text[]) as word`.execute(db);
  return rows.map(({ word, people, partners }) => ({
    word,
    people: unlessMany(people),
    partners: unlessMany(partners),
  }));
}

/**
 * The condition that a column has one of the values that a query selects.
 * @param few these values, where they are known and few; of many, records are compared with a table of the values, as to compare
 *   each record with each value takes time that grows with both
 */
export function isOneOf(
  column: RawBuilder<unknown>,
  values: RawBuilder<unknown>,
  few: string[] | null,
): RawBuilder<boolean> {
  return few ? sql<boolean>`${column} = any(${few}::text[])` : sql<boolean>`${column} in (${values})`;
}

/** The condition that every word of a search occurs in such a column, for tables that are large. */
export function searchIndexed(search: string | undefined, column: RawBuilder<unknown>): RawBuilder<boolean> | null {
  return everyWord(search, (pattern) => sql`${column} like ${pattern}`);
}
