import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from './metrics.ts';

/**
 * Serves `/metrics` on a port of its own, which only the monitoring reaches: figures of routes and sign-ins are not for
 * callers of the API.
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Server> {
  const server = createServer((request, response) => {
    const refuse = (status: number) => response.writeHead(status, { 'content-type': 'text/plain' }).end();
    if (request.url?.split('?')[0] !== '/metrics') return refuse(404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    return metrics.read().then(
      ({ type, text }) =>
        response
          .writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
          .end(request.method === 'HEAD' ? undefined : text),
      (error: unknown) => {
        log.warn({ err: error }, 'the metrics cannot be read');
        refuse(500);
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
