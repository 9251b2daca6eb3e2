import type { Errors } from 'typebox/schema';
import { flagDefaults, flags, type Flag } from '../../contract/flags.ts';
import { languages } from '../../contract/languages.ts';
import type { JsonPath } from '../document.ts';
import { neverInherited } from '../inheritance.ts';
import { nearest } from '../nearest.ts';
import type { Problem } from '../problem.ts';
import { hasShape } from '../manifest.check.mjs';
import fileSchema from '../manifest.schema.json' with { type: 'json' };
import type { Source } from '../source.ts';

type Fault = ReturnType<typeof Errors>[1][number];

const isFlag = (name: string): name is Flag => flags.some((flag) => flag === name);

function pathOf(pointer: string): JsonPath {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

type Described = { description?: string; properties?: Record<string, Described> };

/** The schema of the value at `path`; array items have their parent's. */
function schemaAt(path: JsonPath): Described {
  return path.reduce<Described>(
    (schema, step) => (typeof step === 'string' ? schema.properties?.[step] : undefined) ?? schema,
    fileSchema,
  );
}

/** What the value should be, in the words of the schema. */
function expected(path: JsonPath): string {
  const { description } = schemaAt(path);
  return description ? `Give it as described: ${description}` : 'See tenants/manifest.schema.json.';
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
    inFlags ? `Unknown flag "${name}".` : `Unknown property "${shown(path)}".`,
    near ? `Did you mean "${near}"?` : `Remove it, or take one of: ${known.join(', ')}.`,
    'key',
  );
}

function missingName(source: Source, path: JsonPath): Problem {
  const name = String(path.at(-1));
  if (path[0] === 'flags' && isFlag(name))
    return source.problem(
      path,
      `Flag "${name}" is missing.`,
      `Say it, on or off: "${name}": ${flagDefaults[name]} is usual.`,
    );
  // What "extends" does not copy may well stand in the other file, where it is no help.
  const never = source.value['extends'] !== undefined && neverInherited.some((one) => one === name);
  if (never) return source.ownProblem(path, `"${name}" is missing ("extends" does not copy it).`, expected(path));
  return source.problem(path, `"${shown(path)}" is missing.`, expected(path));
}

function wrongValue(source: Source, path: JsonPath, faults: Fault[]): Problem {
  const value = JSON.stringify(valueAt(source.value, path));
  if (path[0] === 'languages' && path.length === 2) {
    const near = nearest(String(valueAt(source.value, path)), languages);
    return source.problem(
      path,
      `Language ${value} is not supported.`,
      `${near ? `Did you mean "${near}"? ` : ''}Supported: ${languages.join(', ')}.`,
    );
  }
  if (faults.some(({ keyword }) => keyword === 'uniqueItems'))
    return source.problem(path, `"${shown(path)}" names something twice.`, 'Name each once.');
  return source.problem(path, `"${shown(path)}" cannot be ${value}.`, expected(path));
}

/** Everything that is wrong. TypeBox is loaded for a manifest with a fault only: it costs a build a tenth of a second. */
async function faultsOf(value: unknown): Promise<Fault[]> {
  const [{ Errors: errors }, { Settings }] = await Promise.all([import('typebox/schema'), import('typebox/system')]);
  // The default of eight would hide the rest of a badly broken manifest.
  Settings.Set({ maxErrors: 200 });
  return errors(fileSchema, value)[1];
}

/**
 * Whether a manifest has the shape of the schema: every property and flag named, none unknown (the nearest name is
 * offered), every value of its kind. One problem for each place.
 *
 * It is held to the written `manifest.schema.json`, the same that editors use, first in the form that TypeBox compiled
 * it to (`manifest.check.mjs`). `npm run tenants -- check` holds both files equal to `schema.ts`.
 */
export async function checkShape(source: Source): Promise<Problem[]> {
  // Everything inherited is in place by now, so nothing may be missing any more.
  const { extends: _, ...whole } = source.value;
  if (hasShape(whole)) return [];
  const byPlace = Map.groupBy(await faultsOf(whole), ({ instancePath }) => instancePath);

  const unknown: { path: JsonPath; known: string[] }[] = [];
  // By name: the schema asks for some of them twice, with and without "extends".
  const missing = new Map<string, JsonPath>();
  const wrong: Problem[] = [];
  for (const [pointer, here] of byPlace) {
    const path = pathOf(pointer);
    const rest = here.filter((fault) => {
      if (fault.keyword === 'additionalProperties') {
        const known = Object.keys(schemaAt(path).properties ?? {});
        unknown.push(...fault.params.additionalProperties.map((name) => ({ path: [...path, name], known })));
        return false;
      }
      if (fault.keyword === 'required') {
        for (const name of fault.params.requiredProperties) missing.set(shown([...path, name]), [...path, name]);
        return false;
      }
      return fault.keyword !== 'boolean' && fault.keyword !== 'if';
    });
    if (rest.length) wrong.push(wrongValue(source, path, rest));
  }
  // A misspelt name is one mistake, not two: the name it stands for is not missing as well.
  const meant = new Set(
    unknown.map(({ path, known }) => shown([...path.slice(0, -1), nearest(String(path.at(-1)), known) ?? ''])),
  );
  return [
    ...unknown.map(({ path, known }) => unknownName(source, path, known)),
    ...[...missing].filter(([name]) => !meant.has(name)).map(([, path]) => missingName(source, path)),
    ...wrong,
  ];
}
