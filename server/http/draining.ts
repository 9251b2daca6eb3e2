import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Says that the process is about to stop: it is not ready from now on, and each answer ends its connection. Calls are still
     * taken, until whoever sends them has noticed.
     */
    announceStop: () => void;
    isStopping: () => boolean;
  }
}

/**
 * Lets go of each connection with the answer that is under way when the process stops. Kept alive, it would hold the
 * process back long after its last call.
 */
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
    // An answer that had begun before has told its client that the connection stays.
    if (isClosing) raw.socket.end();
  });
}
