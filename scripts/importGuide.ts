/**
 * Writes the tables of columns in `docs/ops/import.md`, from the contract and the headings in English.
 *
 * Usage: node scripts/importGuide.ts [--check]
 * Exit code: 1 when `--check` finds an outdated page.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type ImportField, importFields, importKeys, type ImportKind, importKinds } from '../contract/importKinds.ts';
import { formatted } from './tenants/writeJson.ts';

const repository = resolve(import.meta.dirname, '..');
const file = join(repository, 'docs', 'ops', 'import.md');
const begin = '<!-- columns: written by scripts/importGuide.ts -->';
const end = '<!-- end of columns -->';

/** More values than this are only described. */
const mostValues = 10;

const words = JSON.parse(readFileSync(join(repository, 'src', 'i18n', 'locales', 'en', 'imports.json'), 'utf8')) as {
  fields: Record<string, string>;
  kinds: Record<ImportKind, string>;
};

const plainTypes = {
  text: 'text',
  phone: 'telephone number',
  integer: 'whole number',
  boolean: 'yes or no',
  day: 'day',
  time: 'time',
  instant: 'day and time',
};

function meaningOf({ type, many, flag }: ImportField): string {
  const meaning =
    typeof type === 'string'
      ? plainTypes[type]
      : 'refers' in type
        ? `reference: ${type.refers.replace('_', ' ')}`
        : type.values.length > mostValues
          ? 'codes (ISO 639-3)'
          : type.values.map((value) => `\`${value}\``).join(', ');
  return [meaning, many ? 'several, separated by semicolons' : '', flag ? `only with the flag \`${flag}\`` : '']
    .filter((part) => part !== '')
    .join('; ');
}

function tableOf(kind: ImportKind): string {
  const rows = importFields[kind].map((field) => {
    const marks = [field.required ? 'required' : '', importKeys[kind].includes(field.name) ? 'key' : ''];
    const role = marks.filter((mark) => mark !== '').join(', ');
    return `| \`${field.name}\` | ${words.fields[field.name]} | ${role} | ${meaningOf(field)} |`;
  });
  return [
    `### ${words.kinds[kind]} (\`${kind}\`)`,
    '',
    '| field | heading | | value |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

const page = readFileSync(file, 'utf8');
const [before = '', rest = ''] = page.split(begin);
const [, after = ''] = rest.split(end);
const tables = importKinds.map(tableOf).join('\n\n');
const next = await formatted(file, `${before}${begin}\n\n${tables}\n\n${end}${after}`);
if (next !== page && process.argv.includes('--check')) {
  console.error(
    `${relative(repository, file)}: the tables do not match contract/importKinds.ts. Write them again: node scripts/importGuide.ts`,
  );
  process.exitCode = 1;
} else if (next !== page) writeFileSync(file, next);
