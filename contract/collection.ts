import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { bulkMax, pageSize } from './bounds.ts';
import { Id } from './fields.ts';

/** What a list may be ordered by: one of its keys, upwards, or downwards with `-`. */
export type OrderingOf<Key extends string> = Key | `-${Key}`;

/** The query of a list: page, ordering out of a closed set, search, and the list's own filters. Anything else is refused. */
export function listQuery<const Key extends string, Filters extends TProperties>(
  orderings: readonly Key[],
  filters: Filters,
) {
  const both = orderings.flatMap((key) => [key, `-${key}`]) as OrderingOf<Key>[];
  return Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'From 1.' })),
      page_size: Type.Optional(
        Type.Integer({ minimum: 1, maximum: pageSize.max, description: `${pageSize.default} when left out.` }),
      ),
      ordering: Type.Optional(Type.Unsafe<OrderingOf<Key>>(Type.Enum(both, { description: '`-`: downwards.' }))),
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Every word must occur.' })),
      ...filters,
    },
    { additionalProperties: false },
  );
}

/** What every list's query has. */
export type ListQuery<Key extends string = string> = {
  page?: number;
  page_size?: number;
  ordering?: OrderingOf<Key>;
  search?: string;
};

/** A filter that takes any number of values: `role[]=manager&role[]=owner`. */
export function anyOf<Value extends string>(values: readonly Value[]) {
  return Type.Optional(Type.Array(Type.Unsafe<Value>(Type.Enum([...values])), { maxItems: values.length }));
}

/** `GET` of a list: how many records match, and those of the page. */
export function page<Item extends TSchema>(item: Item, $id: string) {
  const count = Type.Integer({ minimum: 0, description: 'Of a search 10,000 at most.' });
  return Type.Object({ count, results: Type.Array(item) }, { $id });
}

/** What the caller may do with a record, answered with it. */
export function verdicts<const Act extends string>(acts: readonly Act[]) {
  const properties = Object.fromEntries(acts.map((act) => [act, Type.Boolean()])) as Record<
    Act,
    ReturnType<typeof Type.Boolean>
  >;
  return Type.Object(properties, { description: 'What the caller may do with this record.' });
}

/** The `ETag` of a record as it is: goes back as `If-Match` with an update. In lists too, so that a row can be changed at once. */
export const Etag = Type.String({ description: 'Goes back as `If-Match` with a change.' });

/** The path of one record. An id of another shape is one that is not there. */
export const RecordPath = Type.Object({ id: Type.String({ maxLength: 100 }) });

/** The headers of a create. */
export const CreateHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 200,
      description: 'One per act. Sent again with the same body it answers as the first time, and creates nothing.',
    }),
  ),
});

/** The headers of an update. */
export const UpdateHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({ maxLength: 1000, description: 'The record’s `etag`. Without it: 428; when it is stale: 412.' }),
  ),
});

/** The body of a bulk act. */
export const BulkIds = Type.Object(
  { ids: Type.Array(Id, { minItems: 1, maxItems: bulkMax, uniqueItems: true }) },
  { $id: 'BulkIds', additionalProperties: false },
);
export type BulkIds = Static<typeof BulkIds>;

/** The answer of a bulk act: one result per id, in the order of the call. What could be done is done; the rest says why not. */
export const BulkResults = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        id: Type.String(),
        done: Type.Boolean(),
        code: Type.Union([Type.String(), Type.Null()], { description: 'Why not: a code of the error catalogue.' }),
      }),
    ),
  },
  { $id: 'BulkResults' },
);
export type BulkResults = Static<typeof BulkResults>;
