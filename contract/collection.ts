import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { bulkMax, pageSize } from './bounds.ts';
import { form, Id, named, nullable, oneOf } from './fields.ts';

/** A sort key of a list; with `-`, descending. */
export type OrderingOf<Key extends string> = Key | `-${Key}`;

/**
 * The query of a list: page, ordering from a closed set, search, and the list's own filters. Other parameters are
 * refused.
 */
export function listQuery<const Key extends string, Filters extends TProperties>(
  orderings: readonly Key[],
  filters: Filters,
) {
  const both = orderings.flatMap((key) => [key, `-${key}`]) as OrderingOf<Key>[];
  return Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'From 1.' })),
      page_size: Type.Optional(
        Type.Integer({ minimum: 1, maximum: pageSize.max, description: `${pageSize.default} by default.` }),
      ),
      ordering: Type.Optional(Type.Unsafe<OrderingOf<Key>>(Type.Enum(both, { description: '`-`: descending.' }))),
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Every word must occur.' })),
      ...filters,
    },
    { additionalProperties: false },
  );
}

/** The query parameters that all lists share. */
export type ListQuery<Key extends string = string> = {
  page?: number;
  page_size?: number;
  ordering?: OrderingOf<Key>;
  search?: string;
};

/** A filter that takes any number of values: `role[]=manager&role[]=owner`. */
export function anyOf<Value extends string>(values: readonly Value[]) {
  return Type.Optional(Type.Array(oneOf(values), { maxItems: values.length }));
}

/** `GET` of a list: the number of matching records, and one page of them. */
export function page<Item extends TSchema>(item: Item, $id: string) {
  const count = Type.Integer({ minimum: 0, description: 'At most 10,000 for a search.' });
  return named($id, { count, results: Type.Array(item) });
}

/** The caller's permissions for a record, sent with it. */
export function verdicts<const Act extends string>(acts: readonly Act[]) {
  const properties = Object.fromEntries(acts.map((act) => [act, Type.Boolean()])) as Record<
    Act,
    ReturnType<typeof Type.Boolean>
  >;
  return Type.Object(properties, { description: 'What the caller may do with this record.' });
}

/**
 * The version of a record, to be sent as `If-Match` with an update. Lists contain it too, so that a row can be edited
 * directly.
 */
export const Etag = Type.String({ description: 'Sent as `If-Match` with a change.' });

/** The path of one record. Malformed ids get 404, not 400. */
export const RecordPath = Type.Object({ id: Type.String({ maxLength: 100 }) });

/** The headers of a create. */
export const CreateHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 200,
      description:
        'One per act. A repeated call with the same key and body gets the first response and creates nothing.',
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
export const BulkIds = form('BulkIds', { ids: Type.Array(Id, { minItems: 1, maxItems: bulkMax, uniqueItems: true }) });
export type BulkIds = Static<typeof BulkIds>;

/**
 * The response of a bulk act: one result per id, in the order of the call. Failed ids have a code; the others are done.
 */
export const BulkResults = named('BulkResults', {
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      done: Type.Boolean(),
      code: nullable(Type.String(), 'The reason for a failure: a code of the error catalogue.'),
    }),
  ),
});
export type BulkResults = Static<typeof BulkResults>;
