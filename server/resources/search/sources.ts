import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Verdicts } from '../../../contract/auth.ts';
import type { Flags } from '../../../contract/flags.ts';
import type { Channel } from '../../../contract/interpretations.ts';
import { offeredBy } from '../../../contract/offered.ts';
import type { Collection, SearchGroup } from '../../../contract/kinds.ts';
import { reach, unreachableRoles } from '../../../contract/permissions.ts';
import type { SearchHit } from '../../../contract/search.ts';
import { searchIn, searchIndexed } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';
import type { Person } from '../../policies/policy.ts';
import { newestMatching } from '../interpretations/repository.ts';
import { listReservations } from '../reservations/repository.ts';

/** Who searches for what, and how many are answered at most. */
export type Search = { search: string; person: Person; flags: Flags; now: Date; limit: number };

/** Where the search over everything looks. */
type Source = {
  /** Whether somebody with these verdicts may look there. */
  isOpen: (verdicts: Verdicts, flags: Flags) => boolean;
  find: (db: Kysely<Tables>, search: Search) => Promise<SearchHit[]>;
};

/** How many that fit are looked at to find the best: what fits everywhere must not take long. */
const looked = 300;

/** The records of a table, those first whose title has a word that begins with the first of the search. */
function recordsOf(
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
          from ${sql.table(table)} where ${condition} ${unseen ? sql`and not ${unseen}` : sql``} limit ${looked}
        ) as found
        order by folded(' ' || title) like '% ' || folded_word(${first}) || '%' desc, folded(title), id
        limit ${limit}`.execute(db);
      return rows;
    },
  };
}

/** The newest requests of a channel; an interpreter's own where that is their reach. */
function interpretationsOf(channel: Channel): Source {
  return {
    isOpen: ({ interpretations }, flags) => interpretations && flags[channel],
    find: async (db, { search, person, flags, now, limit }) => {
      const isOwn = reach('interpretations', person.role) === 'own';
      const scope = { offered: offeredBy(flags), interpreterId: isOwn ? person.id : null, now };
      const rows = await newestMatching(db, scope, { channel, search, limit });
      return rows.map(({ id, customer_name, address, created }) => ({
        ...{ id, title: customer_name, detail: address, partner: null },
        created: created.toISOString(),
      }));
    },
  };
}

/** The reservations that begin last; an interpreter's own where that is their reach. */
const reservations: Source = {
  isOpen: ({ collections }) => collections.reservations !== 'none',
  find: async (db, { search, person, now, limit }) => {
    if (search.trim() === '') return [];
    const own = reach('reservations', person.role) === 'own' ? person.id : null;
    const query = { search, page_size: limit };
    const { rows } = await listReservations(db, { query, own, from: null, to: null }, now);
    return rows.map(({ id, name, address, customer_name, starts }) => ({
      ...{ id, title: name, detail: address ?? (customer_name || null), partner: null },
      created: starts.toISOString(),
    }));
  },
};

/** The closed registry of what is searched: one line for each kind of record. */
export const sources: Record<SearchGroup, Source> = {
  users: recordsOf('users', {
    title: sql`first_name || ' ' || last_name`,
    detail: sql`email`,
    fits: (search) => searchIndexed(search, sql`search_text`),
    hidden: ({ role }) => {
      const unseen = unreachableRoles[role];
      return unseen.length > 0 ? sql`role in (${sql.join([...unseen])})` : null;
    },
  }),
  partners: recordsOf('partners', {
    detail: sql`address`,
    fits: (search) => searchIn(search, [sql`name`, sql`address`, sql`slug`, sql`contact_email`]),
  }),
  venues: recordsOf('venues', { detail: sql`address`, partner: sql`partner_id` }),
  videos: recordsOf('videos', { title: sql`title`, partner: sql`partner_id` }),
  contacts: recordsOf('contacts', { detail: sql`"phoneNumber"` }),
  online: interpretationsOf('online'),
  live: interpretationsOf('live'),
  reservations,
  departments: recordsOf('departments'),
  partner_categories: recordsOf('partner_categories'),
  closure_categories: recordsOf('closure_categories', { title: sql`title` }),
  sliders: recordsOf('sliders', { title: sql`title` }),
};
