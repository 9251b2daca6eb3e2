import type { Socket } from 'node:net';
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

/**
 * When the process stops, closes kept-alive connections after their pending response, and those without a call at once. They would delay
 * the shutdown until it is cut off.
 */
export function drainConnections(app: FastifyInstance): void {
  let isStopping = false;
  let isClosing = false;
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.decorate('announceStop', () => {
    isStopping = true;
  });
  app.decorate('isStopping', () => isStopping);
  app.addHook('preClose', async () => {
    isStopping = true;
    isClosing = true;
    // Node counts a connection without a call, which browsers open in reserve, as one that is in use.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async ({ raw }) => {
    // A response started earlier has promised to keep the connection alive.
    if (isClosing) raw.socket.end();
  });
}
