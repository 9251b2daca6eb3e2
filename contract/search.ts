import Type, { type Static } from 'typebox';
import { Id, Instant } from './fields.ts';
import { type SearchGroup, searchGroups } from './kinds.ts';

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
  title: Type.Union([Type.String(), Type.Null()], { description: 'Null: an interpretation of an unknown customer.' }),
  detail: Type.Union([Type.String(), Type.Null()]),
  partner: Type.Union([Id, Type.Null()], {
    description: 'The partner of a venue or video, whose page is below the partner’s.',
  }),
  created: Type.Union([Instant, Type.Null()], {
    description: 'When an interpretation was requested, or when a reservation starts.',
  }),
});
export type SearchHit = Static<typeof SearchHit>;

/** `GET search/`: the groups with matches that the caller may read. */
export const SearchAnswer = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        group: Type.Unsafe<SearchGroup>(Type.Enum([...searchGroups])),
        results: Type.Array(SearchHit),
        more: Type.Boolean({
          description: 'There are more matches; the list of the records finds them with the same search.',
        }),
      }),
    ),
  },
  { $id: 'SearchAnswer' },
);
export type SearchAnswer = Static<typeof SearchAnswer>;
