import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import writerOf from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

type Writer = (answer: unknown) => string;
type Schema = Record<string, unknown>;
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
  const isText = Array.isArray(values) && values.every((value) => typeof value === 'string');
  return isText ? { ...plain, type: 'string' } : plain;
}

function writerFor(schema: object): Writer {
  const text = JSON.stringify(schema);
  const writer = writers.get(text) ?? writerOf(plainly(JSON.parse(text)) as Schema);
  writers.set(text, writer);
  return writer;
}

/**
 * Compiles what checks a request and what writes an answer when the first of its kind comes, as all at once take longer than
 * everything else that an app does before its first call.
 */
export function compileSchemasLate(app: FastifyInstance): void {
  app.setValidatorCompiler((route) => {
    let check: Check | undefined;
    return (value) => (check ??= TypeBoxValidatorCompiler(route))(value);
  });
  app.setSerializerCompiler(({ schema }) => {
    let writer: Writer | undefined;
    return (answer) => (writer ??= writerFor(schema))(answer);
  });
}
