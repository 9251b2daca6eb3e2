import Type, { type Static, type TSchema } from 'typebox';
import { bounds } from './bounds.ts';
import { anyOf, listQuery, page } from './collection.ts';
import { Address, Id, Instant, line, maybe, text } from './fields.ts';
import {
  type ImportEncoding,
  importEncodings,
  type ImportKind,
  importKinds,
  type ImportState,
  importStates,
  type RowResult,
  rowResults,
} from './importKinds.ts';
import {
  type Channel,
  channels,
  type LocationType,
  locationTypes,
  type QueueType,
  queueTypes,
  type RequestKind,
  requestKinds,
  type ServiceKind,
  serviceKinds,
  type SessionMode,
  sessionModes,
} from './interpretations.ts';
import { Excess } from './workingTime.ts';

const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
const name = <Value extends string>(values: readonly Value[]) => Type.Unsafe<Value>(Type.Enum([...values]));
const Count = Type.Integer({ minimum: 0 });
const KindName = name<ImportKind>(importKinds);
const Mapping = Type.Record(Type.String({ maxLength: 50 }), Type.Integer({ minimum: 0, maximum: 1000 }), {
  description: 'By field: the position of its column, from 0.',
});

/** An import of records of one kind from a file. */
export const Import = Type.Object(
  {
    id: Id,
    kind: KindName,
    file_name: Type.String(),
    state: name<ImportState>(importStates),
    error: nullable(Type.String(), 'Why the last step failed: a code of the error catalogue.'),
    encoding: nullable(name<ImportEncoding>(importEncodings), 'Of a CSV file.'),
    delimiter: nullable(Type.String(), 'Of a CSV file.'),
    sheet: nullable(Type.String(), 'Of an XLSX file.'),
    sheets: Type.Array(Type.String()),
    headers: Type.Array(Type.String()),
    mapping: Mapping,
    rows: Count,
    progress: Type.Integer({ minimum: 0, description: 'How many rows have been checked.' }),
    counts: Type.Object({ new: Count, changed: Count, unchanged: Count, refused: Count }),
    only_good: Type.Boolean({ description: 'Written without the refused rows.' }),
    notifies: Type.Boolean({ description: 'People were told of new records.' }),
    created: Instant,
    created_by: nullable(Type.String(), 'Null: a command, or a person who is gone.'),
    written: nullable(Instant),
    undo_until: nullable(Instant, 'Null: it cannot be undone.'),
    undone: nullable(Instant),
    left: Type.Integer({ minimum: 0, description: 'How many records the undo left as they were.' }),
  },
  { $id: 'Import' },
);
export type Import = Static<typeof Import>;

/** `GET imports/`: the latest imports, the newest first. */
export const Imports = Type.Object({ results: Type.Array(Import) }, { $id: 'Imports' });

/** `GET imports/{id}/`: an import with the first rows of its file. */
export const ImportDetail = Type.Object(
  {
    ...Import.properties,
    sample: Type.Array(Type.Object({ cells: Type.Array(Type.String()) })),
    foreign: Type.Array(Type.String(), {
      description: 'Up to five texts with letters beyond ASCII: they show whether the encoding is right.',
    }),
    garbled: Type.Array(Type.String(), {
      description: 'Up to five texts that look garbled, such as “MÃ¡ria” for “Mária”.',
    }),
    fields: Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean(), key: Type.Boolean() }), {
      description: 'The columns that a file of this kind can have in this deployment.',
    }),
    people_to_notify: Type.Integer({
      minimum: 0,
      description: 'How many people would be told of new records, if it is written with `notify`.',
    }),
  },
  { $id: 'ImportDetail' },
);
export type ImportDetail = Static<typeof ImportDetail>;

/** `POST imports/`: what the file contains, and how to read it if that is not to be detected. */
export const ImportQuery = Type.Object(
  {
    kind: KindName,
    encoding: Type.Optional(name<ImportEncoding>(importEncodings)),
    sheet: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
);

/** `POST imports/{id}/check/`: the columns of the fields. Omitted fields are not imported. */
export const ImportCheck = Type.Object({ mapping: Mapping }, { $id: 'ImportCheck', additionalProperties: false });
export type ImportCheck = Static<typeof ImportCheck>;

/** `POST imports/{id}/write/`: whether refused rows are left out, and whether people are told of new records. */
export const ImportWrite = Type.Object(
  {
    only_good: Type.Boolean({ description: 'Without it nothing is written if a row is refused.' }),
    notify: Type.Boolean({
      description:
        'Sends new people an invitation, and interpreters the news about new shifts and reservations. They always hear of changes to what they have.',
    }),
  },
  { $id: 'ImportWrite', additionalProperties: false },
);
export type ImportWrite = Static<typeof ImportWrite>;

/** Why a row is refused, or a warning: with `excess` the row is written nevertheless. */
export const ImportIssue = Type.Object({
  field: nullable(Type.String(), 'Null: the row as a whole.'),
  column: nullable(Type.String(), 'The heading in the file.'),
  code: Type.String({ description: 'A code of the error catalogue.' }),
  value: nullable(Type.String(), 'The value in the file, or the limit that it violates.'),
  excess: Type.Optional(
    Type.Array(Excess, { description: 'Only in a warning: the limits of working time that a shift exceeds.' }),
  ),
});
export type ImportIssue = Static<typeof ImportIssue>;

const ImportRow = Type.Object({
  number: Type.Integer({ minimum: 1, description: 'The line of the file.' }),
  result: nullable(name<RowResult>(rowResults), 'Null: not checked.'),
  cells: Type.Array(Type.String()),
  issues: Type.Array(ImportIssue),
  changes: Type.Array(
    Type.Object({ field: Type.String(), before: nullable(Type.String()), after: nullable(Type.String()) }),
  ),
  record: nullable(Type.String()),
  left_because: nullable(Type.String(), 'Why an undo left the record as it was: a code of the error catalogue.'),
});
export type ImportRow = Static<typeof ImportRow>;

/** `GET imports/{id}/rows/`: the query. */
export const ImportRowsQuery = listQuery(['number'], {
  result: anyOf(rowResults),
  left: Type.Optional(Type.Boolean({ description: 'Only records that an undo left as they were.' })),
});
export type ImportRowsQuery = Static<typeof ImportRowsQuery>;

/** `GET imports/{id}/rows/`: one page of the rows. */
export const ImportRowsPage = page(ImportRow, 'ImportRowsPage');
export type ImportRowsPage = Static<typeof ImportRowsPage>;

/** `GET imports/{id}/undo/`: what an undo would do now. */
export const ImportUndo = Type.Object(
  {
    removes: Count,
    restores: Count,
    left: Type.Array(Type.Object({ number: Type.Integer(), name: Type.String(), code: Type.String() }), {
      description: 'Records that stay as they are, at most 100 of them.',
    }),
    left_count: Count,
  },
  { $id: 'ImportUndo' },
);
export type ImportUndo = Static<typeof ImportUndo>;

/**
 * A past interpretation, as an import adds it. The platform adds the others.
 */
export const PastInterpretation = Type.Object(
  {
    created: Instant,
    started: maybe(Instant),
    ended: Instant,
    channel: name<Channel>(channels),
    session_mode: name<SessionMode>(sessionModes),
    queue_type: name<QueueType>(queueTypes),
    category: line({ min: 1, max: bounds.name.max }),
    kind: Type.Optional(name<RequestKind>(requestKinds)),
    service_kind: Type.Optional(name<ServiceKind>(serviceKinds)),
    location_type: Type.Optional(name<LocationType>(locationTypes)),
    customer: maybe(Id),
    interpreter: maybe(Id),
    partner: maybe(Id),
    address: maybe(Address),
    phone: maybe(line({ min: 1, max: bounds.phone })),
    note: maybe(text({ max: bounds.note })),
    closure_category: maybe(Id),
    closure_note: maybe(text({ max: bounds.note })),
  },
  { $id: 'PastInterpretation', additionalProperties: false },
);
export type PastInterpretation = Static<typeof PastInterpretation>;
