import { type RawBuilder, sql } from 'kysely';
import type { Verdicts } from '../../contract/auth.ts';
import type { Flags } from '../../contract/flags.ts';
import type { Collection, SearchGroup } from '../../contract/kinds.ts';
import type { SearchHit } from '../../contract/search.ts';
import type { Db, Tables } from '../db/tables.ts';
import type { Person } from '../policies/policy.ts';
import { searchIn, searchWords } from './list.ts';

/** The parameters of a search: text, caller, and maximum number of results. */
export type Search = { search: string; person: Person; flags: Flags; now: Date; limit: number };

/** A source of the search over all records. */
export type Source = {
  /** Whether a person with these verdicts may search it. */
  isOpen: (verdicts: Verdicts, flags: Flags) => boolean;
  find: (db: Db, search: Search) => Promise<SearchHit[]>;
};

/** Maximum number of matches that are ranked: ranking every match of a frequent word would take long. */
const maxRankedMatches = 300;

/**
 * A source that searches a table. Records with a word in the title that begins with the first search word come first.
 */
export function tableSource(
  table: Collection & keyof Tables,
  {
    title = sql`name`,
    detail = sql`null`,
    partner = sql`null`,
    fits,
    hidden,
  }: {
    title?: RawBuilder<unknown>;
    detail?: RawBuilder<unknown>;
    partner?: RawBuilder<unknown>;
    /** The condition that a record matches; defaults to title and detail. */
    fits?: (search: string) => RawBuilder<boolean> | null;
    /** The condition that a person may not read a record. */
    hidden?: (person: Person) => RawBuilder<boolean> | null;
  } = {},
): Source {
  return {
    isOpen: ({ collections }) => collections[table] !== 'none',
    find: async (db, { search, person, limit }) => {
      const condition = fits ? fits(search) : searchIn(search, [title, detail], sql`id`);
      if (!condition) return [];
      const unseen = hidden?.(person);
      const first = searchWords(search)[0] ?? '';
      const { rows } = await sql<SearchHit>`
        select id, title, detail, partner, null as created from (
          select id, ${title}::text as title, ${detail}::text as detail, ${partner}::text as partner
          from ${sql.table(table)} where ${condition} ${unseen ? sql`and not ${unseen}` : sql``} limit ${maxRankedMatches}
        ) as found
        order by folded(' ' || title) like '% ' || folded_word(${first}) || '%' desc, folded(title), id
        limit ${limit}`.execute(db);
      return rows;
    },
  };
}

/** The search sources of one folder of `server/resources`, by group. */
export type SearchSources = Partial<Record<SearchGroup, Source>>;
