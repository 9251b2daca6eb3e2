import type { Verdicts } from '../../contract/auth.ts';
import type { Partner } from '../../contract/partners.ts';
import type { User } from '../../contract/users.ts';
import type { Page } from '#api/collection.ts';
import { departments } from '#api/departments.ts';
import type { Params } from '#api/http.ts';
import { partnerCategories } from '#api/partnerCategories.ts';
import { partners } from '#api/partners.ts';
import type { Query } from '#api/query.ts';
import { users } from '#api/users.ts';

/** The fields that name a record, and tell it from others of the same name. */
export type Named =
  | ({ id: string; name: string } & Partial<Pick<Partner, 'address' | 'users'>>)
  | Pick<User, 'id' | 'first_name' | 'last_name' | 'email'>;

type Source = {
  /** The path of one record. */
  path: string;
  find: (params: Params) => Query<Page<Named>>;
  /** Who may search for them. */
  isFor: (verdicts: Verdicts) => boolean;
};

const people = (narrowed: (params: Params) => Params): Source => ({
  path: users.path,
  find: (params) => users.list({ ...params, ...narrowed(params), ordering: 'last_name' }),
  isFor: (verdicts) => verdicts.users,
});

const sources = {
  partner: {
    path: partners.path,
    find: (params) => partners.list({ ...params, ordering: 'name' }),
    isFor: ({ collections }) => collections.partners !== 'none',
  },
  partner_category: {
    path: partnerCategories.path,
    find: (params) => partnerCategories.list({ ...params, ordering: 'name' }),
    isFor: ({ collections }) => collections.partner_categories !== 'none',
  },
  department: {
    path: departments.path,
    find: (params) => departments.list({ ...params, ordering: 'name' }),
    // People who may not see users cannot use departments either.
    isFor: (verdicts) => verdicts.users && verdicts.collections.departments !== 'none',
  },
  interpreter: people(() => ({ role: ['interpreter'] })),
  customer: people(() => ({ role: ['deaf', 'partner'] })),
  // Suggests managers and owners, who write most; a search finds anybody.
  person: people(({ search }) => (search ? {} : { role: ['manager', 'owner'] })),
} satisfies Record<string, Source>;

/** A kind of record that can be found by its name. */
export type RecordKind = keyof typeof sources;

/** The path of a record's kind, relative to BACKEND_URL. */
export const recordPath = (kind: RecordKind): string => sources[kind].path;

/** Whether a person with these permissions may search for records of a kind. */
export const maySearch = (kind: RecordKind, verdicts: Verdicts | undefined): boolean =>
  verdicts !== undefined && sources[kind].isFor(verdicts);

/** The first matches of a search among records of a kind, by name; `more` has further parameters. */
export function findRecords(kind: RecordKind, search: string, more: Params = {}): Query<Page<Named>> {
  return sources[kind].find({ ...more, search: search || null, page_size: 20 });
}
