import type { Errors } from 'typebox/schema';
import { flagDefaults, type ManifestFlag, manifestFlags } from '../../contract/flags.ts';
import { languages } from '../../contract/languages.ts';
import { shownValue, type JsonPath } from '../document.ts';
import { neverInherited } from '../inheritance.ts';
import { nearest } from '../nearest.ts';
import type { Problem } from '../problem.ts';
import { hasShape } from '../manifest.check.mjs';
import fileSchema from '../manifest.schema.json' with { type: 'json' };
import type { Source } from '../source.ts';

type SchemaError = ReturnType<typeof Errors>[1][number];

const isFlag = (name: string): name is ManifestFlag => manifestFlags.some((flag) => flag === name);

function pathOf(pointer: string): JsonPath {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

type Described = { description?: string; properties?: Record<string, Described>; anyOf?: readonly object[] };

/** The object that a schema allows, also where null is allowed instead. */
function objectIn(schema: Described): Described {
  return schema.anyOf?.find((option): option is Described => 'properties' in option) ?? schema;
}

/** The schema of the value at `path`; for array items that of the array. */
function schemaAt(path: JsonPath): Described {
  return path.reduce<Described>((schema, step) => {
    const { properties } = objectIn(schema);
    return (typeof step === 'string' ? properties?.[step] : undefined) ?? schema;
  }, fileSchema as Described);
}

/** The fix for a value: the schema's description of it. */
function expected(path: JsonPath): string {
  const { description } = schemaAt(path);
  return description ? `Expected: ${description}` : 'See tenants/manifest.schema.json.';
}

const shown = (path: JsonPath) =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${step}`)).join('');

function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, step)?.value : undefined,
    value,
  );
}

function unknownName(source: Source, path: JsonPath, known: string[]): Problem {
  const name = String(path.at(-1));
  const inFlags = path[0] === 'flags';
  const near = nearest(name, known);
  return source.problem(
    path,
    inFlags ? `Unknown flag ${shownValue(name)}.` : `Unknown property ${shownValue(shown(path))}.`,
    near ? `Did you mean "${near}"?` : `Remove it, or use one of: ${known.join(', ')}.`,
    'key',
  );
}

function missingName(source: Source, path: JsonPath): Problem {
  const name = String(path.at(-1));
  if (path[0] === 'flags' && isFlag(name))
    return source.problem(
      path,
      `Flag "${name}" is missing.`,
      `Add it; the usual value is "${name}": ${flagDefaults[name]}.`,
    );
  // The extended manifest may have the property, but "extends" does not copy it.
  const never = source.value['extends'] !== undefined && neverInherited.some((property) => property === name);
  if (never) return source.ownProblem(path, `"${name}" is missing ("extends" does not copy it).`, expected(path));
  return source.problem(path, `"${shown(path)}" is missing.`, expected(path));
}

function wrongValue(source: Source, path: JsonPath, errors: SchemaError[]): Problem {
  const value = shownValue(valueAt(source.value, path));
  if (path[0] === 'languages' && path.length === 2) {
    const given = String(valueAt(source.value, path));
    // The product's code of Estonian is that of its country; everybody else's is "et".
    const near = /^et\b/i.test(given) ? 'ee' : nearest(given, languages);
    return source.problem(
      path,
      `Language ${value} is not supported.`,
      `${near ? `Did you mean "${near}"? ` : ''}Supported: ${languages.join(', ')}.`,
    );
  }
  if (errors.some(({ keyword }) => keyword === 'uniqueItems'))
    return source.problem(path, `"${shown(path)}" has a duplicate.`, 'Remove the duplicate.');
  return source.problem(path, `"${shown(path)}" cannot be ${value}.`, expected(path));
}

/** Every schema error. TypeBox is loaded for invalid manifests only, because that takes a tenth of a second. */
async function schemaErrors(value: unknown): Promise<SchemaError[]> {
  const [{ Errors: errors }, { Settings }] = await Promise.all([import('typebox/schema'), import('typebox/system')]);
  // The default of 8 would hide further errors.
  Settings.Set({ maxErrors: 200 });
  return errors(fileSchema, value)[1];
}

/**
 * Checks a manifest against the schema: no missing and no unknown properties, every value of its type. One problem per position.
 *
 * `manifest.check.mjs`, the compiled schema, accepts valid manifests quickly; errors come from `manifest.schema.json`, which
 * editors use too. `npm run tenants -- check` fails when one of them does not match `schema.ts`.
 */
export async function checkShape(source: Source): Promise<Problem[]> {
  // Inherited properties are merged already, so the rules without "extends" apply.
  const { extends: _, ...whole } = source.value;
  if (hasShape(whole)) return [];
  const byPlace = Map.groupBy(await schemaErrors(whole), ({ instancePath }) => instancePath);

  const unknown: { path: JsonPath; known: string[] }[] = [];
  // Unique names: the schema requires some of them in two places, with and without "extends".
  const missing = new Map<string, JsonPath>();
  const wrong: Problem[] = [];
  for (const [pointer, here] of byPlace) {
    const path = pathOf(pointer);
    const rest = here.filter((error) => {
      if (error.keyword === 'additionalProperties') {
        const known = Object.keys(objectIn(schemaAt(path)).properties ?? {});
        unknown.push(...error.params.additionalProperties.map((name) => ({ path: [...path, name], known })));
        return false;
      }
      if (error.keyword === 'required') {
        for (const name of error.params.requiredProperties) missing.set(shown([...path, name]), [...path, name]);
        return false;
      }
      return error.keyword !== 'boolean' && error.keyword !== 'if';
    });
    // An object that may also be null is wrong because of its content, which has problems of its own.
    const isUnion = rest.every(({ keyword }) => keyword === 'anyOf' || keyword === 'type');
    const hasContent =
      rest.length < here.length || [...byPlace.keys()].some((other) => other.startsWith(`${pointer}/`));
    if (rest.length && !(isUnion && hasContent)) wrong.push(wrongValue(source, path, rest));
  }
  // A misspelt property is one problem, so the property that it was meant to be is not also reported as missing.
  const misspelt = new Set(
    unknown.map(({ path, known }) => shown([...path.slice(0, -1), nearest(String(path.at(-1)), known) ?? ''])),
  );
  return [
    ...unknown.map(({ path, known }) => unknownName(source, path, known)),
    ...[...missing].filter(([name]) => !misspelt.has(name)).map(([, path]) => missingName(source, path)),
    ...wrong,
  ];
}
