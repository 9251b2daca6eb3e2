import Schema from 'typebox/schema';
// Registers the string formats of the contract.
import '../../contract/fields.ts';

/** A JSON schema (draft 2020-12) with every `$ref` resolved. */
export type JsonSchema = {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

/** A schema error of a response. `field` is a path such as `results[].role`, empty for the whole body. */
export type Fault = { field: string; kind: string; expected: string; found: string };

type Validator = ReturnType<typeof Schema.Compile>;
type Failure = ReturnType<Validator['Errors']>[1][number];

const validators = new WeakMap<JsonSchema, Validator>();

function validatorOf(schema: JsonSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const made = Schema.Compile(schema);
  validators.set(schema, made);
  return made;
}

/** Whether a value is valid for a schema. */
export function fits(schema: JsonSchema, value: unknown): boolean {
  return validatorOf(schema).Check(value);
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((within, key) => (within as Record<string, unknown> | null | undefined)?.[key], value);
}

function schemaAt(schema: JsonSchema, path: string): JsonSchema {
  const part = valueAt(schema, path.replace(/^#/, ''));
  return part ?? schema;
}

const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

function typesOf(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typesOf).join(' or ');
  if (schema.enum) return schema.enum.map((choice) => JSON.stringify(choice)).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  return schema.format ?? schema.pattern ?? schema.type ?? 'anything';
}

const fieldOf = (path: string): string =>
  path
    .slice(1)
    .replace(/\/\d+(?=\/|$)/g, '[]')
    .replaceAll('/', '.');

/** For a nullable object the errors of the object; for any other union only the error that no alternative matches. */
function withoutBranches(failures: Failure[], schema: JsonSchema, value: unknown): Failure[] {
  const dropped = new Set<Failure>();
  for (const choice of failures.filter(({ keyword }) => keyword === 'anyOf')) {
    const branches = failures.filter(({ schemaPath }) => schemaPath.startsWith(`${choice.schemaPath}/anyOf/`));
    const shapes = schemaAt(schema, choice.schemaPath).anyOf ?? [];
    const real = shapes.flatMap((shape, index) => (shape.type === 'null' ? [] : [index]));
    const actual = valueAt(value, choice.instancePath);
    const isNullableObject = real.length === 1 && typeof actual === 'object' && actual !== null;
    for (const branch of branches)
      if (!isNullableObject || !branch.schemaPath.startsWith(`${choice.schemaPath}/anyOf/${real[0]}`))
        dropped.add(branch);
    if (isNullableObject) dropped.add(choice);
  }
  return failures.filter((failure) => !dropped.has(failure));
}

function faultOf(failure: Failure, schema: JsonSchema, value: unknown): Fault[] {
  const { keyword, instancePath, schemaPath, message } = failure;
  const found = valueAt(value, instancePath);
  const field = fieldOf(instancePath);
  const within = schemaAt(schema, schemaPath);
  if (keyword === 'required')
    return failure.params.requiredProperties.map((name) => ({
      field: field ? `${field}.${name}` : name,
      kind: 'missing field',
      expected: typesOf(within.properties?.[name] ?? {}),
      found: 'nothing',
    }));
  if (keyword === 'type' || keyword === 'anyOf')
    return [{ field, kind: 'wrong type', expected: typesOf(within), found: `${typeName(found)} ${shown(found)}` }];
  if (keyword === 'enum' || keyword === 'const')
    return [{ field, kind: 'unknown value', expected: typesOf(within), found: shown(found) }];
  if (keyword === 'format' || keyword === 'pattern')
    return [{ field, kind: 'wrong format', expected: typesOf(within), found: shown(found) }];
  return [{ field, kind: 'out of bounds', expected: message, found: shown(found) }];
}

/** The schema errors of a value, one per field and kind. */
export function faultsOf(schema: JsonSchema, value: unknown): Fault[] {
  if (fits(schema, value)) return [];
  const [, failures] = validatorOf(schema).Errors(value);
  const faults = withoutBranches(failures, schema, value).flatMap((failure) => faultOf(failure, schema, value));
  const first = new Map<string, Fault>();
  for (const fault of faults) {
    const key = `${fault.field}|${fault.kind}`;
    if (!first.has(key)) first.set(key, fault);
  }
  return [...first.values()];
}
