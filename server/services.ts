import type { FastifyInstance } from 'fastify';
import type { SearchGroup } from '../contract/kinds.ts';
import type { Trx } from './collection/write.ts';
import type { Dependencies } from './dependencies.ts';
import type { OpenidSettings } from './auth/openidClient.ts';
import type { Source } from './collection/search.ts';
import { createFiles } from './files/files.ts';
import { createScan, type ScanSettings } from './files/scanner.ts';
import type { Storage } from './http/storage.ts';
import type { EndedJob } from './jobs/queue.ts';
import { createWorker } from './jobs/worker.ts';
import { createOutbox, sendFromOutbox } from './mail/outbox.ts';
import { createNotify } from './notifications/notifications.ts';
import { sendPushMessages } from './notifications/push.ts';
import { createSignIn } from './resources/auth/signIn.ts';
import { createCalendarFeeds } from './resources/calendarFeeds/calendarFeeds.ts';
import { createEmailChanges } from './resources/emailChanges/emailChanges.ts';
import { createEvents } from './resources/events/events.ts';
import { createImports } from './resources/imports/imports.ts';
import { createFactors } from './resources/factors/factors.ts';
import { createLinkedIdentities } from './resources/openid/linkedIdentities.ts';
import { createNotifications } from './resources/notifications/ownNotifications.ts';
import { createOpenidSignIn } from './resources/openid/openidSignIn.ts';
import { nationalIds } from './resources/openid/repository.ts';
import { createPasskeys } from './resources/passkeys/passkeys.ts';
import { createPasswordResets } from './resources/passwords/passwordResets.ts';
import { createReauthentication } from './resources/reauthentication/reauthentication.ts';
import { processRecording, recordingWork } from './resources/recordings/processing.ts';
import { createRegistrations } from './resources/registration/registrations.ts';
import { createReservations } from './resources/reservations/reservations.ts';
import { createPlanning } from './resources/schedules/planning.ts';
import { createServiceAccounts } from './resources/serviceAccounts/serviceAccounts.ts';
import { admitServices } from './resources/serviceAccounts/admission.ts';
import { createSecurityLog } from './resources/securityEvents/securityLog.ts';
import { createSingleSignOn } from './resources/singleSignOn/singleSignOn.ts';
import { workAccounts } from './resources/singleSignOn/repository.ts';
import { createSessions } from './resources/sessions/sessions.ts';
import { createUsers } from './resources/users/users.ts';
import { createWebhooks } from './resources/webhooks/webhooks.ts';

/** Addresses and providers that the services need; null if the deployment has none. */
type Surroundings = {
  storage: Storage;
  searchSources: Record<SearchGroup, Source>;
  openid: OpenidSettings | null;
  singleSignOnSecret: string | null;
  dashboardUrl: string | null;
  publicUrl: string | null;
  appUrl: string | null;
  healthToken: string | null;
  securityLogUrl: string | null;
  scanner: ScanSettings | null;
  privateWebhooks: boolean;
  senders: boolean;
};

/** The services of one deployment. `routes.ts` of each folder in `server/resources` receives them. */
export type Services = ReturnType<typeof createServices>;

/** Creates the services of one deployment. The outbox and the worker start and stop with `app`. */
export function createServices(
  app: FastifyInstance,
  deps: Dependencies,
  {
    storage,
    searchSources,
    openid,
    singleSignOnSecret,
    publicUrl,
    dashboardUrl,
    appUrl,
    healthToken,
    securityLogUrl,
    scanner,
    privateWebhooks,
    senders,
  }: Surroundings,
) {
  const outbox = createOutbox(deps, app.log);
  const notify = createNotify(deps, { outbox, dashboardUrl });
  const outgoing = { notify, mayBePrivate: privateWebhooks, isSending: senders };
  if (senders) {
    sendFromOutbox(app, outbox);
    if (deps.deployment.flags.webPush) sendPushMessages(app, deps, { mayBePrivate: privateWebhooks });
  }
  const signIn = createSignIn(deps, { outbox, notify, log: app.log });
  const passkeys = createPasskeys(deps, { notify, dashboardUrl });
  const securityLog = createSecurityLog(app, deps, securityLogUrl);
  const scan = createScan(scanner, app.log);
  const files = createFiles(deps, { findSession: signIn.findSessionByHash, scan, securityLog });
  const reservations = createReservations(deps, { notify, files });
  /** Tells people that a job of theirs has ended. */
  const onJobsEnded = (trx: Trx, jobs: readonly EndedJob[]) =>
    notify(
      trx,
      null,
      jobs.map(({ id, kind, person, done, failed }) => ({
        ...{ about: 'job', what: kind, job: id, done, failed, to: [person] },
      })),
    );
  const worker = createWorker(
    {
      ...{ db: deps.database.db, clock: deps.clock, tracer: deps.tracer, log: app.log },
      onJobsEnded,
    },
    { [processRecording]: recordingWork({ ...deps, scan, securityLog }) },
  );
  if (deps.deployment.flags.recordings) {
    app.addHook('onReady', async () => worker.start());
    app.addHook('onClose', () => worker.stop());
  }
  return {
    ...deps,
    notify,
    serviceAccounts: createServiceAccounts(deps, { securityLog, publicUrl }),
    admitService: admitServices(deps, securityLog),
    calendarFeeds: createCalendarFeeds(deps, { notify, securityLog, publicUrl }),
    notifications: createNotifications(deps, { mayBePrivate: privateWebhooks }),
    webhooks: createWebhooks(app, deps, outgoing),
    imports: createImports(app, deps, { notify, dashboardUrl, onJobsEnded }),
    securityLog,
    storage,
    searchSources,
    dashboardUrl,
    publicUrl,
    appUrl,
    healthToken,
    signIn,
    openidSignIn: createOpenidSignIn(deps, { signIn, notify }, { openid, dashboardUrl }),
    nationalIds: createLinkedIdentities(deps, notify, nationalIds),
    singleSignOn: createSingleSignOn(deps, { signIn, notify }, { singleSignOnSecret, dashboardUrl }),
    workAccounts: createLinkedIdentities(deps, notify, workAccounts),
    sessions: createSessions(deps, notify),
    reauthentication: createReauthentication(deps, { outbox, notify, passkeys }),
    passkeys,
    factors: createFactors(deps, notify),
    events: createEvents(app, deps, signIn.findPersonOf),
    emailChanges: createEmailChanges(deps, { notify, dashboardUrl }),
    registrations: createRegistrations(deps, notify, dashboardUrl),
    passwordResets: createPasswordResets(deps, { notify, outbox, dashboardUrl }),
    files,
    reservations,
    users: createUsers(deps, { notify, reservations, dashboardUrl }),
    worker,
    planning: createPlanning(deps, notify),
  };
}
