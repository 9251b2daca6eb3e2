import Type, { type Static, type TSchema } from 'typebox';
import {
  Address,
  bounds,
  Email,
  Instant,
  line,
  Link,
  maybe,
  Name,
  named,
  nullable,
  oneOf,
  PersonName,
  Phone,
  Slug,
  text,
} from './fields.ts';
import {
  captionTypes,
  channels,
  locationTypes,
  mediaKinds,
  queueTypes,
  requestKinds,
  serviceKinds,
  sessionModes,
} from './interpretations.ts';
import { languages } from './languages.ts';
import { eventStatuses, maxPlatformEvents, type PlatformEventType, platformEventTypes } from './platformNames.ts';
import { platforms } from './platforms.ts';

/** The id of something at the platform: a request, a customer, a partner, a recording. */
const ExternalId = line({ min: 1, max: 200 });

const Interpreter = line({ min: 1, max: bounds.email });
const Rating = Type.Integer({ minimum: 1, maximum: 5 });
const Note = maybe(text({ max: bounds.note }));

const data = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const interpreter = {
  interpreter: Type.Unsafe<string>({ ...Interpreter, description: 'The e-mail address.' }),
};
const recording = {
  recording: ExternalId,
  media_kind: oneOf(mediaKinds),
};

/** The `data` of each type of event. */
export const platformData = {
  'signboard.request.created': data({
    channel: oneOf(channels),
    session_mode: oneOf(sessionModes),
    queue_type: oneOf(queueTypes),
    category: line({ min: 1, max: bounds.name.max }),
    location_type: Type.Optional(oneOf(locationTypes, '`remote` by default.')),
    service_kind: Type.Optional(oneOf(serviceKinds, '`interpretation` by default.')),
    kind: Type.Optional(oneOf(requestKinds, '`immediate` by default.')),
    caption_type: maybe(oneOf(captionTypes)),
    customer: maybe(ExternalId),
    partner: maybe(ExternalId),
    address: maybe(Address),
    phone: maybe(Phone),
    note: Note,
  }),
  'signboard.request.offered': data(interpreter),
  'signboard.request.answered': data(interpreter),
  'signboard.request.ended': data({ closure_note: Note }),
  'signboard.request.abandoned': data({}),
  'signboard.request.rated': data({
    rating: Rating,
    video_quality: maybe(Rating),
    interpreter_quality: maybe(Rating),
    notes: Note,
  }),
  'signboard.recording.started': data(recording),
  'signboard.recording.ended': data(recording),
  'signboard.recording.stored': data({ ...recording, object: ExternalId }),
  'signboard.interpreter.presence': data({ online: Type.Boolean() }),
  'signboard.version.published': data({
    version: Type.String({ maxLength: 50, pattern: '^\\d+\\.\\d+\\.\\d+([-+][\\w.+-]+)?$' }),
  }),
  'signboard.customer.changed': data({
    email: Email,
    first_name: PersonName,
    last_name: PersonName,
    phone: maybe(Phone),
    language: maybe(oneOf(languages)),
  }),
  'signboard.partner.changed': data({
    name: Name,
    slug: Type.Optional(Slug),
    contact_email: maybe(Email),
    phone: maybe(Phone),
    website: maybe(Link),
    address: maybe(Address),
  }),
} as const satisfies Record<PlatformEventType, TSchema>;

/** The `data` of an event. */
export type PlatformData<Of extends PlatformEventType> = Static<(typeof platformData)[Of]>;

const subjects: Partial<Record<PlatformEventType, TSchema>> = {
  'signboard.version.published': oneOf(platforms),
  'signboard.interpreter.presence': Interpreter,
};

/** The schema of one type of event: CloudEvents 1.0. Further context attributes are accepted and not stored. */
export function eventSchema(type: PlatformEventType): TSchema {
  return named(`PlatformEvent.${type.replace('signboard.', '')}`, {
    specversion: Type.Literal('1.0'),
    id: Type.Unsafe<string>({ ...ExternalId, description: 'Unique for the source.' }),
    source: line({ min: 1, max: 200 }),
    type: Type.Literal(type),
    subject: subjects[type] ?? ExternalId,
    time: Type.Unsafe<string>({ ...Instant, description: 'When it happened.' }),
    datacontenttype: Type.Optional(Type.Literal('application/json')),
    data: platformData[type],
  });
}

/** Any event of a video platform. */
export const PlatformEvent = Type.Union(platformEventTypes.map(eventSchema), { $id: 'PlatformEvent' });

/** `POST platform/events/`: the response, with one result per event in the order of the call. */
export const EventResults = named('EventResults', {
  results: Type.Array(
    Type.Object({
      source: nullable(Type.String()),
      id: nullable(Type.String(), 'The id of the event.'),
      status: oneOf(
        eventStatuses,
        '`waiting`: stored, and shown once the event arrives that it builds on. `duplicate`: received before. `rejected`: not stored.',
      ),
      code: Type.Optional(Type.String({ description: 'Why it was rejected: a code of the error catalogue.' })),
      pointer: Type.Optional(Type.String({ description: 'The wrong value: a JSON pointer into the event.' })),
    }),
    { maxItems: maxPlatformEvents },
  ),
});
export type EventResults = Static<typeof EventResults>;
export type EventResult = EventResults['results'][number];

/** `PUT platform/recordings/`: the query. */
export const RecordingUploadQuery = Type.Object(
  {
    source: line({ min: 1, max: 200 }),
    object: Type.Unsafe<string>({
      ...ExternalId,
      description: 'The `object` of the event `signboard.recording.stored`.',
    }),
  },
  { additionalProperties: false },
);
