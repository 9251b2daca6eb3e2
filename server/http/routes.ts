import { type FastifyPluginAsyncTypebox, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifyContextConfig, FastifyInstance, FastifySchema, FastifySchemaCompiler } from 'fastify';
import Type, { type TSchema } from 'typebox';

/** An app whose handlers get their types from the schemas of their routes. */
export type TypedApp = Parameters<FastifyPluginAsyncTypebox>[0];

/** A response without a body. */
export const NoContent = Type.Null({ description: 'No content.' });

/**
 * The options of routes with one policy: `const reads = routeOptions('users', { policy: mayRead('users') })`, then
 * `app.get('/users/', reads({ summary, response }), handler)`.
 * @param tag the heading of the routes in the description of the API
 */
export const routeOptions =
  (tag: string, config: FastifyContextConfig) =>
  <Schema extends FastifySchema>(schema: Schema) => ({ config, schema: { tags: [tag], ...schema } });

/** For bodies that are streams, or whose parts are checked one by one: accepts the body unchecked, and validates the rest of a call. */
export const exceptBody: FastifySchemaCompiler<TSchema> = (route) =>
  route.httpPart === 'body' ? () => true : TypeBoxValidatorCompiler(route);

/** Answers with the status of the response schema, such as 201 or 204, where a route has only one. */
export function sendDeclaredStatus(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ routeOptions: { schema } }, reply) => {
    const [status, ...others] = Object.keys(schema?.response ?? {});
    if (status !== undefined && others.length === 0) reply.code(Number(status));
  });
}
