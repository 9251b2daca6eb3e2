import Type, { type Static } from 'typebox';
import { listQuery, page } from './collection.ts';
import { Id, Instant } from './fields.ts';

const Values = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);

/** One write: who, what, when, and the record before and after it, as stored. Passwords are never included. */
export const AuditEntry = Type.Object(
  {
    id: Type.Integer(),
    at: Instant,
    person: Type.Union([Type.String(), Type.Null()], { description: 'Null: written without a signed-in caller.' }),
    person_email: Type.Union([Type.String(), Type.Null()], { description: 'The address at the time of the write.' }),
    request_id: Type.Union([Type.String(), Type.Null()]),
    act: Type.String({
      description: '`create`, `update`, `delete`, or the name of the act, such as `suspend` or `approve`.',
    }),
    collection: Type.String(),
    record: Type.String({ description: 'The record’s id.' }),
    before: Values,
    after: Values,
  },
  { $id: 'AuditEntry' },
);
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
  from_day: Type.Optional(Type.String({ format: 'date', description: 'Written on this day or later.' })),
  to_day: Type.Optional(Type.String({ format: 'date', description: 'Written on this day or before.' })),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
});
export type AuditQuery = Static<typeof AuditQuery>;

/** `GET audit/`: the response. */
export const AuditPage = page(AuditEntry, 'AuditPage');
