import Type, { type Static } from 'typebox';
import { anyOf, listQuery, page } from './collection.ts';
import { day, form, Id, Instant, named, nullable, oneOf } from './fields.ts';
import { securityEventNames } from './securityEventNames.ts';

const MaybeText = nullable(Type.String());

/** One event. It never contains a password, a code, a token, or an e-mail address that belongs to no account. */
export const SecurityEvent = named('SecurityEvent', {
  id: Type.Integer(),
  at: Instant,
  event: oneOf(securityEventNames),
  reason: nullable(Type.String(), 'The error code of a refusal.'),
  person: nullable(Id, 'Null: nobody was signed in, and no account was named.'),
  person_email: nullable(Type.String(), 'The address at the time of the event.'),
  person_name: nullable(Type.String(), 'The name of the person, if they still exist.'),
  subject: nullable(Id, 'The other person whom the act concerned.'),
  subject_name: MaybeText,
  object: nullable(
    Type.String(),
    'The exported list, the collection of the opened file, the way of a sign-in or proof, the kind of a link, the path that was refused, or the name of a service account.',
  ),
  object_id: nullable(Type.String(), 'The record of the opened file, or the id of a service account.'),
  rows: nullable(Type.Integer({ minimum: 0 }), 'The number of exported records.'),
  columns: Type.Array(Type.String(), { description: 'The columns of an exported report; otherwise none.' }),
  address: MaybeText,
  user_agent: MaybeText,
  device: nullable(Type.String(), 'Browser and system in readable form, such as `Firefox, Windows`.'),
  request_id: Type.String(),
});
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
export const ListExport = form('ListExport', {
  list: Type.String({
    pattern: '^[a-z0-9_]+(/[a-z0-9_]+)*/$',
    maxLength: 200,
    description: 'The path of the list, such as `users/`.',
  }),
  rows: Type.Integer({ minimum: 0, description: 'The number of records in the file.' }),
});
export type ListExport = Static<typeof ListExport>;
