import Type, { type Static } from 'typebox';
import { listQuery, page } from './collection.ts';
import { day, Id, Instant, named, nullable, oneOf } from './fields.ts';
import { type SearchGroup, searchGroups } from './kinds.ts';

const Values = nullable(Type.Record(Type.String(), Type.Unknown()));

/** The kinds of the records whose pages the entries of the audit log lead to. */
export type AuditedKind = SearchGroup | 'absences';
const auditedKinds: readonly AuditedKind[] = [...searchGroups, 'absences'];

/** A page of the dashboard: the kind of its record, and the partner of a venue or video. */
const AuditedPage = Type.Object({
  kind: oneOf(auditedKinds),
  id: Id,
  partner: nullable(Id),
});

/** One write: who, what, when, and the record before and after it, as stored. Passwords are never included. */
export const AuditEntry = named('AuditEntry', {
  id: Type.Integer(),
  at: Instant,
  person: nullable(Type.String(), 'Null: written without a signed-in caller.'),
  person_email: nullable(
    Type.String(),
    'The address at the time of the write; or the name of the provider or service account, if another system wrote it.',
  ),
  request_id: nullable(Type.String()),
  act: Type.String({
    description: '`create`, `update`, `delete`, or the name of the act, such as `suspend` or `approve`.',
  }),
  collection: Type.String(),
  record: Type.String({ description: 'The record’s id.' }),
  before: Values,
  after: Values,
  person_name: nullable(Type.String(), 'The name of the person, if they still exist.'),
  record_name: nullable(
    Type.String(),
    'The record’s name now or, if it no longer exists, at that time; null for records without a name.',
  ),
  page: nullable(AuditedPage, 'The page of the record, if it has one and exists.'),
  names: Type.Record(Type.String(), Type.String(), {
    description: 'The names of the records whose ids are in `before` and `after`, by id, as far as they exist.',
  }),
  others: Type.Integer({ minimum: 0, description: 'The number of further entries of the same request.' }),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** The sort keys of the list. */
export const auditOrderings = ['at'] as const;

/**
 * `GET audit/`: the query. `from` is inclusive, `to` is exclusive. Days are in the deployment’s time zone, both
 * inclusive.
 */
export const AuditQuery = listQuery(auditOrderings, {
  collection: Type.Optional(Type.String({ maxLength: 50 })),
  record: Type.Optional(Type.String({ maxLength: 50 })),
  person: Type.Optional(Id),
  act: Type.Optional(Type.String({ maxLength: 50 })),
  request_id: Type.Optional(Type.String({ maxLength: 100 })),
  grouped: Type.Optional(Type.Boolean({ description: 'One entry per request: the one that the others follow from.' })),
  from_day: Type.Optional(day('Written on this day or later.')),
  to_day: Type.Optional(day('Written on this day or before.')),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
});
export type AuditQuery = Static<typeof AuditQuery>;

/** `GET audit/`: the response. */
export const AuditPage = page(AuditEntry, 'AuditPage');
