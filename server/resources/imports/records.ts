import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../collection/write.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { ApiProblem } from '../../problem.ts';
import type { Columns, Existing, ImportTable } from './kinds/rules.ts';
import { inSlices } from './slices.ts';

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/.test(value);

/** Columns as JSON, with instants in UTC. */
export function plain(columns: Columns): Columns {
  const json = JSON.parse(JSON.stringify(columns)) as Columns;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, isInstant(value) ? new Date(value).toISOString() : value]),
  );
}

type Found = { id: string; version: number; columns: Columns };
const existingOf = ({ id, version, columns }: Found): Existing => ({ id, version, columns: plain(columns) });

const selected = (table: ImportTable) =>
  sql`${sql.ref(`${table}.id`)}, ${sql.ref(`${table}.version`)}, to_jsonb(${sql.table(table)}) as columns`;

/** Records by their ids. */
export async function recordsOf(db: Db, table: ImportTable, ids: readonly string[]): Promise<Map<string, Existing>> {
  const found = new Map<string, Existing>();
  await inSlices(ids, async (slice) => {
    const { rows } = await sql<Found>`
      select ${selected(table)} from ${sql.table(table)} where id = any(${slice}::text[])`.execute(db);
    for (const row of rows) found.set(row.id, existingOf(row));
  });
  return found;
}

/** Records by their natural keys, as they are given; compared without case. */
export async function recordsByKey(
  db: Db,
  { table, key }: { table: ImportTable; key: RawBuilder<string> },
  keys: readonly string[],
): Promise<Map<string, Existing[]>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Found & { given: string }>`
    select given, ${selected(table)}
    from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as given
    join ${sql.table(table)} on lower(${key}) = lower(given)`.execute(db);
  const all = rows.map((row) => ({ given: row.given, existing: existingOf(row) }));
  return new Map(
    [...Map.groupBy(all, ({ given }) => given)].map(([given, same]) => [given, same.map(({ existing }) => existing)]),
  );
}

const namesOf = (rows: readonly Columns[]) => Object.keys(rows[0] ?? {}).map((name) => sql.ref(name));

/** Adds rows that have the same columns. */
export async function insertRows(trx: Trx, table: ImportTable | 'schedules', rows: readonly Columns[]): Promise<void> {
  await inSlices(rows, async (slice) => {
    const columns = sql.join(namesOf(slice));
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(slice)}::jsonb)`.execute(
      trx,
    );
  });
}

/**
 * Changes rows that have the same columns. @throws ApiProblem conflict if a record has changed meanwhile
 * @param rows with `id`, and `version` as it was read
 */
export async function updateRows(trx: Trx, table: ImportTable, rows: readonly Columns[]): Promise<void> {
  await inSlices(rows, async (slice) => {
    const names = Object.keys(slice[0] ?? {}).filter((name) => name !== 'id' && name !== 'version');
    const changes = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`);
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.join(changes)}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(slice)}::jsonb) as given
      where ${sql.ref(`${table}.id`)} = given.id and ${sql.ref(`${table}.version`)} = given.version`.execute(trx);
    if (numAffectedRows !== BigInt(slice.length)) throw new ApiProblem('conflict');
  });
}

/** Removes records. */
export async function removeRows(trx: Trx, table: ImportTable, ids: readonly string[]): Promise<void> {
  await inSlices(ids, async (slice) => {
    await sql`delete from ${sql.table(table)} where id = any(${slice}::text[])`.execute(trx);
  });
}

/** The versions of records, by id. */
export async function versionsOf(db: Db, table: ImportTable, ids: readonly string[]): Promise<Map<string, number>> {
  const versions = new Map<string, number>();
  await inSlices(ids, async (slice) => {
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from ${sql.table(table)} where id = any(${slice}::text[])`.execute(db);
    for (const { id, version } of rows) versions.set(id, version);
  });
  return versions;
}

/** The records among some that rows of other tables refer to. `parts`: tables whose rows belong to the record. */
export async function recordsInUse(
  db: Db,
  { table, parts }: { table: ImportTable; parts: readonly (keyof Tables)[] },
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows: references } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = ${table}::regclass`.execute(db);
  const used = new Set<string>();
  for (const { table: other, column } of references) {
    if ((parts as readonly string[]).includes(other)) continue;
    await inSlices(ids, async (slice) => {
      const { rows } = await sql<{ id: string }>`
        select distinct ${sql.ref(column)} as id from ${sql.table(other)}
        where ${sql.ref(column)} = any(${slice}::text[])`.execute(db);
      for (const { id } of rows) used.add(id);
    });
  }
  return used;
}
