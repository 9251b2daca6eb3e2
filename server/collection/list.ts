import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { pageSize } from '../../contract/bounds.ts';
import type { ListQuery } from '../../contract/collection.ts';
import type { Tables } from '../db/tables.ts';
import { type Beside, countBeside } from './counts.ts';

/** What a list is ordered by under each of its keys: the expressions, the most important first. */
export type Orderings<Key extends string> = Record<Key, readonly RawBuilder<unknown>[]>;

/**
 * One page of a list, and how many records there are in all. Records that are equal in what they are ordered by keep an
 * order of their own, so that none is on two pages.
 * @param query without an order
 * @param options.fallback the ordering when the call names none
 * @param options.tiebreak a column that is different in every record
 */
export async function pageOf<Db, Table extends keyof Db, Row, Key extends string>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Db, Table, Row>,
  { page = 1, page_size = pageSize.default, ordering }: ListQuery<Key>,
  {
    orderings,
    fallback,
    tiebreak,
  }: {
    orderings: Orderings<Key>;
    fallback: NonNullable<ListQuery<Key>['ordering']>;
    tiebreak: RawBuilder<unknown>;
  },
): Promise<{ count: number; rows: Row[] }> {
  const wanted: string = ordering ?? fallback;
  const direction = wanted.startsWith('-') ? 'desc' : 'asc';
  const key = wanted.replace(/^-/, '') as Key;
  let ordered = query;
  for (const expression of [...orderings[key], tiebreak]) ordered = ordered.orderBy(expression, direction);
  const before = (page - 1) * page_size;
  const total = countBeside(db, query.clearSelect().select(sql<number>`count(*)::int`.as('count')));
  // The size is written out: the planner must know that few rows are wanted.
  const rows = (await ordered
    .select(total.column.as('total'))
    .limit(sql.lit(page_size))
    .offset(sql.lit(before))
    .execute()) as (Row & { total: Beside })[];
  const [first] = rows;
  // Past the end there is no row that the count could stand beside.
  if (!first) return { count: page === 1 ? 0 : await total.alone(), rows: [] };
  const count = rows.length < page_size ? before + rows.length : await total.of(first.total);
  return {
    count,
    rows: rows.map((row) => {
      const { total: _total, ...own } = row;
      return own as Row;
    }),
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
  fits: (pattern: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  return allOf(wordsOf(search).map((word) => fits(sql`indexed_pattern(${word})`)));
}

/** The condition that every word of a search occurs in such a column, for tables that are large. */
export function searchIndexed(search: string | undefined, column: RawBuilder<unknown>): RawBuilder<boolean> | null {
  return everyWord(search, (pattern) => sql`${column} like ${pattern}`);
}
