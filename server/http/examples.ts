import Schema from 'typebox/schema';
// Registers the string formats of the contract.
import '../../contract/fields.ts';

/** A JSON schema of the API description. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const id = '65f1c0a2b3d4e5f601234567';

/** Texts of fields, by the name of the field. */
const byName: Record<string, string | number> = {
  email: 'anna@example.org',
  person_email: 'anna@example.org',
  contact_email: 'office@example.org',
  first_name: 'Anna',
  last_name: 'Jónsdóttir',
  interpreter_name: 'Anna Jónsdóttir',
  name: 'City Hospital',
  title: 'How to book an interpreter',
  brand: 'Signboard',
  version: '4.2.3',
  phone: '+3545812345',
  address: '1 Main Street',
  slug: 'city-hospital',
  language: 'en',
  website: 'https://example.org/',
  url: 'https://example.org/',
  password: 'correct horse battery staple',
  code: '123456',
  reason: 'On leave',
  note: 'Meeting with a doctor',
  etag: '"7"',
  zone: 'Atlantic/Reykjavik',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  media_type: 'image/png',
  user_agent: 'Mozilla/5.0',
  ip: '192.0.2.7',
  count: 1,
  page: 1,
  page_size: 10,
  status: 400,
  size: 48_120,
  width: 512,
  height: 512,
  position: 1,
};

/** Texts by format or shape; the first one that a schema allows is taken. */
const texts = [
  '2026-03-16',
  '2026-03-16T09:30:00.000Z',
  id,
  '09:30',
  'anna@example.org',
  'https://example.org/',
  '4567',
  'city-hospital',
  'partners',
  'users/',
  'en',
  '192.0.2.0/24',
  '#1f5fbf',
  '0123456789abcdef0123456789abcdef',
  '1'.repeat(200),
];

const neutral = 'Example';

/** By name only where the format does not decide: a link named `email` is a link. */
function textOf(schema: JsonObject, name: string): unknown {
  const candidates = [byName[name], ...(schema['format'] || schema['pattern'] ? [] : [neutral]), ...texts, neutral];
  return candidates.find((candidate) => typeof candidate === 'string' && Schema.Check(schema, candidate)) ?? neutral;
}

function numberOf(schema: JsonObject, name: string): number {
  const least = typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
  const candidates = [byName[name], 12, 3, 1, 0];
  return (
    candidates.find(
      (candidate): candidate is number => typeof candidate === 'number' && Schema.Check(schema, candidate),
    ) ?? least
  );
}

/** Nesting beyond this is left out where a schema allows it. */
const deepest = 8;

/**
 * An example that a schema allows: the same one each time, with values that fit the names of fields.
 * @param named the schemas that `$ref` names
 * @param name the name of the field that has the value
 */
export function exampleOf(schema: unknown, named: ReadonlyMap<string, JsonObject>, name = '', depth = 0): unknown {
  if (!isObject(schema)) return null;
  const within = (part: unknown, field: string) => exampleOf(part, named, field, depth + 1);
  const { $ref, const: value, enum: values, anyOf, type, examples } = schema;
  if (typeof $ref === 'string') return within(named.get($ref.split('/').at(-1) ?? ''), name);
  if (value !== undefined) return value;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) {
    const isNull = (part: unknown) => isObject(part) && part['type'] === 'null';
    if (depth > deepest && anyOf.some(isNull)) return null;
    return within(
      anyOf.find((part) => !isNull(part)),
      name,
    );
  }
  if (type === 'object') {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    return Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, within(part, key)]));
  }
  if (type === 'array') return schema['maxItems'] === 0 || depth > deepest ? [] : [within(schema['items'], name)];
  if (type === 'string') return textOf(schema, name);
  if (type === 'integer' || type === 'number') return numberOf(schema, name);
  if (type === 'boolean') return true;
  return null;
}

type Content = Record<string, { schema?: unknown; example?: unknown }>;

const isJson = (contentType: string): boolean => /[/+]json$/.test(contentType);

/** Adds an example to each JSON body of a request or response that has none of its own. */
export function addExamples(content: Content | undefined, named: ReadonlyMap<string, JsonObject>): void {
  for (const [contentType, media] of Object.entries(content ?? {}))
    if (isJson(contentType) && media.schema) media.example ??= exampleOf(media.schema, named);
}
