import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import writerOf from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { Value } from 'typebox/value';

type Writer = (answer: unknown) => string;
type Schema = Record<string, unknown>;
type Route = Parameters<typeof TypeBoxValidatorCompiler>[0];
type Check = ReturnType<typeof TypeBoxValidatorCompiler>;

/** By the JSON of the schema: the apps of a process share serialisers. They need types only, so formats are not validated. */
const serialisers = new Map<string, Writer>();

function serialiserFor(schema: object): Writer {
  const text = JSON.stringify(schema);
  const writer = serialisers.get(text) ?? writerOf(JSON.parse(text) as Schema, { ajv: { validateFormats: false } });
  serialisers.set(text, writer);
  return writer;
}

/** Whether a query parameter is a string or an enum of strings, which need no conversion. */
function isText(part: TSchema): boolean {
  return Type.IsString(part) || (Type.IsEnum(part) && part.enum.every((value) => typeof value === 'string'));
}

/**
 * The validator of a part of a request. The library converts all query parameters, and rebuilds an enum for each
 * conversion, so only parameters that are not strings are converted: without this an ordered list costs 55 % more of the
 * server's processor time (decision 221).
 */
function validatorFor(route: Route): Check {
  const { schema, httpPart } = route;
  if (httpPart === 'body' || !Type.IsObject(schema)) return TypeBoxValidatorCompiler(route);
  const converted = Object.entries<TSchema>(schema.properties)
    .filter(([, part]) => !isText(part))
    .map(([name, part]) => [name, Type.IsArray(part) && isText(part.items) ? Type.Array(Type.Unknown()) : part]);
  const others = Type.Object(Object.fromEntries(converted) as Record<string, TSchema>);
  // Validating as a body skips the conversion.
  const check = TypeBoxValidatorCompiler({ ...route, httpPart: 'body' });
  return converted.length > 0 ? (value) => check(Value.Convert(others, value)) : check;
}

/** Compiles validators and serialisers on first use: compiling all of them takes most of an app's startup time. */
export function compileSchemasLazily(app: FastifyInstance): void {
  app.setValidatorCompiler((route) => {
    let check: Check | undefined;
    return (value) => (check ??= validatorFor(route))(value);
  });
  app.setSerializerCompiler(({ schema }) => {
    let writer: Writer | undefined;
    return (answer) => (writer ??= serialiserFor(schema))(answer);
  });
}
