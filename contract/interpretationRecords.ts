import Type, { type Static, type TSchema } from 'typebox';
import { anyOf, Etag, listQuery, page, verdicts } from './collection.ts';
import { bounds, Id, Instant, text } from './fields.ts';
import {
  captionTypes,
  channels,
  locationTypes,
  outcomes,
  queueTypes,
  recordingStates,
  requestKinds,
  serviceKinds,
  sessionModes,
} from './interpretations.ts';
import { Recording } from './recordings.ts';

const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

const name = <const Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>(Type.Enum([...values], { description }));

const Seconds = Type.Integer({ minimum: 0 });

/** What somebody may do with an interpretation. */
export const interpretationActs = ['note', 'close', 'process_recordings'] as const;

/** An interpretation, online or live: a request and what became of it (specification §2). Names of what was deleted are null. */
export const Interpretation = Type.Object(
  {
    id: Id,
    etag: Etag,
    kind: name(requestKinds, 'Asked for now, or reserved beforehand.'),
    channel: name(channels, '`live`: also called offline.'),
    session_mode: name(sessionModes, 'Video remote interpreting, or video relay.'),
    service_kind: name(serviceKinds, 'What is asked for.'),
    caption_type: nullable(name(captionTypes, ''), 'Only with transcription.'),
    location_type: name(locationTypes, '`site`: only live.'),
    queue_type: name(queueTypes, 'The queue that it waited in.'),
    category: Type.String({ description: 'What it is about, in the deployment’s words.' }),
    address: nullable(Type.String()),
    phone: nullable(Type.String()),
    partner: nullable(Id),
    partner_name: nullable(Type.String()),
    customer: nullable(Id),
    customer_name: nullable(Type.String()),
    interpreter: nullable(Id, 'Null: nobody has taken it.'),
    interpreter_name: nullable(Type.String()),
    created: Instant,
    started: nullable(Instant, 'When it was answered.'),
    ended: nullable(Instant),
    outcome: name(outcomes, '`abandoned`: it ended before anybody answered.'),
    waiting_seconds: nullable(Seconds, 'From `created` to `started`; null where nobody answered.'),
    duration_seconds: nullable(Seconds, 'From `started` to `ended`; null while it lasts, and where nobody answered.'),
    note: nullable(Type.String()),
    closure_category: nullable(Id),
    closure_category_title: nullable(Type.String()),
    closure_note: nullable(Type.String()),
    recording: nullable(
      name(recordingStates, ''),
      'How far the recordings are: the state of the one that is least far; null without any.',
    ),
    can: verdicts(interpretationActs),
  },
  { $id: 'Interpretation' },
);
export type Interpretation = Static<typeof Interpretation>;

/** `GET interpretations/{id}/`: an interpretation with its recordings, the oldest first, and what was thought of it. */
export const InterpretationDetail = Type.Object(
  {
    ...Interpretation.properties,
    recordings: Type.Array(Recording),
    feedback: nullable(
      Type.Object({ id: Id, rating: Type.Integer({ minimum: 1, maximum: 5 }) }),
      'The feedback that was given; null without any, and where it is not for the caller.',
    ),
  },
  { $id: 'InterpretationDetail' },
);
export type InterpretationDetail = Static<typeof InterpretationDetail>;

/** `PATCH interpretations/{id}/`: what is left out stays as it is. An interpreter changes the note alone (403 `forbidden`). */
export const InterpretationChanges = Type.Partial(
  Type.Object({
    note: nullable(text({ max: bounds.note })),
    closure_category: nullable(Id),
    closure_note: nullable(text({ max: bounds.note })),
  }),
  { $id: 'InterpretationChanges', additionalProperties: false },
);
export type InterpretationChanges = Static<typeof InterpretationChanges>;

/** What the list may be ordered by; each has an index. */
export const interpretationOrderings = ['created', 'category', 'waiting_seconds', 'duration_seconds'] as const;

/** How far a recording is, or that there is none: a filter of the list. */
export const recordingFilters = [...recordingStates, 'none'] as const;

const ids = Type.Optional(Type.Array(Id, { maxItems: 100 }));

/**
 * `GET interpretations/`: the query. The search looks at partner, customer, interpreter, note, closure note, address and phone. A value that
 * the deployment does not have is refused as `feature_off`.
 */
export const InterpretationsQuery = listQuery(interpretationOrderings, {
  kind: anyOf(requestKinds),
  channel: anyOf(channels),
  session_mode: anyOf(sessionModes),
  service_kind: anyOf(serviceKinds),
  caption_type: anyOf(captionTypes),
  location_type: anyOf(locationTypes),
  queue_type: anyOf(queueTypes),
  outcome: anyOf(outcomes),
  recording: anyOf(recordingFilters),
  partner: ids,
  partner_category: ids,
  department: ids,
  customer: ids,
  interpreter: ids,
  closure_category: ids,
  from_day: Type.Optional(Type.String({ format: 'date', description: 'Created on this day or later.' })),
  to_day: Type.Optional(Type.String({ format: 'date', description: 'Created on this day or before.' })),
  has_note: Type.Optional(Type.Boolean()),
  rated: Type.Optional(Type.Boolean({ description: 'Whether its customer has given feedback.' })),
  ended: Type.Optional(Type.Boolean({ description: '`false`: those that wait or are going on.' })),
});
export type InterpretationsQuery = Static<typeof InterpretationsQuery>;

/** `GET interpretations/`: the answer. Its `ETag`, sent back as `If-None-Match`, is answered with 304 while nothing has changed. */
export const InterpretationsPage = page(Interpretation, 'InterpretationsPage');
