import { join } from 'node:path';
import { Code } from 'typebox/compile';
import { manifestFileSchema } from '../../tenants/schema.ts';
import { tenantsRoot } from '../../tenants/tenantIds.ts';
import { asJson, formatted } from './writeJson.ts';

/** A file that is made from `tenants/schema.ts`: what it is, where it is, and what should stand in it. */
type SchemaFile = { what: string; path: string; content: string };

/**
 * The schema as a module that imports nothing, so that a build can tell a manifest without a fault in no time: what
 * TypeBox compiles, with its patterns written out and its two functions replaced by what they come to for plain JSON.
 */
async function compiledCheck(path: string): Promise<string> {
  const { Code: code, External } = Code(manifestFileSchema());
  const patterns = External.variables.map((variable) => {
    if (!(variable instanceof RegExp)) throw new Error(`The compiled schema asks for ${String(variable)}`);
    return String(variable);
  });
  const check = code.slice(code.indexOf('const check_0'), code.indexOf('// @ts-ignore\nexport function Check'));
  const text = [
    '// Written by `npm run tenants -- schema` from schema.ts.',
    'const Guard = { CodePointCount: (text) => [...text].length };',
    'const Hashing = { Hash: (value) => JSON.stringify(value) };',
    `const External = [${patterns.join(', ')}];`,
    check,
    '/** Whether a value has the shape of `manifest.schema.json`. */',
    'export const hasShape = (value) => check_0(value);',
  ];
  return formatted(path, text.join('\n'));
}

/** Both files that are made from the schema: the one that editors read, and the one that builds run. */
export async function schemaFiles(): Promise<SchemaFile[]> {
  const json = join(tenantsRoot, 'manifest.schema.json');
  const check = join(tenantsRoot, 'manifest.check.mjs');
  return [
    { what: 'schema for editors', path: json, content: await asJson(manifestFileSchema()) },
    { what: 'check that builds run', path: check, content: await compiledCheck(check) },
  ];
}
