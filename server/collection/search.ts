import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Verdicts } from '../../contract/auth.ts';
import type { Flags } from '../../contract/flags.ts';
import type { Collection, SearchGroup } from '../../contract/kinds.ts';
import type { SearchHit } from '../../contract/search.ts';
import type { Tables } from '../db/tables.ts';
import type { Person } from '../policies/policy.ts';
import { searchIn } from './list.ts';

/** Who searches for what, and how many are answered at most. */
export type Search = { search: string; person: Person; flags: Flags; now: Date; limit: number };

/** Where the search over everything looks. */
export type Source = {
  /** Whether somebody with these verdicts may look there. */
  isOpen: (verdicts: Verdicts, flags: Flags) => boolean;
  find: (db: Kysely<Tables>, search: Search) => Promise<SearchHit[]>;
};

/** How many matches are ranked: ranking every match of a frequent word would take long. */
const rankedMatches = 300;

/** The records of a table, those first whose title has a word that begins with the first of the search. */
export function recordsOf(
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
    /** The condition that a record fits the words; by title and detail when left out. */
    fits?: (search: string) => RawBuilder<boolean> | null;
    /** The condition that somebody does not see a record. */
    hidden?: (person: Person) => RawBuilder<boolean> | null;
  } = {},
): Source {
  return {
    isOpen: ({ collections }) => collections[table] !== 'none',
    find: async (db, { search, person, limit }) => {
      const condition = fits ? fits(search) : searchIn(search, [title, detail]);
      if (!condition) return [];
      const unseen = hidden?.(person);
      const first = search.normalize('NFC').trim().split(/\s+/)[0] ?? '';
      const { rows } = await sql<SearchHit>`
        select id, title, detail, partner, null as created from (
          select id, ${title}::text as title, ${detail}::text as detail, ${partner}::text as partner
          from ${sql.table(table)} where ${condition} ${unseen ? sql`and not ${unseen}` : sql``} limit ${rankedMatches}
        ) as found
        order by folded(' ' || title) like '% ' || folded_word(${first}) || '%' desc, folded(title), id
        limit ${limit}`.execute(db);
      return rows;
    },
  };
}

/** The sources of the groups that one folder of `server/resources` answers. */
export type SearchSources = Partial<Record<SearchGroup, Source>>;
