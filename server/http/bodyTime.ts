import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a call may take to arrive, in milliseconds; omitted: the default time. */
    bodyTime?: number;
  }
}

/** Default time for the headers of a call, and for its body, in milliseconds. */
const usual = 30_000;

/** Time for the body of an upload: the largest film over a slow connection. */
export const uploadTime = 30 * 60_000;

/** The timeouts of the HTTP server, which does not know the routes: those of the slowest one. */
export const serverTimes = { requestTimeout: uploadTime, http: { headersTimeout: usual } };

/** Closes the connection of a call whose body does not arrive within the time of its route. */
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
