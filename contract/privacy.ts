import Type, { type Static } from 'typebox';
import { listQuery, page } from './collection.ts';
import { CoverageDecisions } from './coverage.ts';
import { form, Id, Instant, line, named, nullable, oneOf, Reason } from './fields.ts';
import { dataKinds, handlings, personOutputs } from './privacyNames.ts';
import { roles } from './roles.ts';

const MaybeText = nullable(Type.String());
const Kind = oneOf(dataKinds);
const How = oneOf(
  handlings,
  '`delete`: the rows are deleted. `blank`: they stay for statistics, without what describes the person. `unlink`: they stay, without the link to the person.',
);
const Count = Type.Integer({ minimum: 0 });

/** Data of one kind about a person, and what an erasure does to it. */
export const StoredData = Type.Object({
  kind: Kind,
  handling: How,
  count: Type.Integer({ minimum: 0, description: 'The number of rows.' }),
  since: nullable(Instant, 'The oldest row; null if there is none.'),
  kept_days: nullable(
    Type.Integer({ minimum: 1 }),
    'After how many days it is deleted; null: with the account, or by an erasure.',
  ),
  held: Type.Integer({
    minimum: 0,
    description: 'Of these rows, those that an erasure keeps because they also concern a person under a legal hold.',
  }),
});
export type StoredData = Static<typeof StoredData>;

/** A legal hold: while it is in force, nothing deletes data of the person. */
export const LegalHold = named('LegalHold', {
  id: Id,
  person: Id,
  person_name: Type.String(),
  reason: Type.String(),
  created: Instant,
  created_by_name: MaybeText,
  ends: Instant,
  lifted: nullable(Instant, 'When an owner ended it early.'),
  in_force: Type.Boolean(),
});
export type LegalHold = Static<typeof LegalHold>;

/** `POST privacy/people/{id}/holds/`. */
export const NewLegalHold = form('NewLegalHold', {
  reason: Reason,
  ends: { ...Instant, description: 'It ends by itself then.' },
});
export type NewLegalHold = Static<typeof NewLegalHold>;

/** A person as the search for people returns them. */
const Found = {
  id: Id,
  name: Type.String(),
  email: Type.String(),
  role: nullable(oneOf(roles)),
  deleted: nullable(Instant, 'When the account was deleted, if it was; data may be left of it.'),
};

/** `GET privacy/people/`: the query. Deleted accounts are found as long as the audit log has their names. */
export const PeopleQuery = Type.Object(
  { search: Type.String({ minLength: 1, maxLength: 200, description: 'Part of a name or an e-mail address.' }) },
  { additionalProperties: false },
);

/** `GET privacy/people/`: at most twenty people. */
export const FoundPeople = named('FoundPeople', { results: Type.Array(Type.Object(Found)) });
export type FoundPeople = Static<typeof FoundPeople>;

/** `GET privacy/people/{id}/`: what is stored about a person. */
export const PersonPrivacy = named('PersonPrivacy', {
  ...Found,
  data: Type.Array(StoredData),
  holds: Type.Array(LegalHold),
  refusal: nullable(Type.String(), 'The error code that would refuse an erasure; null if it is possible.'),
});
export type PersonPrivacy = Static<typeof PersonPrivacy>;

/** `GET privacy/people/{id}/export/`: the query. */
export const PersonExportQuery = Type.Object({ output: oneOf(personOutputs) }, { additionalProperties: false });

/** The format of a JSON export; it changes when the structure does. */
export const personExportFormat = 'signboard-person/1';

/**
 * The JSON export of a person. `values` has the columns of the row, with their names in the database; instants are ISO
 * 8601. The bytes of files are not part of it: they have their own downloads.
 */
export const PersonExport = named('PersonExport', {
  format: Type.Literal(personExportFormat),
  deployment: Type.String(),
  created: Instant,
  person: Id,
  retention: Type.Array(Type.Object({ kind: Kind, kept_days: nullable(Type.Integer({ minimum: 1 })) })),
  records: Type.Array(
    Type.Object({ kind: Kind, table: Type.String(), values: Type.Record(Type.String(), Type.Unknown()) }),
  ),
});
export type PersonExport = Static<typeof PersonExport>;

/** `POST privacy/people/{id}/erasure/`. */
export const NewErasure = form('NewErasure', {
  /** The person's full name or e-mail address, typed by the caller. */
  confirmation: line({ min: 1, max: 254 }),
  reservations: CoverageDecisions,
});
export type NewErasure = Static<typeof NewErasure>;

/** The record of an erasure. It has no personal data. */
export const Erasure = named('Erasure', {
  id: Id,
  at: Instant,
  by: nullable(Id, 'Null: erased again after a backup was restored.'),
  by_name: MaybeText,
  person_hash: Type.String({ description: 'SHA-256 of the person’s id, hexadecimal.' }),
  counts: Type.Array(Type.Object({ kind: Kind, handling: How, count: Count, held: Count })),
});
export type Erasure = Static<typeof Erasure>;

/** The sort keys of the erasures. */
export const erasureOrderings = ['at'] as const;

/** `GET privacy/erasures/`: the query. */
export const ErasuresQuery = listQuery(erasureOrderings, {});
export type ErasuresQuery = Static<typeof ErasuresQuery>;

/** `GET privacy/erasures/`: the response. */
export const ErasuresPage = page(Erasure, 'ErasuresPage');

/** The sort keys of the legal holds. */
export const holdOrderings = ['ends', 'created'] as const;

/** `GET privacy/holds/`: the query. The list has the holds in force. */
export const HoldsQuery = listQuery(holdOrderings, {});
export type HoldsQuery = Static<typeof HoldsQuery>;

/** `GET privacy/holds/`: the response. */
export const HoldsPage = page(LegalHold, 'HoldsPage');
