import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ImportRowsQuery } from '../../../contract/imports.ts';
import { importUndoHours } from '../../../contract/importKinds.ts';
import { type Orderings, pageOf } from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Trx } from '../../collection/write.ts';
import type { Db, Tables } from '../../db/tables.ts';
import type { StoredRow } from './check.ts';
import { inSlices } from './slices.ts';

/** How many of the latest imports the list has. */
const mostListed = 100;

const countOf = (result: string) =>
  sql<number>`coalesce((imports.counts ->> ${sql.lit(result)})::int,
    (select count(*)::int from import_rows where import_id = imports.id and result = ${sql.lit(result)}))`;

const selectImports = (db: Db) =>
  db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.created_by')
    .selectAll('imports')
    .select([
      personName<string | null>('users').as('created_by_name'),
      countOf('new').as('new'),
      countOf('changed').as('changed'),
      countOf('unchanged').as('unchanged'),
      countOf('refused').as('refused'),
      sql<number>`coalesce((imports.counts ->> 'left')::int, 0)`.as('left'),
    ]);

/** An import as the query returns it. */
export type ImportRecord = Awaited<ReturnType<typeof listImports>>[number];

/** The latest imports, the newest first. */
export function listImports(db: Db) {
  return selectImports(db).orderBy('imports.created', 'desc').orderBy('imports.id').limit(mostListed).execute();
}

/** An import by id. */
export function findImport(db: Db, id: string): Promise<ImportRecord | undefined> {
  return selectImports(db).where('imports.id', '=', id).executeTakeFirst();
}

/** An import, locked until the transaction ends. */
export function lockImport(trx: Trx, id: string): Promise<Selectable<Tables['imports']> | undefined> {
  return trx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Adds an import with the rows of its file, slices of them as JSON. */
export async function insertImport(
  trx: Trx,
  row: Insertable<Tables['imports']>,
  slices: readonly string[],
): Promise<void> {
  await trx.insertInto('imports').values(row).execute();
  for (const slice of slices)
    await sql`insert into import_rows (import_id, number, cells, created)
      select ${row.id}, number, cells, ${row.created}
      from jsonb_to_recordset(${slice}::jsonb) as given (number integer, cells text[])`.execute(trx);
}

/** Changes an import. */
export async function updateImport(db: Db, id: string, changes: Updateable<Tables['imports']>): Promise<void> {
  await db.updateTable('imports').set(changes).where('id', '=', id).execute();
}

/** Deletes an import with its rows. */
export async function deleteImport(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('imports').where('id', '=', id).execute();
}

/** The cells of an import, in the order of the file. */
export function storedRows(db: Db, id: string): Promise<StoredRow[]> {
  return db
    .selectFrom('import_rows')
    .select(['number', 'cells'])
    .where('import_id', '=', id)
    .orderBy('number')
    .execute();
}

/** The first rows of an import. */
export async function sampleOf(db: Db, id: string, most: number): Promise<string[][]> {
  const rows = await db
    .selectFrom('import_rows')
    .select('cells')
    .where('import_id', '=', id)
    .orderBy('number')
    .limit(most)
    .execute();
  return rows.map(({ cells }) => cells);
}

/** How many texts of a file show how it was read. */
const mostTexts = 5;

/** The first texts of an import that match a pattern. */
async function textsLike(db: Db, id: string, pattern: string): Promise<string[]> {
  const { rows } = await sql<{ cell: string }>`select cell from import_rows, unnest(cells) as cell
    where import_id = ${id} and cell ~ ${pattern} order by number limit ${mostTexts * mostTexts}`.execute(db);
  return [...new Set(rows.map(({ cell }) => cell.slice(0, 100)))].slice(0, mostTexts);
}

/** Texts with letters beyond ASCII: they show whether a file was read with the right encoding. */
export function foreignTexts(db: Db, id: string): Promise<string[]> {
  return textsLike(db, id, String.raw`[^\u0001-\u007f]`);
}

/**
 * Texts that look garbled: replacement and control characters, and UTF-8 that was read with a code page, which is a capital letter with a
 * sign after it, such as “Ã¡” for “á”.
 */
export function garbledTexts(db: Db, id: string): Promise<string[]> {
  return textsLike(db, id, String.raw`[\ufffd\u0080-\u009f]|[ÂÃÄÅĀĂĆĹ][\u00a1-\u00bf„‘‚†‡•…‰‹›€™ˇ˘˛˝]`);
}

/** What is stored about a checked row. */
export type SavedOutcome = {
  number: number;
  result: string;
  issues: unknown;
  changes: unknown;
  record_id: string | null;
  before: unknown;
  version: number | null;
};

/** Stores the results of rows. */
export async function saveOutcomes(trx: Trx, id: string, outcomes: readonly SavedOutcome[]): Promise<void> {
  await inSlices(outcomes, async (slice) => {
    await sql`update import_rows set result = given.result, issues = given.issues, changes = given.changes,
        record_id = given.record_id, before = given.before, version = given.version
      from jsonb_to_recordset(${JSON.stringify(slice)}::jsonb)
        as given (number integer, result text, issues jsonb, changes jsonb, record_id text, before jsonb, version integer)
      where import_rows.import_id = ${id} and import_rows.number = given.number`.execute(trx);
  });
}

/** Stores why an undo left records. */
export async function saveLeft(trx: Trx, id: string, left: readonly { number: number; code: string }[]): Promise<void> {
  await inSlices(left, async (slice) => {
    await sql`update import_rows set left_because = given.code
      from jsonb_to_recordset(${JSON.stringify(slice)}::jsonb) as given (number integer, code text)
      where import_rows.import_id = ${id} and import_rows.number = given.number`.execute(trx);
  });
}

const orderings: Orderings<'number'> = { number: [sql`number`] };

/** One page of the rows. */
export function listRows(db: Db, id: string, { result, left, search: _search, ...query }: ImportRowsQuery) {
  let rows = db
    .selectFrom('import_rows')
    .select(['number', 'result', 'cells', 'issues', 'changes', 'record_id', 'left_because'])
    .where('import_id', '=', id);
  if (result?.length) rows = rows.where('result', 'in', result);
  if (left !== undefined) rows = rows.where('left_because', left ? 'is not' : 'is', null);
  return pageOf(db, rows, query, { orderings, fallback: 'number', tiebreak: sql`number` });
}

/** The rows that an import has written. */
export function writtenRows(db: Db, id: string) {
  return db
    .selectFrom('import_rows')
    .select(['number', 'cells', 'record_id', 'before', 'version'])
    .where('import_id', '=', id)
    .where('version', 'is not', null)
    .orderBy('number')
    .execute();
}

/** Links external ids to records. */
export async function saveExternalIds(
  trx: Trx,
  kind: string,
  { rows, now }: { rows: readonly { external_id: string; record_id: string }[]; now: Date },
): Promise<void> {
  await inSlices(rows, async (slice) => {
    await sql`insert into external_ids (kind, external_id, record_id, created)
      select ${kind}, external_id, record_id, ${now}
      from jsonb_to_recordset(${JSON.stringify(slice)}::jsonb) as given (external_id text, record_id text)
      on conflict (kind, external_id) do update set record_id = excluded.record_id
      where external_ids.record_id <> excluded.record_id`.execute(trx);
  });
}

/** The headings of the last import of a kind that was checked, by field. */
export async function rememberedHeadings(db: Db, kind: string): Promise<Record<string, string>> {
  const last = await db
    .selectFrom('imports')
    .select(['headers', 'mapping'])
    .where('kind', '=', kind)
    .where('state', '<>', 'uploaded')
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return {};
  const columns = Object.entries(last.mapping as Record<string, number>);
  return Object.fromEntries(columns.map(([field, column]) => [field, last.headers[column] ?? '']));
}

/** Deletes what an import keeps, a day after it was written or uploaded: its rows, and the import if nothing was written. */
export async function deleteExpiredImports(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - importUndoHours * 60 * 60_000);
  await db.deleteFrom('imports').where('written', 'is', null).where('created', '<=', until).execute();
  await db
    .deleteFrom('import_rows')
    .where('import_id', 'in', (imports) => imports.selectFrom('imports').select('id').where('written', '<=', until))
    .execute();
}
