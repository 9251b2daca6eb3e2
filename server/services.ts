import type { FastifyInstance } from 'fastify';
import type { SearchGroup } from '../contract/kinds.ts';
import type { Trx } from './collection/write.ts';
import type { AppParts } from './appParts.ts';
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
  parts: AppParts,
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
  const outbox = createOutbox(parts, app.log);
  const notify = createNotify(parts, { outbox, dashboardUrl });
  const outgoing = { notify, mayBePrivate: privateWebhooks, isSending: senders };
  if (senders) {
    sendFromOutbox(app, outbox);
    if (parts.deployment.flags.webPush) sendPushMessages(app, parts, { mayBePrivate: privateWebhooks });
  }
  const signIn = createSignIn(parts, { outbox, notify, log: app.log });
  const passkeys = createPasskeys(parts, { notify, dashboardUrl });
  const securityLog = createSecurityLog(app, parts, securityLogUrl);
  const scan = createScan(scanner, app.log);
  const files = createFiles(parts, { findSession: signIn.findSessionByHash, scan, securityLog });
  const reservations = createReservations(parts, { notify, files });
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
      ...{ db: parts.database.db, clock: parts.clock, tracer: parts.tracer, log: app.log },
      onJobsEnded,
    },
    { [processRecording]: recordingWork({ ...parts, scan, securityLog }) },
  );
  if (parts.deployment.flags.recordings) {
    app.addHook('onReady', async () => worker.start());
    app.addHook('onClose', () => worker.stop());
  }
  return {
    ...parts,
    notify,
    serviceAccounts: createServiceAccounts(parts, { securityLog, publicUrl }),
    admitService: admitServices(parts, securityLog),
    calendarFeeds: createCalendarFeeds(parts, { notify, securityLog, publicUrl }),
    notifications: createNotifications(parts, { mayBePrivate: privateWebhooks }),
    webhooks: createWebhooks(app, parts, outgoing),
    imports: createImports(app, parts, { notify, dashboardUrl, onJobsEnded }),
    securityLog,
    storage,
    searchSources,
    dashboardUrl,
    publicUrl,
    appUrl,
    healthToken,
    signIn,
    openidSignIn: createOpenidSignIn(parts, { signIn, notify }, { openid, dashboardUrl }),
    nationalIds: createLinkedIdentities(parts, notify, nationalIds),
    singleSignOn: createSingleSignOn(parts, { signIn, notify }, { singleSignOnSecret, dashboardUrl }),
    workAccounts: createLinkedIdentities(parts, notify, workAccounts),
    sessions: createSessions(parts, notify),
    reauthentication: createReauthentication(parts, { outbox, notify, passkeys }),
    passkeys,
    factors: createFactors(parts, notify),
    events: createEvents(app, parts, signIn.findPersonOf),
    emailChanges: createEmailChanges(parts, { notify, dashboardUrl }),
    registrations: createRegistrations(parts, notify, dashboardUrl),
    passwordResets: createPasswordResets(parts, { notify, outbox, dashboardUrl }),
    files,
    reservations,
    users: createUsers(parts, { notify, reservations, dashboardUrl }),
    worker,
    planning: createPlanning(parts, notify),
  };
}
