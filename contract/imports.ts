import Type, { type Static } from 'typebox';
import { bounds } from './bounds.ts';
import { anyOf, listQuery, page } from './collection.ts';
import { Address, form, Id, Instant, line, maybe, named, nullable, oneOf, text } from './fields.ts';
import { importEncodings, importKinds, importStates, rowResults } from './importKinds.ts';
import { channels, locationTypes, queueTypes, requestKinds, serviceKinds, sessionModes } from './interpretations.ts';
import { Excess } from './workingTime.ts';

const Count = Type.Integer({ minimum: 0 });
const KindName = oneOf(importKinds);
const Mapping = Type.Record(Type.String({ maxLength: 50 }), Type.Integer({ minimum: 0, maximum: 1000 }), {
  description: 'By field: the position of its column, from 0.',
});

/** An import of records of one kind from a file. */
export const Import = named('Import', {
  id: Id,
  kind: KindName,
  file_name: Type.String(),
  state: oneOf(importStates),
  error: nullable(Type.String(), 'Why the last step failed: a code of the error catalogue.'),
  encoding: nullable(oneOf(importEncodings), 'Of a CSV file.'),
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
});
export type Import = Static<typeof Import>;

/** `GET imports/`: the latest imports, the newest first. */
export const Imports = named('Imports', { results: Type.Array(Import) });

/** `GET imports/{id}/`: an import with the first rows of its file. */
export const ImportDetail = named('ImportDetail', {
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
});
export type ImportDetail = Static<typeof ImportDetail>;

/** `POST imports/`: what the file contains, and how to read it if that is not to be detected. */
export const ImportQuery = Type.Object(
  {
    kind: KindName,
    encoding: Type.Optional(oneOf(importEncodings)),
    sheet: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
);

/** `POST imports/{id}/check/`: the columns of the fields. Omitted fields are not imported. */
export const ImportCheck = form('ImportCheck', { mapping: Mapping });
export type ImportCheck = Static<typeof ImportCheck>;

/** `POST imports/{id}/write/`: whether refused rows are left out, and whether people are told of new records. */
export const ImportWrite = form('ImportWrite', {
  only_good: Type.Boolean({ description: 'Without it nothing is written if a row is refused.' }),
  notify: Type.Boolean({
    description:
      'Sends new people an invitation, and interpreters the news about new shifts and reservations. They always hear of changes to what they have.',
  }),
});
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
  result: nullable(oneOf(rowResults), 'Null: not checked.'),
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
export const ImportUndo = named('ImportUndo', {
  removes: Count,
  restores: Count,
  left: Type.Array(Type.Object({ number: Type.Integer(), name: Type.String(), code: Type.String() }), {
    description: 'Records that stay as they are, at most 100 of them.',
  }),
  left_count: Count,
});
export type ImportUndo = Static<typeof ImportUndo>;

/**
 * A past interpretation, as an import adds it. The platform adds the others.
 */
export const PastInterpretation = form('PastInterpretation', {
  created: Instant,
  started: maybe(Instant),
  ended: Instant,
  channel: oneOf(channels),
  session_mode: oneOf(sessionModes),
  queue_type: oneOf(queueTypes),
  category: line({ min: 1, max: bounds.name.max }),
  kind: Type.Optional(oneOf(requestKinds)),
  service_kind: Type.Optional(oneOf(serviceKinds)),
  location_type: Type.Optional(oneOf(locationTypes)),
  customer: maybe(Id),
  interpreter: maybe(Id),
  partner: maybe(Id),
  address: maybe(Address),
  phone: maybe(line({ min: 1, max: bounds.phone })),
  note: maybe(text({ max: bounds.note })),
  closure_category: maybe(Id),
  closure_note: maybe(text({ max: bounds.note })),
});
export type PastInterpretation = Static<typeof PastInterpretation>;
