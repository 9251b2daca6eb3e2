import Type, { type Static, type TSchema } from 'typebox';
import { Address, bounds, Email, Instant, line, Link, maybe, Name, PersonName, Phone, Slug, text } from './fields.ts';
import {
  type CaptionType,
  captionTypes,
  type Channel,
  channels,
  type LocationType,
  locationTypes,
  type MediaKind,
  mediaKinds,
  type QueueType,
  queueTypes,
  type RequestKind,
  requestKinds,
  type ServiceKind,
  serviceKinds,
  type SessionMode,
  sessionModes,
} from './interpretations.ts';
import { type Language, languages } from './languages.ts';
import {
  type EventStatus,
  eventStatuses,
  maxPlatformEvents,
  type PlatformEventType,
  platformEventTypes,
} from './platformNames.ts';
import { type Platform, platforms } from './platforms.ts';

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
  media_kind: Type.Unsafe<MediaKind>(Type.Enum([...mediaKinds])),
};

/** The `data` of each type of event. */
export const platformData = {
  'signboard.request.created': data({
    channel: Type.Unsafe<Channel>(Type.Enum([...channels])),
    session_mode: Type.Unsafe<SessionMode>(Type.Enum([...sessionModes])),
    queue_type: Type.Unsafe<QueueType>(Type.Enum([...queueTypes])),
    category: line({ min: 1, max: bounds.name.max }),
    location_type: Type.Optional(
      Type.Unsafe<LocationType>(Type.Enum([...locationTypes], { description: '`remote` by default.' })),
    ),
    service_kind: Type.Optional(
      Type.Unsafe<ServiceKind>(Type.Enum([...serviceKinds], { description: '`interpretation` by default.' })),
    ),
    kind: Type.Optional(
      Type.Unsafe<RequestKind>(Type.Enum([...requestKinds], { description: '`immediate` by default.' })),
    ),
    caption_type: maybe(Type.Unsafe<CaptionType>(Type.Enum([...captionTypes]))),
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
    language: maybe(Type.Unsafe<Language>(Type.Enum([...languages]))),
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
  'signboard.version.published': Type.Unsafe<Platform>(Type.Enum([...platforms])),
  'signboard.interpreter.presence': Interpreter,
};

/** The schema of one type of event: CloudEvents 1.0. Further context attributes are accepted and not stored. */
export function eventSchema(type: PlatformEventType): TSchema {
  return Type.Object(
    {
      specversion: Type.Literal('1.0'),
      id: Type.Unsafe<string>({ ...ExternalId, description: 'Unique for the source.' }),
      source: line({ min: 1, max: 200 }),
      type: Type.Literal(type),
      subject: subjects[type] ?? ExternalId,
      time: Type.Unsafe<string>({ ...Instant, description: 'When it happened.' }),
      datacontenttype: Type.Optional(Type.Literal('application/json')),
      data: platformData[type],
    },
    { $id: `PlatformEvent.${type.replace('signboard.', '')}` },
  );
}

/** Any event of a video platform. */
export const PlatformEvent = Type.Union(platformEventTypes.map(eventSchema), { $id: 'PlatformEvent' });

/** `POST platform/events/`: the response, with one result per event in the order of the call. */
export const EventResults = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        source: Type.Union([Type.String(), Type.Null()]),
        id: Type.Union([Type.String(), Type.Null()], { description: 'The id of the event.' }),
        status: Type.Unsafe<EventStatus>(
          Type.Enum([...eventStatuses], {
            description:
              '`waiting`: stored, and shown once the event arrives that it builds on. `duplicate`: received before. `rejected`: not stored.',
          }),
        ),
        code: Type.Optional(Type.String({ description: 'Why it was rejected: a code of the error catalogue.' })),
        pointer: Type.Optional(Type.String({ description: 'The wrong value: a JSON pointer into the event.' })),
      }),
      { maxItems: maxPlatformEvents },
    ),
  },
  { $id: 'EventResults' },
);
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
