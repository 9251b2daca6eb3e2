import { type CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { pageSize } from '../../contract/bounds.ts';
import type { ListQuery } from '../../contract/collection.ts';
import { plainText } from '../../contract/plainText.ts';
import type { Db } from '../db/tables.ts';
import { type CountColumn, runCount, countColumn, countKey, countOf, exactUpTo, countKeyOf } from './counts.ts';
import { cachedByJson, callTimePlaceholder, fillPlaceholders } from './statementCache.ts';

/** The expressions that each sort key orders by, the most significant first. */
export type Orderings<Key extends string> = Record<Key, readonly RawBuilder<unknown>[]>;

/**
 * A text for sorting alphabetically, ignoring case and the collation of the database, with accented letters beside the
 * plain ones (decision 224). The indexes for sorted lists use the same expression.
 */
export function alphabetically(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lower(${text} collate "und-x-icu")`;
}

/** The order of a list. The tiebreak makes it total, so that no record is on two pages. */
type Order<Key extends string> = {
  orderings: Orderings<Key>;
  /** The default ordering. */
  fallback: NonNullable<ListQuery<NoInfer<Key>>['ordering']>;
  /** A unique column. */
  tiebreak: RawBuilder<unknown>;
  /** Counts as many records as a search does, because counting all would take long. */
  isCountBounded?: boolean;
};

/** The statements of one page and its count. */
type Statements<Row> = {
  rows: CompiledQuery<Row & { total: CountColumn }>;
  count: CompiledQuery<{ count: number }>;
  /** The key of the count, if it is the same in every call. */
  name: Buffer | null;
  page: number;
  pageSize: number;
  isSearch: boolean;
};

/** Timeout of a search in the database, in milliseconds, so that one search does not occupy a connection for long. */
const searchTimeout = 5_000;

/** @param query without an order */
function statementsOf<Database, Table extends keyof Database, Row, Key extends string>(
  db: Db,
  query: SelectQueryBuilder<Database, Table, Row>,
  { page = 1, page_size = pageSize.default, ordering, search }: ListQuery<Key>,
  { orderings, fallback, tiebreak, isCountBounded = false }: Order<Key>,
): Statements<Row> {
  const requested: string = ordering ?? fallback;
  const direction = requested.startsWith('-') ? 'desc' : 'asc';
  const key = requested.replace(/^-/, '') as Key;
  let ordered = query;
  for (const expression of [...orderings[key], tiebreak]) ordered = ordered.orderBy(expression, direction);
  const isSearch = searchWords(search).length > 0;
  // Counting all matches of a single letter would take longer than everything else.
  const counted = isSearch || isCountBounded ? query.clearSelect().limit(sql.lit(exactUpTo)) : query.clearSelect();
  const countQuery = sql<{ count: number }>`select count(*)::int as count from (${counted}) as found`;
  const count = countQuery.compile(db);
  // The limit is a literal, so that the planner knows that few rows are needed.
  const rows = ordered
    .select(countColumn(countQuery).as('total'))
    .limit(sql.lit(page_size))
    .offset(sql.lit((page - 1) * page_size))
    .compile() as CompiledQuery<Row & { total: CountColumn }>;
  const name = count.parameters.includes(callTimePlaceholder) ? null : countKeyOf(count);
  return { rows, count, name, page, pageSize: page_size, isSearch };
}

function runStatements<Row>(db: Db, statements: Statements<Row>, now: Date): Promise<{ count: number; rows: Row[] }> {
  if (!statements.isSearch || db.isTransaction) return readPage(db, statements, now);
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      // The best plan depends on the word, so no generic plan is used.
      await sql`select set_config('statement_timeout', ${String(searchTimeout)}, true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(trx);
      return readPage(trx, statements, now);
    });
}

async function readPage<Row>(
  db: Db,
  { rows: asked, count: counting, page, pageSize: size, ...kept }: Statements<Row>,
  now: Date,
): Promise<{ count: number; rows: Row[] }> {
  const statement = fillPlaceholders(counting, new Map([[callTimePlaceholder, now]]));
  const name = kept.name ?? countKeyOf(statement);
  const values = new Map<unknown, unknown>([
    [callTimePlaceholder, now],
    [countKey, name],
  ]);
  const { rows } = await db.executeQuery(fillPlaceholders(asked, values));
  const [first] = rows;
  // A page past the end has no row to carry the count.
  if (!first) return { count: page === 1 ? 0 : await runCount(db, statement), rows: [] };
  const count =
    rows.length < size ? (page - 1) * size + rows.length : await countOf(db, first.total, { name, statement });
  return { count, rows };
}

/**
 * One page of a list, and the total number of records.
 * @param query without an order
 */
export function pageOf<Database, Table extends keyof Database, Row, Key extends string>(
  db: Db,
  query: SelectQueryBuilder<Database, Table, Row>,
  page: ListQuery<Key>,
  order: Order<Key>,
): Promise<{ count: number; rows: Row[] }> {
  return runStatements(db, statementsOf(db, query, page, order), callTimePlaceholder);
}

/**
 * The same for lists with much traffic: statements are built once per query.
 * @param build the query without an order. It may depend on `asked` only, which must be serialisable as JSON; `now` is
 * a placeholder that only SQL may use.
 */
export function listOf<
  Asked extends { query: ListQuery<Key> },
  Database,
  Table extends keyof Database,
  Row,
  Key extends string,
>(
  build: (db: Db, asked: Asked, now: Date) => SelectQueryBuilder<Database, Table, Row>,
  order: Order<Key>,
): (db: Db, asked: Asked, now: Date) => Promise<{ count: number; rows: Row[] }> {
  const statementsFor = cachedByJson((asked: Asked, db: Db) =>
    statementsOf(db, build(db, asked, callTimePlaceholder), asked.query, order),
  );
  return (db, asked, now) => runStatements(db, statementsFor(asked, db), now);
}

/** A part of a search that must occur: all of its words or, if it may be a telephone number, the number without grouping. */
type Term = { words: string[]; phone: string | null };

/** Digits that may be a telephone number in any grouping: "+354 581 2345", "(0) 581-2345". */
const phoneLike = /(?<![\p{L}\d])\+?\(?\d[\d\s().\-/]{4,}\d(?![\p{L}\d])/gu;

/** The words of a text; commas, as in "last name, first name", and the ellipsis of a shortened id do not count. */
function splitWords(text: string): string[] {
  return text.split(/[\s,;…]+/).filter(Boolean);
}

function termsOf(search: string | undefined): Term[] {
  const text = plainText(search ?? '');
  const terms: Term[] = [];
  const rest = text.replace(phoneLike, (run) => {
    // Numbers are stored with the country's prefix, without the 0 or 00 that is dialled before.
    const phone = run.replace(/\D/g, '').replace(/^0+/, '');
    const words = splitWords(run);
    terms.push({ words, phone: phone.length < 5 || (words.length === 1 && words[0] === phone) ? null : phone });
    return ' ';
  });
  return [...splitWords(rest).map((word) => ({ words: [word], phone: null })), ...terms];
}

/** The words of a search. */
export function searchWords(search: string | undefined): string[] {
  return [...new Set(termsOf(search).flatMap(({ words, phone }) => (phone === null ? words : [...words, phone])))];
}

function allOf(conditions: RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** The condition that every term of a search is met; null without words. */
function everyTerm(
  search: string | undefined,
  fits: (word: string) => RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  const terms = termsOf(search);
  if (terms.length === 0) return null;
  return allOf(
    terms.map(({ words, phone }) => {
      const all = allOf(words.map(fits));
      return phone === null ? all : sql`(${all} or ${fits(phone)})`;
    }),
  );
}

/** The condition, or an id that begins with the word: lists show shortened ids. A range, so that an index can serve it. */
export function orIdBegins(condition: RawBuilder<unknown>, id: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  if (!/^[0-9a-f]{8,24}$/.test(word)) return condition;
  return sql`(${condition} or ${id} >= ${word} and ${id} < ${`${word}g`})`;
}

/**
 * The condition that every word of a search occurs in one of the texts, ignoring case and accents, or begins the id;
 * null without words.
 */
export function searchIn(
  search: string | undefined,
  texts: readonly RawBuilder<unknown>[],
  id?: RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  // `concat_ws` skips nulls; the space keeps a word from matching across two texts.
  const text = sql`folded(concat_ws(' ', ${sql.join([...texts])}))`;
  return everyTerm(search, (word) => {
    const occurs = sql`${text} like '%' || folded_word(${word}) || '%'`;
    return id ? orIdBegins(occurs, id, word) : occurs;
  });
}

/**
 * The condition that every word of a search meets; null without words. Words become patterns for columns that are
 * already folded and have a trigram index (`001_text_search.sql`). Words of one or two letters match at the beginning of a word
 * only.
 */
export function everyWord(
  search: string | undefined,
  fits: (pattern: RawBuilder<unknown>, word: string) => RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  return everyTerm(search, (word) => fits(sql`indexed_pattern(${word})`, word));
}

/** Maximum number of matching people or partners for which records are looked up by id with an index. */
export const fewMatches = 100;

/** A word of a search, with the ids of matching people and partners; null if there are more than `fewMatches`. */
export type WordMatches = { word: string; people: string[] | null; partners: string[] | null };

/** Ids from a query limited to one more than `fewMatches`; null if there are more. */
export function unlessMany(ids: string[]): string[] | null {
  return ids.length > fewMatches ? null : ids;
}

/** The people whom a word of a search finds: by name and, except for readers who may not read them, by e-mail address and phone number. */
export function peopleMatching(pattern: RawBuilder<unknown>, { byNameOnly }: { byNameOnly: boolean }) {
  const isNamed = byNameOnly ? sql`and folded(' ' || first_name || ' ' || last_name) like ${pattern}` : sql``;
  return sql`select id from users where search_text like ${pattern} ${isNamed}`;
}

/**
 * The people and partners that match each word of a search. Given their ids, the planner can estimate the number of
 * records and choose the right plan; with a subquery it cannot.
 */
export async function matchWords(
  db: Db,
  search: string | undefined,
  whom: { byNameOnly: boolean },
): Promise<WordMatches[]> {
  const words = searchWords(search);
  if (words.length === 0) return [];
  const few = sql.lit(fewMatches + 1);
  const { rows } = await sql<{ word: string; people: string[]; partners: string[] }>`
    select word,
      array(${peopleMatching(sql`indexed_pattern(word)`, whom)} limit ${few}) as people,
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
 * @param few the values, if known and few; otherwise records are joined with the values, as comparing each record with
 * each value is quadratic
 */
export function isOneOf(
  column: RawBuilder<unknown>,
  values: RawBuilder<unknown>,
  few: string[] | null,
): RawBuilder<boolean> {
  return few ? sql<boolean>`${column} = any(${few}::text[])` : sql<boolean>`${column} in (${values})`;
}

/**
 * The condition that every word of a search occurs in a column with a trigram index, for large tables, or begins the
 * id.
 */
export function searchIndexed(
  search: string | undefined,
  column: RawBuilder<unknown>,
  id?: RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  return everyWord(search, (pattern, word) => {
    const occurs = sql`${column} like ${pattern}`;
    return id ? orIdBegins(occurs, id, word) : occurs;
  });
}
