import type { PGlite } from '@electric-sql/pglite';

/** What releases see of a database: everything that a migration could take from them. */
export type Catalog = {
  /** Tables and views by name. */
  relations: Map<string, string>;
  /** By `table.column`. */
  columns: Map<string, { table: string; type: string; isRequired: boolean; isFilled: boolean }>;
  /** Constraints and unique indexes by `table.name`. */
  rules: Map<string, { table: string; kind: string; columns: string[]; definition: string }>;
  /** Functions with their arguments and result. */
  functions: Set<string>;
};

const columnsQuery = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    a.atthasdef or a.attidentity <> '' or a.attgenerated <> '' as filled, c.relkind::text as kind
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    and a.attnum > 0 and not a.attisdropped`;

const rulesQuery = `
  select c.relname as table, o.conname as name, o.contype::text as kind, pg_get_constraintdef(o.oid) as definition,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (o.conkey)) as columns
  from pg_constraint o join pg_class c on c.oid = o.conrelid
  where c.relnamespace = current_schema()::regnamespace and o.contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select c.relname, i.relname, 'i', pg_get_indexdef(x.indexrelid),
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (x.indkey::int2[]))
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
  where c.relnamespace = current_schema()::regnamespace and x.indisunique
    and not exists (select from pg_constraint o where o.conindid = x.indexrelid)`;

const functionsQuery = `
  select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') returns ' || pg_get_function_result(p.oid) as shape
  from pg_proc p
  where p.pronamespace = current_schema()::regnamespace and p.prorettype <> 'trigger'::regtype
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

type ColumnRow = { table: string; name: string; type: string; required: boolean; filled: boolean; kind: string };
type RuleRow = { table: string; name: string; kind: string; definition: string; columns: string[] };

/** Reads the catalog of a database. */
export async function readCatalog(database: PGlite): Promise<Catalog> {
  const columns = (await database.query<ColumnRow>(columnsQuery)).rows;
  const rules = (await database.query<RuleRow>(rulesQuery)).rows;
  const functions = (await database.query<{ shape: string }>(functionsQuery)).rows;
  return {
    relations: new Map(columns.map(({ table, kind }) => [table, kind])),
    columns: new Map(
      columns.map(({ table, name, type, required, filled }) => [
        `${table}.${name}`,
        { table, type, isRequired: required, isFilled: filled },
      ]),
    ),
    rules: new Map(rules.map(({ name, ...rule }) => [`${rule.table}.${name}`, rule])),
    functions: new Set(functions.map(({ shape }) => shape)),
  };
}

/** Types by those that hold all their values. */
const widerTypes: Record<string, string[]> = {
  smallint: ['integer', 'bigint'],
  integer: ['bigint'],
  real: ['double precision'],
};

function isWider(before: string, after: string): boolean {
  return (widerTypes[before] ?? []).includes(after) || (before.startsWith('character varying(') && after === 'text');
}

/** Whether a check allows more words than before and is the same apart from that. */
function isWiderCheck(before: string, after: string): boolean {
  const word = /'([^']*)'::text(, )?/g;
  const words = (definition: string) => new Set([...definition.matchAll(word)].map(([, text]) => text));
  const [old, now] = [words(before), words(after)];
  return before.replace(word, '') === after.replace(word, '') && [...old].every((value) => now.has(value));
}

const kinds: Record<string, string> = {
  c: 'check',
  f: 'foreign key',
  p: 'primary key',
  u: 'unique constraint',
  x: 'exclusion constraint',
  i: 'unique index',
};

/**
 * What a migration takes from releases before it: things that are gone, and values that are no longer accepted. One phrase for each,
 * such as "the column users.phone is gone".
 */
export function narrowings(before: Catalog, after: Catalog): string[] {
  const gone = [
    ...[...before.relations.keys()]
      .filter((name) => !after.relations.has(name))
      .map((name) => `the table ${name} is gone`),
    ...[...before.functions]
      .filter((shape) => !after.functions.has(shape))
      .map((shape) => `the function ${shape} is gone`),
  ];
  const columns = [...before.columns].flatMap(([name, old]): string[] => {
    if (!after.relations.has(old.table)) return [];
    const now = after.columns.get(name);
    if (!now) return [`the column ${name} is gone`];
    if (now.type !== old.type && !isWider(old.type, now.type))
      return [`the column ${name} was ${old.type} and is ${now.type}`];
    if (now.isRequired && !old.isRequired) return [`the column ${name} must not be null any more`];
    return now.isRequired && old.isFilled && !now.isFilled ? [`the column ${name} lost its default`] : [];
  });
  const added = [...after.columns].flatMap(([name, { table, isRequired, isFilled }]) =>
    !before.columns.has(name) && before.relations.has(table) && isRequired && !isFilled
      ? [`the new column ${name} has no default and must not be null`]
      : [],
  );
  const rules = [...after.rules].flatMap(([name, { table, kind, columns: ruleColumns, definition }]) => {
    const old = before.rules.get(name);
    const onlyNew = ruleColumns.length > 0 && ruleColumns.every((column) => !before.columns.has(`${table}.${column}`));
    const isSame = old?.definition === definition || (old && kind === 'c' && isWiderCheck(old.definition, definition));
    return isSame || onlyNew || !before.relations.has(table) ? [] : [`the ${kinds[kind]} ${name} is stricter or new`];
  });
  return [...gone, ...columns, ...added, ...rules];
}
