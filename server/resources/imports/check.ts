import { Compile, type Validator } from 'typebox/compile';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { ImportField, ImportKind, ImportReference, RowResult } from '../../../contract/importKinds.ts';
import { fieldErrors } from '../../http/fieldErrors.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { rulesOf } from './kinds/all.ts';
import { type CheckContext, type CheckedRow, type ImportRules, isGood, refuse } from './kinds/rules.ts';
import { findReferences, namesOf, type Referred } from './references.ts';
import { plain, recordsByKey, recordsOf } from './records.ts';
import { inSlices, takingTurns } from './slices.ts';
import { CellError, createReader, partsOf } from './values.ts';
import { fieldsOf } from './words.ts';

/** A row of a file as it is stored. */
export type StoredRow = { number: number; cells: string[] };

/**
 * What an import would change of a record: a field with its value before and after, as JSON has it; several values are separated by
 * semicolons. The time of a reservation is `starts` and `ends`.
 */
export type Change = { field: string; before: string | null; after: string | null };

/** A checked row with its result. */
export type RowOutcome = CheckedRow & { result: RowResult; changes: Change[] };

const validators = new Map<ImportKind, Validator>();

function validatorOf(kind: ImportKind): Validator {
  const known = validators.get(kind) ?? Compile(rulesOf[kind].schema);
  validators.set(kind, known);
  return known;
}

const referenceOf = ({ type }: ImportField): ImportReference | null =>
  typeof type === 'object' && 'refers' in type ? type.refers : null;

const cellOf = (row: StoredRow, column: number | undefined) => (column === undefined ? '' : (row.cells[column] ?? ''));

/** The texts of a cell that refer to records. */
const referringTexts = (field: ImportField, cell: string) => (field.many ? partsOf(cell) : cell === '' ? [] : [cell]);

function addProblem(row: CheckedRow, { code, details }: ApiProblem): void {
  const errors = Object.entries(details.errors ?? {});
  if (errors.length === 0) refuse(row, null, code);
  for (const [field, codes] of errors)
    for (const problemCode of codes)
      refuse(row, field, problemCode as ErrorCode, details.limits?.[field]?.toString() ?? null);
}

/** Reads the cells of a row as fields of a form. */
function createRowReader(
  fields: readonly ImportField[],
  {
    mapping,
    context,
    references,
  }: {
    mapping: Record<string, number>;
    context: CheckContext;
    references: Map<ImportReference, Map<string, Referred>>;
  },
): (row: StoredRow) => CheckedRow {
  const readCell = createReader(context.deployment);
  const refer = (what: ImportReference, text: string): string => {
    const referred = references.get(what)?.get(text) ?? { code: 'reference_unknown' };
    if ('code' in referred) throw new CellError(referred.code);
    return referred.id;
  };
  return (stored) => {
    const row: CheckedRow = {
      number: stored.number,
      form: {},
      externalId: null,
      issues: [],
      id: randomId(),
      existing: null,
      after: {},
    };
    for (const field of fields) {
      const cell = cellOf(stored, mapping[field.name]);
      if (cell === '') {
        if (field.required) refuse(row, field.name, 'required');
        continue;
      }
      const what = referenceOf(field);
      try {
        const read = () => {
          if (!what) return readCell(field, cell);
          const ids = referringTexts(field, cell).map((text) => refer(what, text));
          return field.many ? ids : ids[0];
        };
        if (field.name === 'external_id') row.externalId = cell;
        else row.form[field.name] = read();
      } catch (error) {
        if (!(error instanceof CellError)) throw error;
        refuse(row, field.name, error.code, cell.slice(0, 200));
      }
    }
    return row;
  };
}

/** Checks the form of a row against the contract. Fields whose cells could not be read have been refused before. */
function validate(kind: ImportKind, row: CheckedRow): void {
  const validator = validatorOf(kind);
  if (validator.Check(row.form)) return;
  const failures = validator.Errors(row.form) as unknown as Parameters<typeof fieldErrors>[0];
  const { errors, limits } = fieldErrors(failures);
  const refused = new Set(row.issues.map(({ field }) => field));
  for (const [path, codes] of Object.entries(errors)) {
    const [field = path] = path.split('.');
    if (refused.has(field)) continue;
    for (const code of codes) refuse(row, field, code as ErrorCode, limits?.[path]?.toString() ?? null);
  }
}

/** Finds the records that rows stand for: by external id, else by their natural key. Repeated ones are refused. */
async function matchRecords(
  kind: ImportKind,
  rules: ImportRules,
  { context, rows }: { context: CheckContext; rows: readonly CheckedRow[] },
): Promise<void> {
  const { db } = context;
  const good = rows.filter(isGood);
  const externalIds = good.flatMap(({ externalId }) => externalId ?? []);
  const linked = new Map<string, string>();
  await inSlices(externalIds, async (slice) => {
    const found = await db
      .selectFrom('external_ids')
      .select(['external_id', 'record_id'])
      .where('kind', '=', kind)
      .where('external_id', 'in', slice)
      .execute();
    for (const { external_id, record_id } of found) linked.set(external_id, record_id);
  });
  const byId = await recordsOf(db, rules.table, [...new Set(linked.values())]);
  const keys = new Map(good.map((row) => [row, rules.keyOf(row.form, context)]));
  const byKey = await recordsByKey(db, rules, [...new Set(keys.values())]);
  const seen = new Map<string, CheckedRow>();
  for (const [row, key] of keys) {
    const record = linked.get(row.externalId ?? '');
    const byReference = record === undefined ? undefined : byId.get(record);
    const [same, ...others] = byKey.get(key) ?? [];
    if (!byReference && others.length > 0) refuse(row, null, 'reference_ambiguous');
    // Another record has the key.
    if (byReference && same && same.id !== byReference.id) refuse(row, null, 'conflict');
    row.existing = byReference ?? same ?? null;
    row.id = row.existing?.id ?? row.id;
    const marks = [
      `key ${key.toLowerCase()}`,
      `id ${row.id}`,
      ...(row.externalId ? [`external ${row.externalId}`] : []),
    ];
    const earlier = marks.map((mark) => seen.get(mark)).find((match) => match !== undefined);
    if (earlier) refuse(row, null, 'row_repeated', String(earlier.number));
    for (const mark of marks) if (!seen.has(mark)) seen.set(mark, row);
  }
}

/** The columns that rows give their records. */
function plan(row: CheckedRow, rules: ImportRules, context: CheckContext): void {
  if (!isGood(row)) return;
  try {
    const columns = plain(rules.columnsOf(row.form, context, row.existing));
    row.after = { ...row.existing?.columns, ...columns };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    addProblem(row, error);
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const changedColumns = ({ existing, after }: CheckedRow, { compared }: ImportRules): string[] =>
  existing ? compared.filter((column) => !same(existing.columns[column], after[column])) : [];

const shown = (value: unknown, names: Map<string, string>): string | null => {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.length > 0 ? value.join('; ') : null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return names.get(text) ?? text;
};

/** Names the records that changes refer to, as they have ids. */
async function namesIn(
  fields: readonly ImportField[],
  { rows, rules, context }: { rows: readonly CheckedRow[]; rules: ImportRules; context: CheckContext },
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const field of fields) {
    const what = referenceOf(field);
    if (!what || field.many) continue;
    const column = `${field.name}_id`;
    const changed = rows.filter((row) => changedColumns(row, rules).includes(column));
    const ids = changed.flatMap(({ existing, after }) => [existing?.columns[column], after[column]]);
    const known = new Set(ids.filter((id) => typeof id === 'string'));
    for (const [id, name] of await namesOf(context.db, what, [...known])) names.set(id, name);
  }
  return names;
}

/**
 * Checks the rows of a file: reads the cells, finds records and references, and applies the rules that the screens and the API
 * have. Nothing is written.
 * @param options.progress is called with the number of rows that have been read
 */
export async function checkRows(
  kind: ImportKind,
  stored: readonly StoredRow[],
  {
    mapping,
    context,
    progress,
  }: {
    mapping: Record<string, number>;
    context: CheckContext;
    progress?: (rows: number) => Promise<void>;
  },
): Promise<RowOutcome[]> {
  const rules = rulesOf[kind];
  const fields = fieldsOf(kind, context.deployment);
  const references = new Map<ImportReference, Map<string, Referred>>();
  for (const field of fields) {
    const what = referenceOf(field);
    if (!what || mapping[field.name] === undefined) continue;
    const texts = new Set(stored.flatMap((row) => referringTexts(field, cellOf(row, mapping[field.name]))));
    const known = references.get(what) ?? new Map<string, Referred>();
    for (const [text, referred] of await findReferences(context.db, what, [...texts])) known.set(text, referred);
    references.set(what, known);
  }
  const readRow = createRowReader(fields, { mapping, context, references });
  const rows: CheckedRow[] = [];
  await inSlices(stored, async (slice) => {
    await takingTurns(slice, (read) => {
      const row = readRow(read);
      validate(kind, row);
      rows.push(row);
    });
    await progress?.(rows.length);
  });
  await matchRecords(kind, rules, { context, rows });
  await rules.complete?.(context, rows.filter(isGood));
  await takingTurns(rows, (row) => plan(row, rules, context));
  await rules.check?.(context, rows.filter(isGood));
  const names = await namesIn(fields, { rows, rules, context });
  return rows.map((row) => {
    const columns = isGood(row) ? changedColumns(row, rules) : [];
    const result = !isGood(row) ? 'refused' : !row.existing ? 'new' : columns.length > 0 ? 'changed' : 'unchanged';
    const changes = columns.map((column) => ({
      field: rules.fields?.[column] ?? column.replace(/_id$/, ''),
      before: shown(row.existing?.columns[column], names),
      after: shown(row.after[column], names),
    }));
    return { ...row, result, changes };
  });
}
