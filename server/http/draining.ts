import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Announces the shutdown: readiness fails, and each response closes its connection. Calls are still accepted until
     * the load balancer has noticed.
     */
    announceStop: () => void;
    isStopping: () => boolean;
  }
}

/** Closes kept-alive connections after their pending response when the process stops; they would delay the shutdown. */
export function drainConnections(app: FastifyInstance): void {
  let isStopping = false;
  let isClosing = false;
  app.decorate('announceStop', () => {
    isStopping = true;
  });
  app.decorate('isStopping', () => isStopping);
  app.addHook('preClose', async () => {
    isStopping = true;
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async ({ raw }) => {
    // A response started earlier has promised to keep the connection alive.
    if (isClosing) raw.socket.end();
  });
}
