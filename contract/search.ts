import Type, { type Static } from 'typebox';
import { Id, Instant, named, nullable, oneOf } from './fields.ts';
import { searchGroups } from './kinds.ts';

/** Records per group: default and maximum. */
export const searchLimit = { default: 5, max: 20 } as const;

/** `GET search/`: the query. Every word must occur, ignoring case and accents. */
export const SearchQuery = Type.Object(
  {
    search: Type.String({ minLength: 2, maxLength: 100, description: 'At least two letters.' }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: searchLimit.max,
        description: `Records per group; ${searchLimit.default} by default.`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type SearchQuery = Static<typeof SearchQuery>;

/** A matching record: its title, and a detail that distinguishes records of the same title. */
export const SearchHit = Type.Object({
  id: Id,
  title: nullable(Type.String(), 'Null: an interpretation of an unknown customer.'),
  detail: nullable(Type.String()),
  partner: nullable(Id, 'The partner of a venue or video, whose page is below the partner’s.'),
  created: nullable(Instant, 'When an interpretation was requested, or when a reservation starts.'),
});
export type SearchHit = Static<typeof SearchHit>;

/** `GET search/`: the groups with matches that the caller may read. */
export const SearchAnswer = named('SearchAnswer', {
  groups: Type.Array(
    Type.Object({
      group: oneOf(searchGroups),
      results: Type.Array(SearchHit),
      more: Type.Boolean({
        description: 'There are more matches; the list of the records finds them with the same search.',
      }),
    }),
  ),
});
export type SearchAnswer = Static<typeof SearchAnswer>;
