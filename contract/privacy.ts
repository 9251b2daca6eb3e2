import Type, { type Static } from 'typebox';
import { listQuery, page } from './collection.ts';
import { CoverageDecisions } from './coverage.ts';
import { Id, Instant, Reason, line } from './fields.ts';
import {
  type DataKind,
  dataKinds,
  type Handling,
  handlings,
  type PersonOutput,
  personOutputs,
} from './privacyNames.ts';
import { type Role, roles } from './roles.ts';

const MaybeText = Type.Union([Type.String(), Type.Null()]);
const Kind = Type.Unsafe<DataKind>(Type.Enum([...dataKinds]));
const How = Type.Unsafe<Handling>(
  Type.Enum([...handlings], {
    description:
      '`delete`: the rows are deleted. `blank`: they stay for statistics, without what describes the person. `unlink`: they stay, without the link to the person.',
  }),
);
const Count = Type.Integer({ minimum: 0 });

/** Data of one kind about a person, and what an erasure does to it. */
export const StoredData = Type.Object({
  kind: Kind,
  handling: How,
  count: Type.Integer({ minimum: 0, description: 'The number of rows.' }),
  since: Type.Union([Instant, Type.Null()], { description: 'The oldest row; null if there is none.' }),
  kept_days: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'After how many days it is deleted; null: with the account, or by an erasure.',
  }),
  held: Type.Integer({
    minimum: 0,
    description: 'Of these rows, those that an erasure keeps because they also concern a person under a legal hold.',
  }),
});
export type StoredData = Static<typeof StoredData>;

/** A legal hold: while it is in force, nothing deletes data of the person. */
export const LegalHold = Type.Object(
  {
    id: Id,
    person: Id,
    person_name: Type.String(),
    reason: Type.String(),
    created: Instant,
    created_by_name: MaybeText,
    ends: Instant,
    lifted: Type.Union([Instant, Type.Null()], { description: 'When an owner ended it early.' }),
    in_force: Type.Boolean(),
  },
  { $id: 'LegalHold' },
);
export type LegalHold = Static<typeof LegalHold>;

/** `POST privacy/people/{id}/holds/`. */
export const NewLegalHold = Type.Object(
  { reason: Reason, ends: { ...Instant, description: 'It ends by itself then.' } },
  { $id: 'NewLegalHold', additionalProperties: false },
);
export type NewLegalHold = Static<typeof NewLegalHold>;

/** A person as the search for people returns them. */
const Found = {
  id: Id,
  name: Type.String(),
  email: Type.String(),
  role: Type.Union([Type.Unsafe<Role>(Type.Enum([...roles])), Type.Null()]),
  deleted: Type.Union([Instant, Type.Null()], {
    description: 'When the account was deleted, if it was; data may be left of it.',
  }),
};

/** `GET privacy/people/`: the query. Deleted accounts are found as long as the audit log has their names. */
export const PeopleQuery = Type.Object(
  { search: Type.String({ minLength: 1, maxLength: 200, description: 'Part of a name or an e-mail address.' }) },
  { additionalProperties: false },
);

/** `GET privacy/people/`: at most twenty people. */
export const FoundPeople = Type.Object({ results: Type.Array(Type.Object(Found)) }, { $id: 'FoundPeople' });
export type FoundPeople = Static<typeof FoundPeople>;

/** `GET privacy/people/{id}/`: what is stored about a person. */
export const PersonPrivacy = Type.Object(
  {
    ...Found,
    data: Type.Array(StoredData),
    holds: Type.Array(LegalHold),
    refusal: Type.Union([Type.String(), Type.Null()], {
      description: 'The error code that would refuse an erasure; null if it is possible.',
    }),
  },
  { $id: 'PersonPrivacy' },
);
export type PersonPrivacy = Static<typeof PersonPrivacy>;

/** `GET privacy/people/{id}/export/`: the query. */
export const PersonExportQuery = Type.Object(
  { output: Type.Unsafe<PersonOutput>(Type.Enum([...personOutputs])) },
  { additionalProperties: false },
);

/** The format of a JSON export; it changes when the structure does. */
export const personExportFormat = 'signboard-person/1';

/**
 * The JSON export of a person. `values` has the columns of the row, with their names in the database; instants are ISO
 * 8601. The bytes of files are not part of it: they have their own downloads.
 */
export const PersonExport = Type.Object(
  {
    format: Type.Literal(personExportFormat),
    deployment: Type.String(),
    created: Instant,
    person: Id,
    retention: Type.Array(
      Type.Object({ kind: Kind, kept_days: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]) }),
    ),
    records: Type.Array(
      Type.Object({ kind: Kind, table: Type.String(), values: Type.Record(Type.String(), Type.Unknown()) }),
    ),
  },
  { $id: 'PersonExport' },
);
export type PersonExport = Static<typeof PersonExport>;

/** `POST privacy/people/{id}/erasure/`. */
export const NewErasure = Type.Object(
  {
    /** The person's full name or e-mail address, typed by the caller. */
    confirmation: line({ min: 1, max: 254 }),
    reservations: CoverageDecisions,
  },
  { $id: 'NewErasure', additionalProperties: false },
);
export type NewErasure = Static<typeof NewErasure>;

/** The record of an erasure. It has no personal data. */
export const Erasure = Type.Object(
  {
    id: Id,
    at: Instant,
    by: Type.Union([Id, Type.Null()], { description: 'Null: erased again after a backup was restored.' }),
    by_name: MaybeText,
    person_hash: Type.String({ description: 'SHA-256 of the person’s id, hexadecimal.' }),
    counts: Type.Array(Type.Object({ kind: Kind, handling: How, count: Count, held: Count })),
  },
  { $id: 'Erasure' },
);
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
