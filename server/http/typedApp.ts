import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** An app whose handlers get their types from the schemas of their routes. */
export type TypedApp = Parameters<FastifyPluginAsyncTypebox>[0];
