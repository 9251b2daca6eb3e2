import Type, { type Static } from 'typebox';
import { Id, Instant } from './fields.ts';
import { type SearchGroup, searchGroups } from './kinds.ts';

/** How many records a group answers with. */
export const searchLimit = { default: 5, max: 20 } as const;

/** `GET search/`: the query. Every word must occur, whatever its case and accents. */
export const SearchQuery = Type.Object(
  {
    search: Type.String({ minLength: 2, maxLength: 100, description: 'Two letters or more.' }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: searchLimit.max,
        description: `Records per group; ${searchLimit.default} when left out.`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type SearchQuery = Static<typeof SearchQuery>;

/** A record that was found: what it is called, and what tells it from another of that name. */
export const SearchHit = Type.Object({
  id: Id,
  title: Type.Union([Type.String(), Type.Null()], { description: 'Null: an interpretation of nobody known.' }),
  detail: Type.Union([Type.String(), Type.Null()]),
  partner: Type.Union([Id, Type.Null()], { description: 'Whose venue or video it is: its page lies below theirs.' }),
  created: Type.Union([Instant, Type.Null()], {
    description: 'When an interpretation was asked for, or when a reservation begins.',
  }),
});
export type SearchHit = Static<typeof SearchHit>;

/** `GET search/`: the groups in which something was found that the caller may see. */
export const SearchAnswer = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        group: Type.Unsafe<SearchGroup>(Type.Enum([...searchGroups])),
        results: Type.Array(SearchHit),
        more: Type.Boolean({ description: 'There are more; the list of the records finds them by the same words.' }),
      }),
    ),
  },
  { $id: 'SearchAnswer' },
);
export type SearchAnswer = Static<typeof SearchAnswer>;
