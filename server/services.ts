import type { FastifyInstance } from 'fastify';
import type { SearchGroup } from '../contract/kinds.ts';
import type { Source } from './collection/search.ts';
import type { Trx } from './collection/write.ts';
import type { Dependencies } from './dependencies.ts';
import { createFiles } from './files/files.ts';
import { createScan } from './files/scanner.ts';
import type { Storage } from './http/storage.ts';
import type { EndedJob } from './jobs/queue.ts';
import { createWorker } from './jobs/worker.ts';
import { createOutbox, sendFromOutbox } from './mail/outbox.ts';
import { createNotify } from './notifications/notifications.ts';
import { sendPushMessages } from './notifications/push.ts';
import { createSignIn } from './resources/auth/signIn.ts';
import { createPasskeys } from './resources/passkeys/passkeys.ts';
import { createPasswordResets } from './resources/passwords/passwordResets.ts';
import { processRecording, recordingWork } from './resources/recordings/processing.ts';
import { releaseHeldNews } from './resources/reservations/heldNews.ts';
import { endOffer, offerWork } from './resources/reservations/offers.ts';
import { createReservations } from './resources/reservations/reservations.ts';
import { createPlanning } from './resources/schedules/planning.ts';
import { createSecurityLog } from './resources/securityEvents/securityLog.ts';
import { createUsers } from './resources/users/users.ts';

/**
 * What `routes.ts` of each folder in `server/resources` receives: the dependencies, and the services that several
 * folders share. A folder creates itself what nobody else needs.
 */
export type Services = ReturnType<typeof createServices>;

/** Creates the shared services of one deployment. The outbox and the worker start and stop with `app`. */
export function createServices(
  app: FastifyInstance,
  deps: Dependencies & { storage: Storage; searchSources: Record<SearchGroup, Source> },
) {
  const { settings, deployment } = deps;
  const outbox = createOutbox(deps, app.log);
  const notify = createNotify(deps, outbox);
  if (settings.senders) {
    sendFromOutbox(app, outbox, settings.pollInterval);
    if (deployment.flags.reservations) releaseHeldNews(app, deps, { notify, outbox });
    if (deployment.flags.webPush) sendPushMessages(app, deps);
  }
  const signIn = createSignIn(deps, { outbox, notify, log: app.log });
  const securityLog = createSecurityLog(app, deps);
  const scan = createScan(settings.scanner, app.log);
  const files = createFiles(deps, { findSession: signIn.findSessionByHash, scan, securityLog });
  const reservations = createReservations(deps, { notify, files });
  /** Tells people that a job of theirs has ended. */
  const onJobsEnded = (trx: Trx, jobs: readonly EndedJob[]) =>
    notify(
      trx,
      null,
      jobs.map(({ id, kind, person, done, failed }) => ({
        about: 'job',
        what: kind,
        job: id,
        done,
        failed,
        to: [person],
      })),
    );
  const workerOptions = {
    db: deps.database.db,
    clock: deps.clock,
    tracer: deps.tracer,
    log: app.log,
    pollInterval: settings.pollInterval,
    onJobsEnded,
  };
  const worker = createWorker(workerOptions, { [processRecording]: recordingWork({ ...deps, scan, securityLog }) });
  if (deployment.flags.recordings) {
    app.addHook('onReady', async () => worker.start());
    app.addHook('onClose', () => worker.stop());
  }
  const offerWorker = createWorker(workerOptions, {
    [endOffer]: offerWork({
      zone: deployment.timeZone,
      allowedRoles: deployment.allowedRoles,
      clock: deps.clock,
      notify,
    }),
  });
  if (deployment.flags.reservations) {
    app.addHook('onReady', async () => offerWorker.start());
    app.addHook('onClose', () => offerWorker.stop());
  }
  return {
    ...deps,
    outbox,
    notify,
    signIn,
    securityLog,
    files,
    worker,
    onJobsEnded,
    passwordResets: createPasswordResets(deps, { notify, outbox }),
    passkeys: createPasskeys(deps, notify),
    planning: createPlanning(deps, { notify, reservations }),
    reservations,
    users: createUsers(deps, { notify, reservations }),
  };
}
