import Type, { type Static } from 'typebox';
import { form, Instant, named, nullable, oneOf } from './fields.ts';
import { longestRetention, retentionKinds } from './retentionKinds.ts';

const Kind = oneOf(retentionKinds);
const Count = Type.Integer({ minimum: 0 });

/** How long one kind of data is kept, and what the next run would delete. */
export const RetentionPeriod = named('RetentionPeriod', {
  kind: Kind,
  days: nullable(Type.Integer({ minimum: 1 }), 'The period of the manifest in days; null: the data is kept.'),
  in_force: nullable(Type.Integer({ minimum: 1 }), 'The period after which rows are deleted now; null: none are.'),
  pending: Type.Boolean({
    description: 'The period of the manifest is shorter, and waits for an owner to confirm it.',
  }),
  shortest: Type.Integer({ minimum: 1, description: 'The shortest period that a manifest may have, in days.' }),
  count: Type.Integer({ minimum: 0, description: 'All rows of the kind.' }),
  due: Type.Integer({ minimum: 0, description: 'Rows that are older than `days`.' }),
  held: Type.Integer({ minimum: 0, description: 'Rows that are older, but stay because of a legal hold.' }),
  oldest: nullable(Instant, 'The time of the oldest row that is due.'),
  last_run: nullable(Instant),
  can: Type.Object({ confirm: Type.Boolean() }),
});
export type RetentionPeriod = Static<typeof RetentionPeriod>;

/** `GET retention/`: the response. */
export const RetentionList = named('RetentionList', { count: Count, results: Type.Array(RetentionPeriod) });

/** `POST retention/{kind}/confirm/`: the period that the owner has seen. */
export const RetentionConfirmation = form('RetentionConfirmation', {
  days: Type.Integer({ minimum: 1, maximum: longestRetention }),
});

/** The path parameters of `retention/{kind}/…`. */
export const RetentionPath = Type.Object({ kind: Kind });
