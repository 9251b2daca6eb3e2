import type { FastifyInstance } from 'fastify';
import { notificationDays } from '../contract/notificationKinds.ts';
import type { Dependencies } from './dependencies.ts';
import { asTask } from './callContext.ts';
import { deleteExpiredDevices } from './auth/knownDevices.ts';
import { deleteExpiredLinks } from './auth/mailedLinks.ts';
import { deleteExpiredChallenges } from './auth/signInChallenges.ts';
import { deleteStaleCounts } from './collection/counts.ts';
import { deleteExpiredKeys } from './collection/create.ts';
import { mergeFigures } from './figures/repository.ts';
import { deleteOldJobs } from './jobs/queue.ts';
import { deleteOldNotifications } from './notifications/inbox.ts';
import type { Notify } from './notifications/notifications.ts';
import { deleteExpiredSignIns } from './resources/auth/repository.ts';
import { deleteExpiredForms } from './resources/editors/repository.ts';
import { deleteUnclaimedFiles } from './resources/files/repository.ts';
import { deleteExpiredImports } from './resources/imports/repository.ts';
import { endUnknown } from './resources/interpretations/endUnknown.ts';
import { eraseLateLogs } from './resources/privacy/eraseRows.ts';
import { deleteExpiredRecordings } from './resources/recordings/repository.ts';
import { deleteOldEvents } from './resources/platform/repository.ts';
import { deleteExpiredUploads } from './resources/platform/uploadRepository.ts';
import { remindPlanners } from './resources/reservations/reminders.ts';
import { runRetention } from './resources/retention/retention.ts';
import { deleteOldDeliveries } from './resources/webhooks/repository.ts';

const pause = 10 * 60_000;
const day = 24 * 60 * 60_000;

/** How often a process looks for objects without a content, in milliseconds. */
const sweepInterval = day;

/**
 * Deletes what has expired, at the start and every ten minutes: sign-ins, links, forms, uploads, imports, jobs, notifications and the rest
 * of the list below, and what is older than its retention, of which it notifies owners. Ends requests whose end nobody reports. Adds up
 * the figures of past hours, and reminds planners. Objects without a content are looked for once a day. Deleting is idempotent, so several
 * processes may run it; a failure waits for the next run.
 */
export function startHousekeeping(app: FastifyInstance, deps: Dependencies & { notify: Notify }): void {
  const {
    database: { db },
    clock,
    fileStores,
    tracer,
    deployment: { flags },
  } = deps;
  let isStopping = false;
  let swept = -Infinity;
  const tidyStores = async (now: Date) => {
    await fileStores.deleteDropped();
    if (now.getTime() - swept < sweepInterval) return;
    await fileStores.sweep(now);
    swept = now.getTime();
  };
  let running: Promise<void> = Promise.resolve();
  const deleteExpired = () => {
    const now = clock();
    const run = () =>
      deleteExpiredSignIns(db, now)
        .then(() => deleteExpiredDevices(db, now))
        .then(() => deleteExpiredChallenges(db, now))
        .then(() => deleteExpiredKeys(db, now))
        .then(() => deleteExpiredLinks(db, now))
        .then(() => deleteExpiredForms(db, now))
        .then(() => deleteUnclaimedFiles(db, now))
        .then(() => deleteExpiredRecordings(db, now))
        .then(() => deleteOldJobs(db, now))
        .then(() => deleteOldEvents(db, now))
        .then(() => deleteExpiredUploads(db, now))
        .then(() => deleteOldDeliveries(db, now))
        .then(() => deleteExpiredImports(db, now))
        .then(() => deleteOldNotifications(db, new Date(now.getTime() - notificationDays * day)))
        .then(() => eraseLateLogs(db, now))
        .then(() => deleteStaleCounts(db))
        .then(() => endUnknown(deps))
        .then(() => mergeFigures(db))
        .then(() => (flags.reservations ? remindPlanners(deps, deps.notify) : undefined))
        .then(() => runRetention(deps, () => isStopping))
        .then(() => tidyStores(now));
    running = asTask(tracer, { route: 'housekeeping', id: `housekeeping-${now.toISOString()}` }, run).catch(
      (error: unknown) => app.log.warn({ err: error }, 'housekeeping failed and is retried later'),
    );
  };
  const timer = setInterval(deleteExpired, pause).unref();
  app.addHook('onReady', async () => deleteExpired());
  app.addHook('onClose', async () => {
    isStopping = true;
    clearInterval(timer);
    await running;
  });
}
