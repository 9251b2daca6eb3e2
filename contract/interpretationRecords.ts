import Type, { type Static } from 'typebox';
import { anyOf, Etag, listQuery, page, verdicts } from './collection.ts';
import { bounds, day, Id, Instant, named, nullable, oneOf, partialForm, text } from './fields.ts';
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

const Seconds = Type.Integer({ minimum: 0 });

/** The acts on an interpretation. */
export const interpretationActs = ['note', 'close', 'process_recordings'] as const;

/** A request and its outcome, online or live (R87). The names of deleted people and partners are null. */
export const Interpretation = named('Interpretation', {
  id: Id,
  etag: Etag,
  kind: oneOf(requestKinds, 'Requested for now, or reserved beforehand.'),
  channel: oneOf(channels, '`live`: also called offline.'),
  session_mode: oneOf(sessionModes, 'Video remote interpreting, or video relay.'),
  service_kind: oneOf(serviceKinds, 'The requested service.'),
  caption_type: nullable(oneOf(captionTypes), 'Only with transcription.'),
  location_type: oneOf(locationTypes, '`site`: only with `live`.'),
  queue_type: oneOf(queueTypes, 'The queue that the request waited in.'),
  category: Type.String({ description: 'The subject, as the deployment names it.' }),
  address: nullable(Type.String()),
  phone: nullable(Type.String()),
  partner: nullable(Id),
  partner_name: nullable(Type.String()),
  customer: nullable(Id),
  customer_name: nullable(Type.String()),
  interpreter: nullable(Id, 'Null: not answered.'),
  interpreter_name: nullable(Type.String()),
  created: Instant,
  started: nullable(Instant, 'When it was answered.'),
  ended: nullable(Instant),
  end_unknown: Type.Boolean({
    description: 'Nobody reported the end within the limit of its kind: it is over, and `ended` stays null.',
  }),
  outcome: oneOf(
    outcomes,
    '`abandoned`: ended unanswered. `unknown`: neither an answer nor the end was reported within the limit.',
  ),
  waiting_seconds: nullable(Seconds, 'From `created` to `started`; null if unanswered.'),
  duration_seconds: nullable(
    Seconds,
    'From `started` to `ended`; null while in progress, if unanswered, or if the end is unknown.',
  ),
  note: nullable(Type.String()),
  closure_category: nullable(Id),
  closure_category_title: nullable(Type.String()),
  closure_note: nullable(Type.String()),
  recording: nullable(
    oneOf(recordingStates),
    'The least advanced state among the recordings; null without recordings.',
  ),
  can: verdicts(interpretationActs),
});
export type Interpretation = Static<typeof Interpretation>;

/** `GET interpretations/{id}/`: an interpretation with its recordings, the oldest first, and its feedback. */
export const InterpretationDetail = named('InterpretationDetail', {
  ...Interpretation.properties,
  recordings: Type.Array(Recording),
  feedback: nullable(
    Type.Object({ id: Id, rating: Type.Integer({ minimum: 1, maximum: 5 }) }),
    'Null without feedback, or if the caller may not read it.',
  ),
});
export type InterpretationDetail = Static<typeof InterpretationDetail>;

/**
 * `PATCH interpretations/{id}/`: omitted fields stay unchanged. An interpreter may change the note only (403
 * `forbidden`).
 */
export const InterpretationChanges = partialForm('InterpretationChanges', {
  note: nullable(text({ max: bounds.note })),
  closure_category: nullable(Id),
  closure_note: nullable(text({ max: bounds.note })),
});
export type InterpretationChanges = Static<typeof InterpretationChanges>;

/** The sort keys of the list; each has an index. */
export const interpretationOrderings = ['created', 'category', 'waiting_seconds', 'duration_seconds'] as const;

/** A filter of the list: the state of the recordings, or `none`. */
export const recordingFilters = [...recordingStates, 'none'] as const;

const ids = Type.Optional(Type.Array(Id, { maxItems: 100 }));

/**
 * `GET interpretations/`: the query. The search covers partner, customer, interpreter, note, closure note, address and
 * phone. Filter values that the deployment does not offer are refused with `feature_off`.
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
  from_day: Type.Optional(day('Created on this day or later.')),
  to_day: Type.Optional(day('Created on this day or before.')),
  has_note: Type.Optional(Type.Boolean()),
  rated: Type.Optional(Type.Boolean({ description: 'Whether the customer has given feedback.' })),
  ended: Type.Optional(Type.Boolean({ description: '`true`: the end is known. `false`: waiting or in progress.' })),
});
export type InterpretationsQuery = Static<typeof InterpretationsQuery>;

/** `GET interpretations/`: the response. It has an `ETag`; `If-None-Match` gets 304 while nothing has changed. */
export const InterpretationsPage = page(Interpretation, 'InterpretationsPage');
