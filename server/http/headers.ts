import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The headers of every response of the API: no page, no script, not cached. */
const headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'cache-control': 'no-store',
};

/** The API's headers and the request's id, for one answer. */
export function headersFor({ id }: Pick<FastifyRequest, 'id'>): Record<string, string> {
  return { ...headers, 'x-request-id': id };
}

/** Sets the headers on every response, including errors and unknown paths. */
export function setHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request));
  });
}
