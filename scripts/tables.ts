/**
 * Writes `server/db/schema.ts`: the tables of the database after all migrations, as types. With `check` nothing is written,
 * and it fails when the file is not what the migrations make.
 *
 * Usage: node scripts/tables.ts [check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../server/db/database.ts';
import { formatted } from './tenants/writeJson.ts';

const repository = join(import.meta.dirname, '..');
const file = join(repository, 'server', 'db', 'schema.ts');

/** What the drivers read a type of PostgreSQL as; see the type parsers in `server/db/database.ts`. */
const types: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  int4: 'number',
  int8: 'number',
  jsonb: 'unknown',
  text: 'string',
  _text: 'string[]',
  timestamptz: 'Date',
  tstzrange: 'string',
};

type Column = { table: string; name: string; type: string; nullable: boolean; generated: boolean; defaulted: boolean };

async function readColumns(): Promise<Column[]> {
  const database = await openDatabase({ memory: true, templates: join(repository, '.cache', 'databases') });
  await database.migrate();
  const { rows } = await sql<Column>`
    select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
      is_generated = 'ALWAYS' or identity_generation is not distinct from 'ALWAYS' as generated,
      column_default is not null as defaulted
    from information_schema.columns where table_schema = current_schema()
    order by table_name collate "C", ordinal_position`.execute(database.db);
  await database.close();
  return rows;
}

function typeOf({ table, name, type, nullable, generated, defaulted }: Column): string {
  const known = types[type];
  if (!known) throw new Error(`scripts/tables.ts names no TypeScript type for ${type}, the type of ${table}.${name}.`);
  const read = nullable && known !== 'unknown' ? `${known} | null` : known;
  if (generated) return `ReadOnly<${read}>`;
  return defaulted ? `Generated<${read}>` : read;
}

const tables = Map.groupBy(await readColumns(), ({ table }) => table);
const text = await formatted(
  file,
  [
    '// Written by `node scripts/tables.ts` from the migrated database. Types that SQL cannot tell are in tables.ts.',
    `import type { ColumnType, Generated } from 'kysely';\n`,
    '/** A column that only the database writes. */',
    'export type ReadOnly<Value> = ColumnType<Value, never, never>;\n',
    '/** Every table that the migrations make, with the types of its columns. */',
    'export type Schema = {',
    ...[...tables].map(([table, columns]) => {
      const lines = columns.map((column) => `${JSON.stringify(column.name)}: ${typeOf(column)};`);
      return `${table}: {\n${lines.join('\n')}\n};`;
    }),
    '};',
  ].join('\n'),
);
if (process.argv[2] === 'check') {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('server/db/schema.ts is not what the migrations make. Run: node scripts/tables.ts');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
  console.log(`server/db/schema.ts: ${tables.size} tables.`);
}
