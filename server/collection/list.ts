import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type ListQuery, pageSize } from '../../contract/collection.ts';

/** What a list is ordered by under each of its keys: the expressions, the most important first. */
export type Orderings<Key extends string> = Record<Key, readonly RawBuilder<unknown>[]>;

/**
 * One page of a list, and how many records there are in all. Records that are equal in what they are ordered by keep an
 * order of their own, so that none is on two pages.
 * @param options.fallback the ordering when the call names none
 * @param options.tiebreak a column that is different in every record
 */
export async function pageOf<Db, Table extends keyof Db, Row, Key extends string>(
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
  const counted = query.clearSelect().select(sql<number>`count(*)::int`.as('count'));
  const [{ count }, rows] = await Promise.all([
    counted.executeTakeFirstOrThrow() as Promise<{ count: number }>,
    ordered
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
  ]);
  return { count, rows };
}

/** The condition that every word of a search occurs in one of the texts, whatever its case; null without words. */
export function searchIn(
  search: string | undefined,
  texts: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> | null {
  const words = (search ?? '').normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  // `concat_ws` passes over what is null; the line break keeps a word from spanning two texts.
  const text = sql`lower(concat_ws(E'\n', ${sql.join([...texts])}))`;
  const conditions = words.map((word) => sql`${text} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
