import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a call may take to arrive, in milliseconds, where it is not the usual time. */
    bodyTime?: number;
  }
}

/** How long the headers of a call, and its body, may take to arrive, in milliseconds. */
const usual = 30_000;

/** How long the body of an upload may take: the largest film over a slow line. */
export const uploadTime = 30 * 60_000;

/** What the HTTP server is given: it knows no routes, so it waits as long as the slowest may take. */
export const serverTimes = { requestTimeout: uploadTime, http: { headersTimeout: usual } };

/** Cuts the connection of a call whose body does not arrive in the time of its route. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return;
    const late = setTimeout(() => raw.destroy(), routeOptions.config.bodyTime ?? usual).unref();
    const arrived = () => clearTimeout(late);
    raw.once('end', arrived);
    reply.raw.once('close', arrived);
  });
}
