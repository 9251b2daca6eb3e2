import Type, { type Static } from 'typebox';
import { anyOf, listQuery, page } from './collection.ts';
import { day, Id, Instant } from './fields.ts';
import { type SecurityEventName, securityEventNames } from './securityEventNames.ts';

const MaybeText = Type.Union([Type.String(), Type.Null()]);

/** One event. It never contains a password, a code, a token, or an e-mail address that belongs to no account. */
export const SecurityEvent = Type.Object(
  {
    id: Type.Integer(),
    at: Instant,
    event: Type.Unsafe<SecurityEventName>(Type.Enum([...securityEventNames])),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'The error code of a refusal.' }),
    person: Type.Union([Id, Type.Null()], { description: 'Null: nobody was signed in, and no account was named.' }),
    person_email: Type.Union([Type.String(), Type.Null()], { description: 'The address at the time of the event.' }),
    person_name: Type.Union([Type.String(), Type.Null()], {
      description: 'The name of the person, if they still exist.',
    }),
    subject: Type.Union([Id, Type.Null()], { description: 'The other person whom the act concerned.' }),
    subject_name: MaybeText,
    object: Type.Union([Type.String(), Type.Null()], {
      description:
        'The exported list, the collection of the opened file, the way of a sign-in or proof, the kind of a link, the path that was refused, or the name of a service account.',
    }),
    object_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The record of the opened file, or the id of a service account.',
    }),
    rows: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'The number of exported records.',
    }),
    columns: Type.Array(Type.String(), { description: 'The columns of an exported report; otherwise none.' }),
    address: MaybeText,
    user_agent: MaybeText,
    device: Type.Union([Type.String(), Type.Null()], {
      description: 'Browser and system in readable form, such as `Firefox, Windows`.',
    }),
    request_id: Type.String(),
  },
  { $id: 'SecurityEvent' },
);
export type SecurityEvent = Static<typeof SecurityEvent>;

/** The sort keys of the list. */
export const securityEventOrderings = ['at'] as const;

/**
 * `GET security_events/`: the query. `person` is who acted, or whom the act concerned. The search covers address, e-mail
 * and request id. Days are in the deployment’s time zone, both inclusive.
 */
export const SecurityEventsQuery = listQuery(securityEventOrderings, {
  event: anyOf(securityEventNames),
  person: Type.Optional(Id),
  address: Type.Optional(Type.String({ maxLength: 45, description: 'The exact network address.' })),
  request_id: Type.Optional(Type.String({ maxLength: 100 })),
  from_day: Type.Optional(day('On this day or later.')),
  to_day: Type.Optional(day('On this day or before.')),
});
export type SecurityEventsQuery = Static<typeof SecurityEventsQuery>;

/** `GET security_events/`: the response. */
export const SecurityEventsPage = page(SecurityEvent, 'SecurityEventsPage');

/** `POST exports/`: a list that the client is about to save as a file. */
export const ListExport = Type.Object(
  {
    list: Type.String({
      pattern: '^[a-z0-9_]+(/[a-z0-9_]+)*/$',
      maxLength: 200,
      description: 'The path of the list, such as `users/`.',
    }),
    rows: Type.Integer({ minimum: 0, description: 'The number of records in the file.' }),
  },
  { $id: 'ListExport', additionalProperties: false },
);
export type ListExport = Static<typeof ListExport>;
