import { queryText } from '../../scripts/probe/wire.ts';
import type { Operation } from '../../scripts/probe/contract.ts';
import type { Known } from '../../scripts/probe/known.ts';
import { sample, type Source } from '../../scripts/probe/sample.ts';
import type { Random } from '../../server/seed/random.ts';

/** A call to send; `payload` is the text of the body. */
export type RawCall = { method: string; url: string; headers: Record<string, string>; payload?: string };

const strangeTexts = [
  '',
  ' ',
  'x',
  '0',
  '-1',
  'null',
  'NaN',
  'true',
  '%',
  '%00',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  "' or 1=1 --",
  '$1',
  '{{x}}',
  '=1+1',
  '<script>alert(1)</script>',
  '\u202Eabc',
  '🤟'.repeat(30),
  'x'.repeat(10_000),
  '1e400',
  '9999-99-99',
  '2024-02-30',
  '2024-05-01T25:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31',
  '24:00',
  'f'.repeat(24),
  'F'.repeat(24),
  '__proto__',
  'constructor',
];

const strangeValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { __proto__: null, toString: 1 },
  ['x'.repeat(500)],
  ...strangeTexts,
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let index = 0; index < depth; index += 1) value = index % 2 ? [value] : { a: value };
  return value;
}

/** The value with one random change. */
function mutated(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return random.pick(strangeValues);
  const entries = Object.entries(value);
  const chosen = entries.length ? random.between(0, entries.length - 1) : -1;
  const change = random.between(0, 4);
  if (change === 0)
    entries.push([random.pick(['extra', '__proto__', 'id', 'toString', '']), random.pick(strangeValues)]);
  else if (change === 1) entries.splice(chosen, 1);
  else if (change === 2 && chosen >= 0) entries[chosen] = [entries[chosen]![0], nested(random.between(1, 60))];
  else if (chosen >= 0) entries[chosen] = [entries[chosen]![0], mutated(entries[chosen]![1], random)];
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

function headersOf({ parameters }: Operation, random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name } of parameters.filter((parameter) => parameter.in === 'header')) {
    if (name === 'if-match')
      headers[name] = random.pick(['*', '*', '*', '"1"', '"1", "2"', 'W/"1"', '1', '""', 'x'.repeat(2000)]);
    else if (random.chance(0.3))
      headers[name] = random.pick(['key-12345678', 'x', 'k'.repeat(200), 'k'.repeat(300), random.id()]);
    if (random.chance(0.1)) delete headers[name];
  }
  if (random.chance(0.05)) headers['x-request-id'] = random.pick(['trace-12345', 'x', 'é'.repeat(9), 'x'.repeat(100)]);
  if (random.chance(0.05)) headers['accept'] = random.pick(['text/html', '*/*', 'x', 'application/xml']);
  if (random.chance(0.05)) headers['range'] = random.pick(['bytes=0-1', 'bytes=5-2', 'bytes=-1', 'x', 'bytes=0-0,2-3']);
  return headers;
}

function queryOf({ parameters }: Operation, source: Source, isSane: boolean): string {
  const { random } = source;
  const query: Record<string, unknown> = {};
  for (const { name, schema, required } of parameters.filter((parameter) => parameter.in === 'query')) {
    if (required || random.chance(0.25)) query[name] = sample(schema, name, source);
  }
  if (isSane) return queryText(query);
  const [name = 'page'] = Object.keys(query);
  const strange = encodeURIComponent(random.pick(strangeTexts).toWellFormed());
  return random.pick([
    queryText({ ...query, [name]: random.pick(strangeTexts) }),
    queryText({ ...query, nothing_of_this_name: 1 }),
    `?${name}=1&${name}=2`,
    `?${name}[a][b][c][d]=${strange}`,
    `?${name}[__proto__][x]=1&__proto__[y]=2&constructor[prototype][z]=3`,
    `?${Array.from({ length: 150 }, (_, index) => `${name}[]=${index}`).join('&')}`,
    `?${name}=%zz&=&&%00=${strange}`,
    `?${name}[]=${strange}&${name}=${strange}`,
    `?${name}=${strange}`,
  ]);
}

function bodyOf({ body }: Operation, source: Source, isSane: boolean): { type: string; payload: string } | null {
  const { random } = source;
  if (!body)
    return isSane ? null : { type: 'application/json', payload: random.pick(['', '{}', '[]', 'x', '{"a":1}']) };
  const value = sample(body.schema, '', source);
  if (isSane) return { type: 'application/json', payload: JSON.stringify(value) };
  const text = JSON.stringify(mutated(value, random) ?? null);
  const kind = random.between(0, 9);
  if (kind === 0) return { type: 'application/json', payload: text.slice(0, random.between(0, text.length)) };
  if (kind === 1)
    return {
      type: random.pick(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'x']),
      payload: text,
    };
  if (kind === 2)
    return {
      type: 'application/json',
      payload: text.replace(
        /"[^"]*"|\d+/,
        random.pick(['1e400', '-0', '"\\u0000"', '"\\ud800"', '{"__proto__":{"x":1}}']),
      ),
    };
  return { type: 'application/json', payload: text };
}

/**
 * A random call of an operation: mostly valid, otherwise with an error. It refers to existing records, and to missing
 * ones.
 */
export function randomCall(operation: Operation, known: Known, source: Source): RawCall {
  const { random } = source;
  const isSane = random.chance(0.55);
  const strangeId = encodeURIComponent(random.pick(strangeTexts).toWellFormed());
  const nobody = operation.path.replace(/\{\w+\}/g, () => (random.chance(0.5) ? random.id() : strangeId));
  const path = (random.chance(0.85) ? known.fill(operation) : null) ?? nobody;
  const body = bodyOf(operation, source, isSane || random.chance(0.3));
  const method = operation.method === 'GET' && random.chance(0.03) ? 'HEAD' : operation.method;
  return {
    method,
    url: `${random.chance(0.98) ? path : path.replace(/\/$/, '')}${queryOf(operation, source, isSane || random.chance(0.3))}`,
    headers: { ...headersOf(operation, random), ...(body ? { 'content-type': body.type } : {}) },
    ...(body ? { payload: body.payload } : {}),
  };
}
