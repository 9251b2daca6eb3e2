import type { Verdicts } from '../../contract/auth.ts';
import type { User } from '../../contract/users.ts';
import type { Page } from '#api/collection.ts';
import { departments } from '#api/departments.ts';
import type { Params } from '#api/http.ts';
import { partnerCategories } from '#api/partnerCategories.ts';
import { partners } from '#api/partners.ts';
import type { Query } from '#api/query.ts';
import { users } from '#api/users.ts';

/** What of a record says which one it is. */
export type Named = { id: string; name: string } | Pick<User, 'id' | 'first_name' | 'last_name' | 'email'>;

type Source = {
  /** Where one of them is read. */
  path: string;
  find: (asked: Params) => Query<Page<Named>>;
  /** Who may look for them. */
  isFor: (verdicts: Verdicts) => boolean;
};

const people = (narrowed: (asked: Params) => Params): Source => ({
  path: users.path,
  find: (asked) => users.list({ ...asked, ...narrowed(asked), ordering: 'last_name' }),
  isFor: (verdicts) => verdicts.users,
});

const sources = {
  partner: {
    path: partners.path,
    find: (asked) => partners.list({ ...asked, ordering: 'name' }),
    isFor: ({ collections }) => collections.partners !== 'none',
  },
  partner_category: {
    path: partnerCategories.path,
    find: (asked) => partnerCategories.list({ ...asked, ordering: 'name' }),
    isFor: ({ collections }) => collections.partner_categories !== 'none',
  },
  department: {
    path: departments.path,
    find: (asked) => departments.list({ ...asked, ordering: 'name' }),
    // Whoever sees nobody else has no use for whose department it is.
    isFor: (verdicts) => verdicts.users && verdicts.collections.departments !== 'none',
  },
  interpreter: people(() => ({ role: ['interpreter'] })),
  customer: people(() => ({ role: ['deaf', 'partner'] })),
  // Those who write most are offered; whoever else is looked for is found, too.
  person: people(({ search }) => (search ? {} : { role: ['manager', 'owner'] })),
} satisfies Record<string, Source>;

/** A kind of record that is found by its name. */
export type RecordKind = keyof typeof sources;

/** Where a record of a kind is read, relative to BACKEND_URL. */
export const recordPath = (kind: RecordKind): string => sources[kind].path;

/** Whether somebody may look for records of a kind. */
export const mayFind = (kind: RecordKind, verdicts: Verdicts | undefined): boolean =>
  verdicts !== undefined && sources[kind].isFor(verdicts);

/** The first records of a kind that a search finds, by name; `more` narrows them further. */
export function findRecords(kind: RecordKind, search: string, more: Params = {}): Query<Page<Named>> {
  return sources[kind].find({ ...more, search: search || null, page_size: 20 });
}
