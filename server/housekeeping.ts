import type { FastifyInstance } from 'fastify';
import type { AppParts } from './appParts.ts';
import { sweepDevices } from './auth/knownDevices.ts';
import { sweepCounts } from './collection/counts.ts';
import { sweepKeys } from './collection/create.ts';
import { mergeFigures } from './figures/repository.ts';
import { sweepJobs } from './jobs/queue.ts';
import { sweep } from './resources/auth/repository.ts';
import { sweepEmailChanges } from './resources/emailChanges/repository.ts';
import { sweepFiles } from './resources/files/repository.ts';
import { sweepStates } from './resources/openid/repository.ts';
import { sweepRegistrations } from './resources/registration/repository.ts';
import { sweepResets } from './resources/passwords/repository.ts';
import { sweepRecordings } from './resources/recordings/repository.ts';

const pause = 10 * 60_000;

/**
 * Removes sessions, codes, links, keys, counts, recordings and jobs that have run out, and files that nobody has taken, from
 * the start on and then every ten minutes. They mean nothing
 * any more, so several processes may do it at once, and a failure waits for the next time.
 */
export function keepTidy(app: FastifyInstance, { database: { db }, clock }: AppParts): void {
  let sweeping: Promise<void> = Promise.resolve();
  const tidy = () => {
    const now = clock();
    sweeping = sweep(db, now)
      .then(() => sweepDevices(db, now))
      .then(() => sweepKeys(db, now))
      .then(() => sweepResets(db, now))
      .then(() => sweepEmailChanges(db, now))
      .then(() => sweepFiles(db, now))
      .then(() => sweepStates(db, now))
      .then(() => sweepRecordings(db, now))
      .then(() => sweepJobs(db, now))
      .then(() => sweepRegistrations(db, now))
      .then(() => sweepCounts(db))
      .then(() => mergeFigures(db))
      .catch((error: unknown) => app.log.warn({ err: error }, 'what has run out stays a while'));
  };
  const timer = setInterval(tidy, pause).unref();
  app.addHook('onReady', async () => tidy());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await sweeping;
  });
}
