import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import writerOf from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { Value } from 'typebox/value';

type Writer = (answer: unknown) => string;
type Schema = Record<string, unknown>;
type Route = Parameters<typeof TypeBoxValidatorCompiler>[0];
type Check = ReturnType<typeof TypeBoxValidatorCompiler>;

/** By the text of the schema: all apps of a process write the same answers. */
const writers = new Map<string, Writer>();

/**
 * A part of a schema, said so that it is written straight out: of `anyOf` the writer tries one after the other, each with a validator, and of an
 * `enum` it does not know that there are only texts in it (docs/decisions/221). What it has to choose between stays as it is.
 */
function plainly(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(plainly);
  const { anyOf, ...schema } = part as Schema;
  if (Array.isArray(anyOf)) {
    const [one, other, ...more] = anyOf as Schema[];
    const isOneOrNull = one?.['type'] !== undefined || one?.['enum'] !== undefined;
    if (!isOneOrNull || other?.['type'] !== 'null' || more.length > 0) return part;
    return { ...schema, ...(plainly(one) as Schema), nullable: true };
  }
  const plain = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, plainly(value)]));
  const values = plain['enum'];
  const areTexts = Array.isArray(values) && values.every((value) => typeof value === 'string');
  return areTexts ? { ...plain, type: 'string' } : plain;
}

function writerFor(schema: object): Writer {
  const text = JSON.stringify(schema);
  const writer = writers.get(text) ?? writerOf(plainly(JSON.parse(text)) as Schema);
  writers.set(text, writer);
  return writer;
}

/** Whether a part of a query is a text, or one out of a closed set of texts: it is what it comes as. */
function isText(part: TSchema): boolean {
  return Type.IsString(part) || (Type.IsEnum(part) && part.enum.every((value) => typeof value === 'string'));
}

/**
 * What checks a part of a request. Of a query the library converts all that is there, and to convert one out of a set of texts it puts the whole set
 * together anew for each call (docs/decisions/221): it is only given what can be something else than text.
 */
function checkOf(route: Route): Check {
  const { schema, httpPart } = route;
  if (httpPart === 'body' || !Type.IsObject(schema)) return TypeBoxValidatorCompiler(route);
  const converted = Object.entries<TSchema>(schema.properties)
    .filter(([, part]) => !isText(part))
    .map(([name, part]) => [name, Type.IsArray(part) && isText(part.items) ? Type.Array(Type.Unknown()) : part]);
  const others = Type.Object(Object.fromEntries(converted) as Record<string, TSchema>);
  // A body is checked as it comes.
  const check = TypeBoxValidatorCompiler({ ...route, httpPart: 'body' });
  return converted.length > 0 ? (value) => check(Value.Convert(others, value)) : check;
}

/**
 * Compiles what checks a request and what writes an answer when the first of its kind comes, as all at once take longer than
 * everything else that an app does before its first call.
 */
export function compileSchemasLate(app: FastifyInstance): void {
  app.setValidatorCompiler((route) => {
    let check: Check | undefined;
    return (value) => (check ??= checkOf(route))(value);
  });
  app.setSerializerCompiler(({ schema }) => {
    let writer: Writer | undefined;
    return (answer) => (writer ??= writerFor(schema))(answer);
  });
}
