import type { FastifyInstance } from 'fastify';

/**
 * Looks for work when the app is ready and then again and again, until it closes.
 * @param interval between two looks, in milliseconds
 * @param stop resolves once nothing is running
 */
export function pollWith(
  app: FastifyInstance,
  { interval, look, stop }: { interval: number; look: () => void; stop: () => Promise<unknown> | null },
): void {
  const timer = setInterval(look, interval).unref();
  app.addHook('onReady', async () => look());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await stop();
  });
}
