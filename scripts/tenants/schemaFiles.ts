import { join } from 'node:path';
import { Code } from 'typebox/compile';
import { manifestFileSchema } from '../../tenants/schema.ts';
import { tenantsRoot } from '../../tenants/tenantIds.ts';
import { asJson, formatted } from './writeJson.ts';

/** A file that is generated from `tenants/schema.ts`, with the content it should have. */
type SchemaFile = { description: string; path: string; content: string };

/**
 * The schema as a module without imports, so that builds check valid manifests without loading TypeBox: TypeBox's compiled
 * code with its patterns inlined and its two helper functions replaced by equivalents for plain JSON.
 */
async function compiledCheck(path: string): Promise<string> {
  const { Code: code, External } = Code(manifestFileSchema());
  const patterns = External.variables.map((variable) => {
    if (!(variable instanceof RegExp))
      throw new Error(`The compiled schema uses an unknown value: ${String(variable)}`);
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

/** Both files that are generated from the schema: for editors and for builds. */
export async function schemaFiles(): Promise<SchemaFile[]> {
  const json = join(tenantsRoot, 'manifest.schema.json');
  const check = join(tenantsRoot, 'manifest.check.mjs');
  return [
    { description: 'schema for editors', path: json, content: await asJson(manifestFileSchema()) },
    { description: 'compiled check for builds', path: check, content: await compiledCheck(check) },
  ];
}
