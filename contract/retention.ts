import Type, { type Static } from 'typebox';
import { Instant } from './fields.ts';
import { longestRetention, type RetentionKind, retentionKinds } from './retentionKinds.ts';

const Kind = Type.Unsafe<RetentionKind>(Type.Enum([...retentionKinds]));
const Count = Type.Integer({ minimum: 0 });

/** How long one kind of data is kept, and what the next run would delete. */
export const RetentionPeriod = Type.Object(
  {
    kind: Kind,
    days: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'The period of the manifest in days; null: the data is kept.',
    }),
    in_force: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'The period after which rows are deleted now; null: none are.',
    }),
    pending: Type.Boolean({
      description: 'The period of the manifest is shorter, and waits for an owner to confirm it.',
    }),
    shortest: Type.Integer({ minimum: 1, description: 'The shortest period that a manifest may have, in days.' }),
    count: Type.Integer({ minimum: 0, description: 'All rows of the kind.' }),
    due: Type.Integer({ minimum: 0, description: 'Rows that are older than `days`.' }),
    held: Type.Integer({ minimum: 0, description: 'Rows that are older, but stay because of a legal hold.' }),
    oldest: Type.Union([Instant, Type.Null()], { description: 'The time of the oldest row that is due.' }),
    last_run: Type.Union([Instant, Type.Null()]),
    can: Type.Object({ confirm: Type.Boolean() }),
  },
  { $id: 'RetentionPeriod' },
);
export type RetentionPeriod = Static<typeof RetentionPeriod>;

/** `GET retention/`: the response. */
export const RetentionList = Type.Object(
  { count: Count, results: Type.Array(RetentionPeriod) },
  { $id: 'RetentionList' },
);

/** `POST retention/{kind}/confirm/`: the period that the owner has seen. */
export const RetentionConfirmation = Type.Object(
  { days: Type.Integer({ minimum: 1, maximum: longestRetention }) },
  { $id: 'RetentionConfirmation', additionalProperties: false },
);

/** The path parameters of `retention/{kind}/…`. */
export const RetentionPath = Type.Object({ kind: Kind });
