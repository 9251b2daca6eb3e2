/**
 * Writes `src/api/answers.json`: the shape of every response of the contract, with which the client completes incomplete responses of
 * other backends. With `check` it writes nothing and fails when the file is outdated.
 *
 * Usage: node scripts/answers.ts [check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { kinds } from '../contract/kinds.ts';
import type { Shape } from '../src/api/shapes.ts';
import { contractDocument, isForServices } from './probe/contract.ts';
import type { JsonSchema } from './probe/schema.ts';

const file = join(import.meta.dirname, '..', 'src', 'api', 'answers.json');

type Described = JsonSchema & { $ref?: string };

const shapes: Record<string, Shape> = {};
const document = await contractDocument(null);
const schemas: Record<string, Described> = document.components?.schemas ?? {};

const nameOf = (ref: string) => ref.split('/').at(-1) ?? '';

/** The shape of a schema. Nullable objects are stored under the name `place`. */
function shapeOf(schema: Described, place: string): Shape {
  const { $ref, anyOf, type, items, properties } = schema;
  if ($ref !== undefined) {
    const name = nameOf($ref);
    if (!(name in shapes)) {
      shapes[name] = {};
      shapes[name] = shapeOf(schemas[name] ?? {}, name);
    }
    return `#${name}`;
  }
  if (schema.enum || schema.const !== undefined) return 'choice';
  if (anyOf) {
    const real = anyOf.filter((option) => option.type !== 'null');
    const [only, ...others] = real.map((option) => shapeOf(option, place));
    if (only === undefined || real.every((option) => option.const !== undefined)) return 'choice';
    if (others.length > 0) {
      const all = [only, ...others];
      const names = all.filter((name): name is string => typeof name === 'string' && name.startsWith('#'));
      return names.length === all.length ? names.join('|') : 'any';
    }
    if (real.length === anyOf.length) return only;
    if (typeof only === 'string') return only === 'any' || only === 'choice' ? only : `${only}?`;
    shapes[place] = only;
    return `#${place}?`;
  }
  if (type === 'array') return [shapeOf(items ?? {}, `${place}[]`)];
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'flag';
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) =>
        schema.required?.includes(name)
          ? [name, fieldShape(name, field, `${place}.${name}`)]
          : [`${name}?`, shapeOf(field, `${place}.${name}`)],
      ),
    );
  }
  return type === 'string' ? 'text' : 'any';
}

/** Date fields without which a record cannot be shown; for any other missing date a page shows a dash. */
const requiredDates = new Set(['date', 'from', 'to', 'start', 'end', 'from_day', 'to_day']);

/** The shape of a field; ids and required dates must be present. */
function fieldShape(name: string, field: Described, place: string): Shape {
  const isId = name === 'id' && field.type !== undefined;
  return isId || requiredDates.has(name) ? 'must' : shapeOf(field, place);
}

const routes: Record<string, string> = {};
/** The kind of record that a shape is one of: the tag of the route that reads one. */
const kindOfShape: Record<string, string> = {};
for (const [path, methods] of Object.entries(document.paths))
  for (const [method, { responses, tags, security }] of Object.entries(methods)) {
    if (method === 'head' || isForServices(security) || !path.startsWith('/')) continue;
    const place = `${method.toUpperCase()} ${path.slice(1).replace(/\{\w+\}/g, '{}')}`;
    for (const [status, { content = {} }] of Object.entries(responses)) {
      const schema: Described | undefined = content['application/json']?.schema;
      if (!status.startsWith('2') || !schema) continue;
      const shape = shapeOf(schema, place);
      const kind = tags?.[0] ?? '';
      if (typeof shape === 'string') {
        routes[place] = shape;
        if (kind in kinds && /^GET .*\{\}\/$/.test(place)) kindOfShape[shape.slice(1)] = kind;
      } else {
        shapes[place] = shape;
        routes[place] = `#${place}`;
      }
    }
  }

const sorted = (record: object) => Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const text = await format(
  JSON.stringify({ kinds: sorted(kindOfShape), routes: sorted(routes), shapes: sorted(shapes) }),
  {
    ...(await resolveConfig(file)),
    parser: 'json',
  },
);
if (process.argv[2] === 'check') {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('src/api/answers.json does not match the contract. Generate it again: node scripts/answers.ts');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
  console.log(`src/api/answers.json: ${Object.keys(routes).length} routes, ${Object.keys(shapes).length} shapes.`);
}
