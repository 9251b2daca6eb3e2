import type { FastifyInstance } from 'fastify';

/** When an operation was deprecated, and when it will be removed; days in UTC. */
export type DeprecationPeriod = { since: string; sunset: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for an operation that will be removed (docs/ops/api.md). */
    deprecated?: DeprecationPeriod;
  }
}

/** The headers of RFC 9745 and RFC 8594, with a link to the description of the API. */
function deprecationHeaders({ since, sunset }: DeprecationPeriod, publicUrl: string | null): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${publicUrl ?? '/'}docs/>; rel="deprecation"; type="text/html"`,
  };
}

/** Announces in every answer of a deprecated operation, also in errors, that it will be removed. */
export function announceDeprecations(app: FastifyInstance, publicUrl: string | null): void {
  app.addHook('onRequest', async ({ routeOptions: { config } }, reply) => {
    if (config.deprecated) reply.headers(deprecationHeaders(config.deprecated, publicUrl));
  });
}
