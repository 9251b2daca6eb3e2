import type { FastifyInstance } from 'fastify';
import { asTask } from '../../callContext.ts';
import { write } from '../../collection/write.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { pollWith } from '../../queue/poll.ts';
import { hasDueNews, takeDueNews } from './undoRepository.ts';

/** Notifies people of decisions that can no longer be undone, each once. Starts and stops with the app; several processes may do so. */
export function releaseHeldNews(
  app: FastifyInstance,
  { database: { db }, clock, tracer, settings }: Pick<Dependencies, 'database' | 'clock' | 'tracer' | 'settings'>,
  { notify, outbox }: { notify: Notify; outbox: Outbox },
): void {
  let isStopping = false;
  let running: Promise<void> | null = null;
  const release = () =>
    write(db, { request: { id: 'worker', session: null }, now: clock(), act: 'process' }, async (trx) => {
      const held = await takeDueNews(trx, clock());
      if (held) await notify(trx, held.person, held.news);
      return held !== undefined;
    });
  const releaseAll = async () => {
    while (await release()) if (isStopping) break;
    if (outbox.hasPending()) await outbox.sendDue();
  };
  const look = () => {
    running ??= hasDueNews(db)
      .then(async (isDue) => {
        if (isDue) await asTask(tracer, { route: 'send held news', id: 'held-news' }, releaseAll);
      })
      .catch((error: unknown) => app.log.warn({ err: error }, 'held news cannot be sent; retrying'))
      .finally(() => (running = null));
  };
  const stop = () => {
    isStopping = true;
    return running;
  };
  pollWith(app, { interval: settings.pollInterval, look, stop });
}
