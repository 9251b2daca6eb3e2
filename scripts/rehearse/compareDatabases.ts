import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';

/** A connection within one transaction, so that all that is read is of one moment. */
export type Snapshot = Kysely<Tables>;

/** One table: its rows in the source, and how many of the restored table differ. */
export type TableComparison = {
  table: string;
  rows: number;
  missing: number;
  unexpected: number;
  changed: number;
  /** The first row that differs, by its primary key; null if none does. */
  first: string | null;
};

/** What was compared besides rows: how many, and what differs, in words. */
export type PartComparison = { compared: number; differences: string[] };

type Table = { name: string; quoted: string; key: string[] };
type Row = { key: string; hash: string };

/** Rows per query. */
const fetchSize = 5_000;

/** Excludes the catalogue. */
const own = (column: string): string => `${column} <> 'information_schema' and ${column} not like 'pg\\_%'`;

async function tablesOf(snapshot: Snapshot): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select namespace.nspname || '.' || class.relname as name, class.oid::regclass::text as quoted,
      coalesce((
        select json_agg(quote_ident(attribute.attname) order by place.position)
        from pg_index index
        cross join unnest(index.indkey::int2[]) with ordinality as place (number, position)
        join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum = place.number
        where index.indrelid = class.oid and index.indisprimary
      ), '[]'::json) as key
    from pg_class class join pg_namespace namespace on namespace.oid = class.relnamespace
    where class.relkind = 'r' and ${sql.raw(own('namespace.nspname'))}
    order by name`.execute(snapshot);
  return rows;
}

/**
 * The rows of a table: primary key and SHA-256 of all columns, in the order of the bytes of the key. A table without a
 * primary key is ordered by the hash.
 */
async function* rowsOf(snapshot: Snapshot, { quoted, key }: Table): AsyncGenerator<Row, void> {
  const hash = `encode(sha256(convert_to(one::text, 'UTF8')), 'hex')`;
  const named = key.length > 0 ? `jsonb_build_array(${key.map((column) => `one.${column}`).join(', ')})::text` : hash;
  await sql
    .raw(
      `declare rows_of_table no scroll cursor for select key, hash from
        (select ${named} as key, ${hash} as hash from ${quoted} one) rows order by key collate "C"`,
    )
    .execute(snapshot);
  for (;;) {
    const { rows } = await sql.raw<Row>(`fetch ${fetchSize} from rows_of_table`).execute(snapshot);
    yield* rows;
    if (rows.length < fetchSize) break;
  }
  await sql.raw('close rows_of_table').execute(snapshot);
}

/** The order of PostgreSQL's collation "C". */
const inOrder = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

async function compareTable(source: Snapshot, restored: Snapshot, table: Table): Promise<TableComparison> {
  const result: TableComparison = { table: table.name, rows: 0, missing: 0, unexpected: 0, changed: 0, first: null };
  const [ours, theirs] = [rowsOf(source, table), rowsOf(restored, table)];
  let [one, other] = [await ours.next(), await theirs.next()];
  const note = (kind: 'missing' | 'unexpected' | 'changed', { key }: Row): void => {
    result[kind] += 1;
    result.first ??= `${key} is ${kind}`;
  };
  while (!one.done || !other.done) {
    const order = one.done ? 1 : other.done ? -1 : inOrder(one.value.key, other.value.key);
    if (!one.done && order <= 0) result.rows += 1;
    if (!one.done && order < 0) note('missing', one.value);
    if (!other.done && order > 0) note('unexpected', other.value);
    if (!one.done && !other.done && order === 0 && one.value.hash !== other.value.hash) note('changed', one.value);
    if (order >= 0) other = await theirs.next();
    if (order <= 0) one = await ours.next();
  }
  return result;
}

/** Compares all rows of all tables, as the source has them. A table that is missing has all its rows missing. */
export async function compareRows(source: Snapshot, restored: Snapshot): Promise<TableComparison[]> {
  const [tables, others] = [await tablesOf(source), await tablesOf(restored)];
  const names = new Set(others.map(({ name }) => name));
  const results: TableComparison[] = [];
  for (const table of tables) {
    if (names.has(table.name)) {
      results.push(await compareTable(source, restored, table));
      continue;
    }
    const { rows } = await sql
      .raw<{ rows: number }>(`select count(*)::int as rows from ${table.quoted}`)
      .execute(source);
    const count = rows[0]?.rows ?? 0;
    results.push({
      table: table.name,
      rows: count,
      missing: count,
      unexpected: 0,
      changed: 0,
      first: 'the table is missing',
    });
  }
  return results;
}

/** The last values of all sequences; null for one that was never used. */
export async function readSequences(snapshot: Snapshot): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ name: string; value: number | null }>`
    select schemaname || '.' || sequencename as name, last_value as value from pg_sequences order by name`.execute(
    snapshot,
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/**
 * Compares sequences. They advance while people work, also within a snapshot, so a restored value has to be between
 * those before and after the backup.
 */
export function compareSequences(
  before: Map<string, number | null>,
  after: Map<string, number | null>,
  restored: Map<string, number | null>,
): PartComparison {
  const differences = [...after].flatMap(([name, latest]) => {
    if (!restored.has(name)) return [`The sequence ${name} is missing.`];
    const value = restored.get(name) ?? 0;
    const isBetween = (before.get(name) ?? 0) <= value && value <= (latest ?? 0);
    return isBetween ? [] : [`The sequence ${name} is at ${value}, not at ${latest ?? 0}.`];
  });
  return { compared: after.size, differences };
}

/** Columns, indexes, constraints, triggers, functions, views and extensions, each as text. */
async function readDefinitions(snapshot: Snapshot): Promise<Map<string, string>> {
  const { rows } = await sql
    .raw<{ name: string; definition: string }>(
      `with namespaces as (select oid, nspname from pg_namespace where ${own('nspname')}),
        of_extensions as (select objid from pg_depend where deptype = 'e')
      select 'column ' || attrelid::regclass || '.' || attname as name,
        concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end, attgenerated, attidentity,
          (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum)) as definition
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace in (select oid from namespaces) and relkind in ('r', 'v', 'm') and attnum > 0 and not attisdropped
      union all
      select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace in (select oid from namespaces)
      union all
      select 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace in (select oid from namespaces) and conrelid <> 0
      union all
      select 'trigger ' || tgrelid::regclass || '.' || tgname, tgenabled::text || ' ' || pg_get_triggerdef(oid)
      from pg_trigger where not tgisinternal
      union all
      select 'function ' || oid::regprocedure, pg_get_functiondef(oid) from pg_proc
      where pronamespace in (select oid from namespaces) and prokind in ('f', 'p') and oid not in (select objid from of_extensions)
      union all
      select 'view ' || oid::regclass, pg_get_viewdef(oid) from pg_class
      where relnamespace in (select oid from namespaces) and relkind in ('v', 'm') and oid not in (select objid from of_extensions)
      union all
      select 'extension ' || extname, extversion from pg_extension where extname <> 'plpgsql'`,
    )
    .execute(snapshot);
  return new Map(rows.map(({ name, definition }) => [name, comparable(name, definition)]));
}

/** PostgreSQL writes a condition that it reads from a dump with other parentheses. The code of functions stays as it is. */
const comparable = (name: string, definition: string): string =>
  name.startsWith('function ') ? definition : definition.replaceAll(/[()\s]+/g, ' ');

/** Compares everything in the schema that is not a row: without its triggers, a restored database would not be the same. */
export async function compareDefinitions(source: Snapshot, restored: Snapshot): Promise<PartComparison> {
  const [wanted, found] = [await readDefinitions(source), await readDefinitions(restored)];
  const differences = [...wanted].flatMap(([name, definition]) => {
    if (!found.has(name)) return [`The ${name} is missing.`];
    return found.get(name) === definition ? [] : [`The ${name} differs.`];
  });
  const unexpected = [...found.keys()].filter((name) => !wanted.has(name)).map((name) => `The ${name} is new.`);
  return { compared: wanted.size, differences: [...differences, ...unexpected] };
}
