import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import writerOf from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

type Writer = (answer: unknown) => string;
type Check = ReturnType<typeof TypeBoxValidatorCompiler>;

/** By the text of the schema: all apps of a process write the same answers. */
const writers = new Map<string, Writer>();

function writerFor(schema: object): Writer {
  const text = JSON.stringify(schema);
  const writer = writers.get(text) ?? writerOf(schema);
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
