import type { RawBuilder } from 'kysely';
import type { TSchema } from 'typebox';
import type { ErrorCode } from '../../../../contract/errors.ts';
import type { Excess } from '../../../../contract/workingTime.ts';
import type { Caller } from '../../../../contract/permissions.ts';
import type { Trx } from '../../../collection/write.ts';
import type { Db, Tables } from '../../../db/tables.ts';
import type { Deployment } from '../../../deployment.ts';
import type { NotificationEvent } from '../../../notifications/events.ts';

/** The values of a record by column, as JSON has them: instants are ISO 8601 in UTC. */
export type Columns = Record<string, unknown>;

/** A record that exists. */
export type Existing = { id: string; version: number; columns: Columns };

/** Why a row is refused, or with `excess` a warning; `field` is null for the row as a whole. */
export type Issue = { field: string | null; code: ErrorCode; value: string | null; excess?: Excess[] };

/** A row whose cells have been read. */
export type CheckedRow = {
  number: number;
  /** The fields that have a value. */
  form: Record<string, unknown>;
  externalId: string | null;
  issues: Issue[];
  /** The id that the record has or gets. */
  id: string;
  existing: Existing | null;
  /** The columns that the record gets; empty if it cannot be known. */
  after: Columns;
};

/** What checks need to know. */
export type CheckContext = {
  db: Db;
  deployment: Deployment;
  now: Date;
  /** Who imports. Commands act as an owner. */
  person: Caller;
};

/** What writes need besides. */
export type WriteContext = Omit<CheckContext, 'db'> & {
  trx: Trx;
  /** Invites new people by mail. */
  invite: (ids: readonly string[]) => Promise<void>;
  /** Sends people news. */
  notify: (events: readonly NotificationEvent[]) => Promise<void>;
  /** Whether people hear of new records. Of changes to existing ones they always do. */
  notifies: boolean;
};

/** A change to an existing record, with all its columns before and after. */
export type RecordChange = { id: string; before: Columns; after: Columns };

/** The collections that imports write. */
export type ImportTable = 'users' | 'partners' | 'venues' | 'contacts' | 'shifts' | 'reservations' | 'interpretations';

/** What is special to the import of one kind. Everything else is the same for all. */
export type ImportRules = {
  table: ImportTable;
  /** The contract's schema of a new record. */
  schema: TSchema;
  /** Columns that are written, and compared with those of the record. */
  compared: readonly string[];
  /** The fields that columns are for, unless they are called alike or differ only by `_id`. */
  fields?: Record<string, string>;
  /** Columns that are written with them. */
  derived?: readonly string[];
  /** The natural key of a valid form. */
  keyOf: (form: Record<string, unknown>, context: CheckContext) => string;
  /** The same key of a record, in SQL; without regard to case. */
  key: RawBuilder<string>;
  /** Completes forms with what the database knows, for all rows at once. */
  complete?: (context: CheckContext, rows: readonly CheckedRow[]) => Promise<void>;
  /** The columns for a form: all for a new record, those with a value otherwise. @throws ApiProblem */
  columnsOf: (form: Record<string, unknown>, context: CheckContext, existing: Existing | null) => Columns;
  /** Rules that need the database, for all rows at once. They add issues to the rows. */
  check?: (context: CheckContext, rows: readonly CheckedRow[]) => Promise<void>;
  /** Locks what the rules of an undo depend on. */
  lockUndo?: (trx: Trx) => Promise<void>;
  /** Locks what the rules depend on, before the rows are checked again in the transaction that writes. */
  lock?: (trx: Trx, rows: readonly CheckedRow[]) => Promise<void>;
  /** Writes parts that other tables have, before the rows of new records. */
  before?: (context: WriteContext, rows: readonly CheckedRow[]) => Promise<void>;
  /** Tells people of changes that an import or its undo has made to existing records, and asks again who has to answer. */
  changed?: (context: WriteContext, changes: readonly RecordChange[]) => Promise<void>;
  /** Writes parts that other tables have, after the rows, and tells people of new records. */
  after?: (context: WriteContext, rows: readonly CheckedRow[]) => Promise<void>;
  /** The people who would be told of new records. */
  peopleToNotify?: (rows: readonly CheckedRow[], context: CheckContext) => number;
  /** Tables with rows that belong to a record: they do not show that it is in use. */
  parts?: readonly (keyof Tables)[];
  /** Why records cannot be removed or restored, by id. */
  undoObstacles?: (
    context: CheckContext,
    undo: { removed: readonly string[]; restored: readonly string[] },
  ) => Promise<Map<string, ErrorCode>>;
  /** Tells people who were told of new records that they are gone, before an undo removes them. */
  beforeRemoval?: (context: WriteContext, removed: readonly string[]) => Promise<void>;
  /** Removes records; by default from `table`. */
  remove?: (trx: Trx, ids: readonly string[]) => Promise<void>;
};

/** Adds an issue to a row. */
export function refuse(row: CheckedRow, field: string | null, code: ErrorCode, value: string | null = null): void {
  row.issues.push({ field, code, value });
}

/** Whether a row can be written, as far as it is known. */
export const isGood = ({ issues }: CheckedRow): boolean => issues.every(({ excess }) => excess !== undefined);
